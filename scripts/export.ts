import { once } from "node:events";
import { exitWith, readConfig } from "../server/config.ts";
import { createClock } from "../server/clock.ts";
import { aCommand } from "../server/database/audit.ts";
import { exportPeople } from "../server/export/index.ts";
import { withKept } from "./kept.ts";

/*
 * Who signed up for an activity, or left a lead, as a CSV file for Excel or the maker's own systems (docs/leads.md):
 * `npm run -s export -- signups 1000… > signups.csv`. Mobiles are masked unless told. It needs PostgreSQL: the
 * embedded database is one process's.
 */
const usage = "usage: npm run -s export -- signups|leads ACTIVITY_ID [--with-mobile] > FILE.csv";

const given = process.argv.slice(2);
const [what, activityId = "", ...others] = given.filter((word) => word !== "--with-mobile");
const withMobile = given.includes("--with-mobile");
if ((what !== "signups" && what !== "leads") || !/^\d{1,19}$/.test(activityId) || others.length > 0)
  exitWith(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWith("DATABASE_URL is not set: the embedded database is its process's alone");
await withKept(config, config.databaseUrl, async (db) => {
  const write = async (text: string): Promise<void> => {
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  };
  const wiring = { db, clock: createClock(), by: aCommand, write };
  if ((await exportPeople(wiring, { what, activityId, withMobile })) === null)
    exitWith("there is no such activity");
});
