import type { Keyring } from "../database/encryption/keyring.ts";
import type { SignUpRow } from "./tables.ts";

/** What a sign-up says of its person: one sealed text (database/encryption/encrypted-columns.ts). */
export const personFields = ({ name, mobile, answers, body_hash }: Person) => ({
  name,
  mobile,
  answers,
  body_hash,
});
type Person = Pick<SignUpRow, "name" | "mobile" | "answers" | "body_hash">;

/** The same, sealed for a row. */
export const encryptPerson = (row: Person & { readonly signup_id: string }, keyring: Keyring): string =>
  keyring.encrypt(JSON.stringify(personFields(row)), "signup", row.signup_id);
