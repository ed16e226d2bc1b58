import type { Keyring } from "../database/encryption/keyring.ts";
import type { SignUpRow } from "./tables.ts";

/** The personal data of a sign-up, stored as one encrypted text (database/encryption/encrypted-columns.ts). */
export const personFields = ({ name, mobile, answers, body_hash }: Person) => ({
  name,
  mobile,
  answers,
  body_hash,
});
type Person = Pick<SignUpRow, "name" | "mobile" | "answers" | "body_hash">;

/** Encrypts the personal data of a row; the ciphertext is bound to its sign-up id. */
export const encryptPerson = (row: Person & { readonly signup_id: string }, keyring: Keyring): string =>
  keyring.encrypt(JSON.stringify(personFields(row)), "signup", row.signup_id);
