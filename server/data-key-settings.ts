import { z } from "zod";
import { keyOf, keysOf } from "./database/key-file.ts";
import type { DataKeys } from "./database/vault.ts";

/** Of the settings, what personal data is sealed by (docs/operation.md "Personal data"). */
export const dataKeyFields = {
  /** name:key,name:key: the first seals, the others open what they have sealed before. */
  DATA_KEYS: z
    .string()
    .refine((text) => keysOf(text) !== null, {
      error: "must be name:key,name:key with different names of a-z and 0-9 and keys of 32 bytes, base64url",
    })
    .optional(),
  DATA_LOOKUP_KEY: z
    .string()
    .refine((text) => keyOf(text) !== null, { error: "must be 32 bytes, base64url" })
    .optional(),
};
type Given = { readonly [name in keyof typeof dataKeyFields]?: string | undefined };

/** @throws what `stop` throws where one is told without the other */
export function dataKeysOf(
  { DATA_KEYS, DATA_LOOKUP_KEY }: Given,
  stop: (name: string, why: string) => never,
): DataKeys | null {
  if (DATA_KEYS === undefined && DATA_LOOKUP_KEY === undefined) return null;
  const keys = keysOf(DATA_KEYS ?? stop("DATA_KEYS", "is required with DATA_LOOKUP_KEY"));
  const lookup = keyOf(DATA_LOOKUP_KEY ?? stop("DATA_LOOKUP_KEY", "is required with DATA_KEYS"));
  return keys && lookup && { keys, lookup };
}
