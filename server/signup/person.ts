import { sealPerson } from "../database/personal.ts";
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
export const sealSignUp = <T extends Person>(row: T, vault: Vault) => ({
  ...row,
  // Not stored beside the sealed text.
  name: undefined,
  mobile: undefined,
  answers: undefined,
  body_hash: undefined,
  person: sealPerson(personFields(row), vault),
  mobile_key: vault.lookup(row.mobile),
});
