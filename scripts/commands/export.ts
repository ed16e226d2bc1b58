import { once } from "node:events";
import { exitWithError, readConfig } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { exportPeople } from "../../server/export/index.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/*
 * Who signed up for an activity, or left a lead, as a CSV file for Excel or the maker's own systems (docs/lead.md):
 * `npm run -s export -- signups 1000… > signups.csv`. Mobiles are masked unless told. It needs PostgreSQL: the
 * embedded database is one process's.
 */
const usage = "usage: npm run -s export -- signups|leads ACTIVITY_ID [--with-mobile] > FILE.csv";

const given = process.argv.slice(2);
const [what, activityId = "", ...others] = given.filter((word) => word !== "--with-mobile");
const withMobile = given.includes("--with-mobile");
if ((what !== "signups" && what !== "leads") || !/^\d{1,19}$/.test(activityId) || others.length > 0)
  exitWithError(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWithError("DATABASE_URL is not set: the embedded database is its process's alone");
await withInstallationDatabase(config, config.databaseUrl, async (db) => {
  const write = async (text: string): Promise<void> => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  const wiring = { db, clock: createClock(), by: commandLineActor, write };
  if ((await exportPeople(wiring, { what, activityId, withMobile })) === null)
    exitWithError("there is no such activity");
});
