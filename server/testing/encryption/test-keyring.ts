import { parseDataKey, parseDataKeys } from "../../database/encryption/key-file.ts";
import { Keyring, type DataKeys } from "../../database/encryption/keyring.ts";

/** Settings that all servers of a test share, so that each reads what the others have written. */
export const dataKeySettings = { DATA_KEYS: `t1:${"T".repeat(43)}`, DATA_LOOKUP_KEY: "L".repeat(43) };

/** Keys as `DATA_KEYS` and `DATA_LOOKUP_KEY` name them. */
export function parseTestDataKeys(keys: string, lookup = dataKeySettings.DATA_LOOKUP_KEY): DataKeys {
  const found = { keys: parseDataKeys(keys), lookup: parseDataKey(lookup) };
  if (found.keys === null || found.lookup === null) throw new Error(`no data keys: ${keys}`);
  return { keys: found.keys, lookupKey: found.lookup };
}
/** The vault of those settings. */
export const testKeyring = () => new Keyring(parseTestDataKeys(dataKeySettings.DATA_KEYS));
