import { buffer } from "node:stream/consumers";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { createClock } from "../../server/core/clock.ts";
import { decodePeopleList, TextFileError } from "../../server/core/text-files.ts";
import { exitWithError } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { findGrantProblem } from "../../server/invitation/grant.ts";
import { parseGuestLines } from "../../server/invitation/guest-lines.ts";
import { issueInvitations } from "../../server/invitation/issue.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Issues invitation codes that sign one person up without a form (docs/catalogue.md): `npm run -s invitation --
 * issue 3001 14` creates one for each name on standard input, one a line, so that no name appears in a shell's
 * history.
 */
const usage =
  "usage: npm run -s invitation -- issue ACTIVITY_ID [DAYS] [--session ID] [--dealer ID] < names, one a line";
const refusals = {
  noActivity: "there is no such activity",
  noSession: "the activity has no such session",
  noDealer: "the dealer does not belong to the activity",
  otherDealer: "the session belongs to another dealer",
  needsSession: "the activity requires a session: use --session",
} as const;
const DAY = 86_400_000;
const clock = createClock();

const { values, positionals } = parseArguments(usage, ["session", "dealer"]);
const [command, activityId = "", days = "30", ...rest] = positionals;
if (command !== "issue" || rest.length > 0 || !/^\d{1,19}$/.test(activityId) || !/^[1-9]\d{0,2}$/.test(days))
  exitWithError(usage);
const config = readInstallationConfig();
const { publicOrigin } = config;
if (publicOrigin === null) exitWithError("PUBLIC_ORIGIN is not set: links need an origin");

/** Reads the list from standard input, in the encoding of whatever program wrote it. */
async function readNames(): Promise<string> {
  try {
    return decodePeopleList(await buffer(process.stdin));
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    return exitWithError(`the names: ${error.message}`);
  }
}

function parseNames(input: string): string[] {
  const { guests, faults } = parseGuestLines(input);
  const [first] = faults;
  if (first !== undefined) return exitWithError(`line ${first.row}: ${first.fault}`);
  if (guests.length === 0) return exitWithError(usage);
  return guests.map(({ name }) => name);
}

async function issue(db: Database, origin: string): Promise<string> {
  const grant = {
    activityId,
    seriesCode: null,
    dealerId: values.dealer ?? null,
    sessionId: values.session ?? null,
  };
  const problem = await findGrantProblem(db, grant);
  if (problem !== null) return exitWithError(refusals[problem]);
  const names = parseNames(await readNames());
  const now = clock.now();
  const codes = await issueInvitations(
    db,
    names.map((name) => ({ ...grant, name })),
    { by: commandLineActor, now: new Date(now), expires: new Date(now + Number(days) * DAY) },
  );
  return codes
    .map((code, at) => `${names[at] ?? ""}  ${origin}${WEB_BASE}invited/${activityId}?sec=${code}`)
    .join("\n");
}
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await issue(db, publicOrigin)}\n`);
});
