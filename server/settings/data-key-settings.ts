import { z } from "zod";
import { parseDataKey, parseDataKeys } from "../database/encryption/key-file.ts";
import type { DataKeys } from "../database/encryption/keyring.ts";

/** Variables of encryption keys and the retention of the audit log (docs/operation.md "Personal data", "Audit log"). */
export const dataKeyFields = {
  /** name:key,name:key: the first key encrypts; all of them decrypt. */
  DATA_KEYS: z
    .string()
    .refine((text) => parseDataKeys(text) !== null, {
      error: "must be name:key,name:key with different names of a-z and 0-9 and keys of 32 bytes, base64url",
    })
    .optional(),
  DATA_LOOKUP_KEY: z
    .string()
    .refine((text) => parseDataKey(text) !== null, { error: "must be 32 bytes, base64url" })
    .optional(),
  AUDIT_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number of days")
    .transform(Number)
    .refine((days) => days >= 180, "must be at least 180 days")
    .default(1_095),
};
type DataKeyVariables = { readonly [name in "DATA_KEYS" | "DATA_LOOKUP_KEY"]?: string | undefined };

/** Returns the keys, null if none is set. @throws the error of `reject` if only one of the two variables is set */
export function parseDataKeySettings(
  { DATA_KEYS, DATA_LOOKUP_KEY }: DataKeyVariables,
  reject: (name: string, reason: string) => never,
): DataKeys | null {
  if (DATA_KEYS === undefined && DATA_LOOKUP_KEY === undefined) return null;
  const keys = parseDataKeys(DATA_KEYS ?? reject("DATA_KEYS", "is required with DATA_LOOKUP_KEY"));
  const lookupKey = parseDataKey(DATA_LOOKUP_KEY ?? reject("DATA_LOOKUP_KEY", "is required with DATA_KEYS"));
  return keys && lookupKey && { keys, lookupKey };
}
