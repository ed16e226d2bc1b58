import { exitWithError, readConfig, type Config } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { addDataKey, generateDataKey } from "../../server/database/encryption/key-file.ts";
import { reEncrypt } from "../../server/database/encryption/re-encrypt.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";

/*
 * Manages the data keys of personal data (docs/operation.md "Personal data"): `npm run data-keys -- new` generates
 * one, `npm run data-keys -- reseal` re-encrypts all rows with the first one, while the product runs.
 */
function addKeyToFile(dataDir: string): string {
  try {
    return addDataKey(dataDir);
  } catch (error) {
    return exitWithError(`DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`);
  }
}
function createKey({ dataKeys, dataDir }: Config): string {
  if (dataKeys === null)
    return `${addKeyToFile(dataDir)} is now the first key of ${dataDir}/data-keys.json: restart the server, or send it SIGHUP; it then re-encrypts all rows`;
  return `NAME:${generateDataKey()}\nAdd it to DATA_KEYS, with a new name of a-z and 0-9: see docs/operation.md "Personal data" for the order of steps`;
}
async function reEncryptAll(): Promise<string> {
  const config = readInstallationConfig("a server with the embedded database re-encrypts after its start");
  return withInstallationDatabase(config, async (db, keyring) => {
    const { done, broken } = await reEncrypt(db, keyring, commandLineActor);
    const rest = broken === 0 ? "all" : `${broken} cannot be decrypted, all others`;
    return `${done} values re-encrypted; ${rest} are encrypted with ${keyring.currentKeyId} and bound to their rows`;
  });
}
const [command] = process.argv.slice(2);
if (command === "new") process.stdout.write(`${createKey(readConfig())}\n`);
else if (command === "reseal") process.stdout.write(`${await reEncryptAll()}\n`);
else exitWithError("usage: npm run data-keys -- new|reseal");
