import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { exitWith, readConfig, type Config } from "../server/config.ts";
import { createClock } from "../server/clock.ts";
import { aCommand } from "../server/database/audit.ts";
import { checkDataKeys, vaultOf } from "../server/database/data-keys.ts";
import { openDatabase, type Database } from "../server/database/database.ts";
import { lookupKey } from "../server/database/personal.ts";
import { picturesOf } from "../server/images/index.ts";
import { eraseUser } from "../server/rights/erasing.ts";
import { exported } from "../server/rights/routes.ts";
import { removeDue } from "../server/upload/index.ts";

/*
 * Requests about personal data that reach the maker by telephone or letter (docs/operation.md "Personal
 * data"): `npm run -s personal-data -- export` prints everything that is held about somebody as JSON,
 * `npm run -s personal-data -- erase` erases them. Who it is, a mobile or a user's id, is read from standard
 * input, so that no number stands in a shell's history or in the list of processes.
 */
const usage = "usage: echo MOBILE_OR_USER_ID | npm run -s personal-data -- export|erase";

/** The user of a mobile, or of an id; null: none. */
async function userOf(db: Database, who: string): Promise<string | null> {
  const isMobile = /^1[3-9]\d{9}$/.test(who);
  const which = isMobile ? sql`mobile_key = ${lookupKey(who)}` : sql`user_id = ${who}`;
  const { rows } = await sql<{ user_id: string }>`select user_id from app_user where ${which}`.execute(db);
  return rows[0]?.user_id ?? null;
}

async function carryOut(what: "export" | "erase", db: Database, config: Config): Promise<string> {
  const clock = createClock();
  const userId = await userOf(db, (await text(process.stdin)).trim());
  if (userId === null) return exitWith("nobody is known by that");
  if (what === "erase") {
    const log = { warn: () => console.error("a file was not deleted; the server tries again") };
    const pictures = picturesOf({ config, log });
    const removeGone = async (): Promise<void> =>
      void (await removeDue({ db, clock, log }, (key) => pictures.remove(key)));
    return (await eraseUser({ db, clock }, removeGone, userId, aCommand)) ? "erased" : "erased before";
  }
  // An address of ten minutes is of no use in a letter: pictures are named by their keys in the storage.
  const uploads = { urlsOf: () => Promise.resolve(new Map<string, string>()) };
  return JSON.stringify(await exported({ db, clock }, { uploads }, userId, aCommand), null, 2);
}

const [what] = process.argv.slice(2);
if (what !== "export" && what !== "erase") exitWith(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWith("DATABASE_URL is not set: with the embedded database people do it themselves, under 我的");
const vault = vaultOf(config);
const { db } = await openDatabase({ url: config.databaseUrl }, vault);
try {
  await checkDataKeys(db, vault);
  process.stdout.write(`${await carryOut(what, db, config)}\n`);
} finally {
  await db.destroy();
}
