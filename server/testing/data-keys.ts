import { keyOf, keysOf } from "../database/key-file.ts";
import { Vault, type DataKeys } from "../database/vault.ts";

/** Settings that all servers of a test share, so that each reads what the others have written. */
export const dataKeySettings = { DATA_KEYS: `t1:${"T".repeat(43)}`, DATA_LOOKUP_KEY: "L".repeat(43) };

/** Keys as `DATA_KEYS` and `DATA_LOOKUP_KEY` name them. */
export function dataKeys(keys: string, lookup = dataKeySettings.DATA_LOOKUP_KEY): DataKeys {
  const found = { keys: keysOf(keys), lookup: keyOf(lookup) };
  if (found.keys === null || found.lookup === null) throw new Error(`no data keys: ${keys}`);
  return { keys: found.keys, lookup: found.lookup };
}
/** The vault of those settings. */
export const testVault = () => new Vault(dataKeys(dataKeySettings.DATA_KEYS));
