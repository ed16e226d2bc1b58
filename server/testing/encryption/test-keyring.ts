import { parseDataKey, parseDataKeys } from "../../database/encryption/key-file.ts";
import { Keyring, type DataKeys } from "../../database/encryption/keyring.ts";

/** Settings that all servers of a test share, so that each can decrypt the others' rows. */
export const dataKeySettings = { DATA_KEYS: `t1:${"T".repeat(43)}`, DATA_LOOKUP_KEY: "L".repeat(43) };

/** Parses keys in the format of `DATA_KEYS` and `DATA_LOOKUP_KEY`. */
export function parseTestDataKeys(keys: string, lookup = dataKeySettings.DATA_LOOKUP_KEY): DataKeys {
  const found = { keys: parseDataKeys(keys), lookup: parseDataKey(lookup) };
  if (found.keys === null || found.lookup === null) throw new Error(`no data keys: ${keys}`);
  return { keys: found.keys, lookupKey: found.lookup };
}
/** Keyring of those settings. */
export const testKeyring = () => new Keyring(parseTestDataKeys(dataKeySettings.DATA_KEYS));
