import { once } from "node:events";
import { exitWithError } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { exportPeople } from "../../server/export/index.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";

/*
 * Exports the sign-ups or leads of an activity as a CSV file for Excel or the maker's own systems (docs/lead.md):
 * `npm run -s export -- signups 1000… > signups.csv`. Mobiles are masked unless `--with-mobile` is given. It
 * requires PostgreSQL.
 */
const usage = "usage: npm run -s export -- signups|leads ACTIVITY_ID [--with-mobile] > FILE.csv";

const args = process.argv.slice(2);
const [what, activityId = "", ...rest] = args.filter((arg) => arg !== "--with-mobile");
const withMobile = args.includes("--with-mobile");
if ((what !== "signups" && what !== "leads") || !/^\d{1,19}$/.test(activityId) || rest.length > 0)
  exitWithError(usage);
await withInstallationDatabase(readInstallationConfig(), async (db) => {
  const write = async (text: string): Promise<void> => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  const dependencies = { db, clock: createClock(), by: commandLineActor, write };
  if ((await exportPeople(dependencies, { what, activityId, withMobile })) === null)
    exitWithError("there is no such activity");
});
