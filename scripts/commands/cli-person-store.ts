import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { exitWithError, readConfig, type Config } from "../../server/config.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { lookupKeyParameter } from "../../server/database/encryption/encrypted-columns.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/** The user of a mobile, or of an id; null: none. */
async function findUserId(db: Database, who: string): Promise<string | null> {
  const isMobile = /^1[3-9]\d{9}$/.test(who);
  const which = isMobile ? sql`mobile_key = ${lookupKeyParameter(who)}` : sql`user_id = ${who}`;
  const { rows } = await sql<{ user_id: string }>`select user_id from app_user where ${which}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/**
 * A command about one person of a running installation. Who it is, a mobile or a user's id, is read from
 * standard input, so that no number stands in a shell's history or in the list of processes.
 * @param otherwise what is said where the database is the embedded one, which is one process's
 * @param carryOut what is printed
 */
export async function runForPerson(
  otherwise: string,
  carryOut: (userId: string, db: Database, config: Config) => Promise<string>,
): Promise<void> {
  const config = readConfig();
  if (config.databaseUrl === null) exitWithError(`DATABASE_URL is not set: ${otherwise}`);
  await withInstallationDatabase(config, config.databaseUrl, async (db) => {
    const userId = await findUserId(db, (await text(process.stdin)).trim());
    if (userId === null) exitWithError("nobody is known by that");
    process.stdout.write(`${await carryOut(userId, db, config)}\n`);
  });
}
