import { exitWithError, readConfig, type Config } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { addDataKey, generateDataKey } from "../../server/database/encryption/key-file.ts";
import { reEncrypt } from "../../server/database/encryption/re-encrypt.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/*
 * The keys of personal data (docs/operation.md "Personal data"): `npm run data-keys -- new` makes one,
 * `npm run data-keys -- reseal` seals every row by the first one, while the product runs.
 */
function firstKey(dataDir: string): string {
  try {
    return addDataKey(dataDir);
  } catch (error) {
    return exitWithError(`DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`);
  }
}
function makeKey({ dataKeys, dataDir }: Config): string {
  if (dataKeys === null)
    return `${firstKey(dataDir)} is the first key of ${dataDir}/data-keys.json now: restart the server, or send it SIGHUP; it seals every row anew by itself`;
  return `NAME:${generateDataKey()}\nPut it, with a new name of a-z and 0-9, into DATA_KEYS: see docs/operation.md "Personal data" for the order of steps`;
}
async function reEncryptAll(config: Config): Promise<string> {
  if (config.databaseUrl === null)
    return exitWithError(
      "DATABASE_URL is not set: the server of an embedded database seals by itself after its start",
    );
  return withInstallationDatabase(config, config.databaseUrl, async (db, keyring) => {
    const { done, broken } = await reEncrypt(db, keyring, commandLineActor);
    const rest = broken === 0 ? "all" : `${broken} do not open, all others`;
    return `${done} texts were sealed anew; ${rest} are sealed by ${keyring.currentKeyId} and bound to their rows now`;
  });
}
const [what] = process.argv.slice(2);
const config = readConfig();
if (what === "new") process.stdout.write(`${makeKey(config)}\n`);
else if (what === "reseal") process.stdout.write(`${await reEncryptAll(config)}\n`);
else exitWithError("usage: npm run data-keys -- new|reseal");
