import type { Vault } from "../database/vault.ts";
import type { SignUpRow } from "./tables.ts";

/** What a sign-up says of its person: one sealed text (database/personal.ts). */
export const personFields = ({ name, mobile, answers, body_hash }: Person) => ({
  name,
  mobile,
  answers,
  body_hash,
});
type Person = Pick<SignUpRow, "name" | "mobile" | "answers" | "body_hash">;

/** The same, sealed for a row. */
export const sealPerson = (row: Person & { readonly signup_id: string }, vault: Vault): string =>
  vault.seal(JSON.stringify(personFields(row)), "signup", row.signup_id);
