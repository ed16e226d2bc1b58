import { exitWith, readConfig, type Config } from "../server/config.ts";
import { aCommand } from "../server/database/audit.ts";
import { addKey, newKey } from "../server/database/key-file.ts";
import { reseal } from "../server/database/reseal.ts";
import { withKept } from "./kept.ts";

/*
 * The keys of personal data (docs/operation.md "Personal data"): `npm run data-keys -- new` makes one,
 * `npm run data-keys -- reseal` seals every row by the first one, while the product runs.
 */
function firstKey(dataDir: string): string {
  try {
    return addKey(dataDir);
  } catch (error) {
    return exitWith(`DATA_KEYS is not set, and ${dataDir}/data-keys.json: ${(error as Error).message}`);
  }
}
function makeKey({ dataKeys, dataDir }: Config): string {
  if (dataKeys === null)
    return `${firstKey(dataDir)} is the first key of ${dataDir}/data-keys.json now: restart the server, or send it SIGHUP; it seals every row anew by itself`;
  return `NAME:${newKey()}\nPut it, with a new name of a-z and 0-9, into DATA_KEYS: see docs/operation.md "Personal data" for the order of steps`;
}
async function sealAll(config: Config): Promise<string> {
  if (config.databaseUrl === null)
    return exitWith(
      "DATABASE_URL is not set: the server of an embedded database seals by itself after its start",
    );
  return withKept(config, config.databaseUrl, async (db, vault) => {
    const { done, broken } = await reseal(db, vault, aCommand);
    const rest = broken === 0 ? "all" : `${broken} do not open, all others`;
    return `${done} texts were sealed anew; ${rest} are sealed by ${vault.currentId} and bound to their rows now`;
  });
}
const [what] = process.argv.slice(2);
const config = readConfig();
if (what === "new") process.stdout.write(`${makeKey(config)}\n`);
else if (what === "reseal") process.stdout.write(`${await sealAll(config)}\n`);
else exitWith("usage: npm run data-keys -- new|reseal");
