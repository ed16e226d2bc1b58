import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { personName } from "#contract/core/fields.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { checkInLinkProblem } from "../../server/check-in/store.ts";
import { createClock } from "../../server/core/clock.ts";
import { exitWithError, readConfig } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { requiresSession, issueInvitations } from "../../server/invitation/issue.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/*
 * Invitations that sign one person up without a form (docs/catalogue.md): `npm run -s invitation -- issue 3001 14` makes one for
 * each name that standard input gives, a line each, so that no name stands in a shell's history.
 */
const usage =
  "usage: npm run -s invitation -- issue ACTIVITY_ID [DAYS] [--session ID] [--dealer ID] < names, one a line";
const refusals = {
  noActivity: "there is no such activity",
  noSession: "the activity has no such session",
  noDealer: "the dealer is none of the activity's",
  otherDealer: "the session is another dealer's",
} as const;
const DAY = 86_400_000;
const clock = createClock();

function parseInvitationArguments() {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      options: { session: option, dealer: option },
      allowPositionals: true,
    });
  } catch {
    return exitWithError(usage);
  }
}
const { values, positionals } = parseInvitationArguments();
const [act, activityId = "", days = "30", ...rest] = positionals;
if (act !== "issue" || rest.length > 0 || !/^\d{1,19}$/.test(activityId) || !/^[1-9]\d{0,2}$/.test(days))
  exitWithError(usage);
const { databaseUrl, publicOrigin, ...config } = readConfig();
if (databaseUrl === null)
  exitWithError("DATABASE_URL is not set: the embedded database is its process's alone");
if (publicOrigin === null) exitWithError("PUBLIC_ORIGIN is not set: the link has no address");

function namesIn(lines: string): string[] {
  const names = lines.split("\n").map((line) => line.trim());
  const given = names.filter((name) => name !== "");
  if (given.length === 0) return exitWithError(usage);
  for (const [at, name] of names.entries())
    if (name !== "") {
      const { error } = personName.safeParse(name);
      if (error) return exitWithError(`line ${at + 1}: ${error.issues[0]?.message ?? "is no name"}`);
    }
  return given;
}

async function issue(db: Database, origin: string): Promise<string> {
  const wish = {
    activityId,
    seriesCode: null,
    dealerId: values.dealer ?? null,
    sessionId: values.session ?? null,
  };
  const scope = { activity_id: activityId, session_id: wish.sessionId, dealer_id: wish.dealerId };
  const why = await checkInLinkProblem(db, scope);
  if (why !== null) return exitWithError(refusals[why]);
  if (wish.sessionId === null && (await requiresSession(db, activityId)))
    return exitWithError("the activity asks for a session: --session");
  const names = namesIn(await text(process.stdin));
  const now = clock.now();
  const codes = await issueInvitations(
    db,
    names.map((name) => ({ ...wish, name })),
    { by: commandLineActor, now: new Date(now), expires: new Date(now + Number(days) * DAY) },
  );
  return codes
    .map((code, at) => `${names[at] ?? ""}  ${origin}${WEB_BASE}invited/${activityId}?sec=${code}`)
    .join("\n");
}
await withInstallationDatabase({ ...config, databaseUrl, publicOrigin }, databaseUrl, async (db) => {
  process.stdout.write(`${await issue(db, publicOrigin)}\n`);
});
