import { exitWithError } from "../../server/config.ts";
import { connectDatabase, type Database } from "../../server/database/connection/database.ts";
import { readCatalogue } from "../../server/database/sharding/catalogue-store.ts";
import { prepareForSharding } from "../../server/database/sharding/prepare.ts";
import { findViolations } from "../../server/database/sharding/rules.ts";
import { readInstallationConfig } from "./cli-database.ts";

/*
 * Checks whether the tables of the database can be distributed by Citus, or changes them so (docs/sharding.md). Leases no
 * process number, since the preparation wants no other process to have one.
 */
const usage = "usage: npm run sharding -- check|prepare";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function check(db: Database): Promise<void> {
  const violations = findViolations(await readCatalogue(db));
  for (const violation of violations) say(violation);
  if (violations.length > 0) exitWithError(`${violations.length} places break rules of a sharded database`);
  say("no table breaks a rule of a sharded database");
}

async function prepare(db: Database): Promise<void> {
  const outcome = await prepareForSharding(db);
  if (outcome === "running")
    exitWithError("processes or commands use the database: stop them and wait a minute");
  if (typeof outcome !== "string") exitWithError(`nothing was changed:\n${outcome.join("\n")}`);
  say(outcome === "done" ? "the database is prepared" : "the database is prepared already");
}

const run = { check, prepare }[process.argv[2] ?? ""];
if (run === undefined || process.argv.length > 3) exitWithError(usage);
const { db } = await connectDatabase({ url: readInstallationConfig().databaseUrl });
try {
  await run(db);
} finally {
  await db.destroy();
}
