import { text } from "node:stream/consumers";
import { exitWithError } from "../../server/config.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { findUserId } from "../../server/session/account-lock-store.ts";
import { readInstallationConfig, withInstallationDatabase, type InstallationConfig } from "./cli-database.ts";

/**
 * Runs a command about one person of an installation. The mobile or user id is read from standard input, so that
 * no number appears in a shell's history or in the list of processes.
 * @param hint advice for an installation with the embedded database
 * @param run returns the text to print
 */
export async function runForPerson(
  hint: string,
  run: (userId: string, db: Database, config: InstallationConfig) => Promise<string>,
): Promise<void> {
  const config = readInstallationConfig(hint);
  await withInstallationDatabase(config, async (db) => {
    const userId = await findUserId(db, (await text(process.stdin)).trim());
    if (userId === null) exitWithError("user not found");
    process.stdout.write(`${await run(userId, db, config)}\n`);
  });
}
