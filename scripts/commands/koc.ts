import { maskMobile } from "#contract/core/mask-mobile.ts";
import { createClock } from "../../server/core/clock.ts";
import { exitWithError } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import {
  decideKocApplication,
  kocStore,
  MAX_LISTED_APPLICATIONS,
  type KocApplication,
} from "../../server/koc/store.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Reviews applications for KOC programmes (docs/catalogue.md): `npm run -s koc -- list all` prints those in
 * review, `accept` and `decline` decide some of them, each once.
 */
const usage = [
  "usage: npm run -s koc -- list ACTIVITY_ID|all",
  "       npm run -s koc -- accept APPLICATION…",
  "       npm run -s koc -- decline [--reason TEXT] APPLICATION…",
].join("\n");
const clock = createClock();

const lineOf = (application: KocApplication): string =>
  [
    `${application.activity_id}/${application.user_id}`,
    `applied ${application.applied_time.toISOString().slice(0, 10)}`,
    `helped by ${application.helpers} of ${application.goal}`,
    application.title,
    application.nickname,
    ...(application.mobile === null ? [] : [maskMobile(application.mobile)]),
  ].join("  ");

async function list(db: Database, activityId: string): Promise<string> {
  const waiting = await kocStore(db).waiting(activityId === "all" ? null : activityId);
  if (waiting.length === 0) return "none";
  const more = waiting.length === MAX_LISTED_APPLICATIONS ? ["there may be more: decide these first"] : [];
  return [...waiting.map(lineOf), ...more].join("\n");
}

/** Decides applications one by one: a failed one does not revert the others. */
async function decide(
  db: Database,
  status: 2 | 3,
  applications: readonly string[],
  reason: string | null,
): Promise<string> {
  const lines: string[] = [];
  let isAll = true;
  for (const application of applications) {
    const [activityId = "", userId = ""] = application.split("/");
    const verdict = { activityId, userId, status, reason };
    const result = await decideKocApplication(db, verdict, commandLineActor, new Date(clock.now()));
    isAll &&= result === "done";
    const done = status === 2 ? "accepted" : "declined";
    lines.push(`${{ done, notInReview: "not in review", noPlace: "no place left" }[result]}  ${application}`);
  }
  return isAll ? lines.join("\n") : exitWithError(lines.join("\n"));
}

function parseCommand(): (db: Database) => Promise<string> {
  const { values, positionals } = parseArguments(usage, ["reason"]);
  const [command, ...targets] = positionals;
  const [target = ""] = targets;
  const reason = values.reason?.trim() ?? null;
  const areApplications = targets.length > 0 && targets.every((text) => /^\d{1,19}\/\d{1,19}$/.test(text));
  if (command === "list" && targets.length === 1 && /^(all|\d{1,19})$/.test(target))
    return (db) => list(db, target);
  if (command === "accept" && areApplications && reason === null) return (db) => decide(db, 2, targets, null);
  if (command === "decline" && areApplications && [...(reason ?? "")].length <= 60)
    return (db) => decide(db, 3, targets, reason);
  return exitWithError(usage);
}
const run = parseCommand();
const config = readInstallationConfig("decide applications of the embedded database at /lab/koc");
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await run(db)}\n`);
});
