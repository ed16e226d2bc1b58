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

/** A new row as it is stored. */
export const sealSignUp = <T extends Person & { readonly signup_id: string }>(row: T, vault: Vault) => ({
  ...row,
  // Not stored beside the sealed text.
  name: undefined,
  mobile: undefined,
  answers: undefined,
  body_hash: undefined,
  person: vault.seal(JSON.stringify(personFields(row)), "signup", row.signup_id),
  mobile_key: vault.lookup(row.mobile),
});
