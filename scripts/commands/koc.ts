import { parseArgs } from "node:util";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { createClock } from "../../server/core/clock.ts";
import { exitWithError, readConfig } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { kocStore, MAX_LISTED_APPLICATIONS, type KocApplication } from "../../server/koc/store.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/*
 * Applications for KOC programmes in a reviewer's hands (docs/catalogue.md): `npm run -s koc -- list all`
 * shows those in review, `accept` and `decline` decide some of them, each once.
 */
const usage = [
  "usage: npm run -s koc -- list ACTIVITY_ID|all",
  "       npm run -s koc -- accept APPLICATION…",
  "       npm run -s koc -- decline [--reason TEXT] APPLICATION…",
].join("\n");
const clock = createClock();

const lineOf = (one: KocApplication): string =>
  [
    `${one.activity_id}/${one.user_id}`,
    `applied ${one.applied_time.toISOString().slice(0, 10)}`,
    `helped by ${one.helpers} of ${one.goal}`,
    one.title,
    one.nickname,
    ...(one.mobile === null ? [] : [maskMobile(one.mobile)]),
  ].join("  ");

async function list(db: Database, which: string): Promise<string> {
  const waiting = await kocStore(db).waiting(which === "all" ? null : which);
  if (waiting.length === 0) return "none";
  const more = waiting.length === MAX_LISTED_APPLICATIONS ? ["and perhaps more: decide these first"] : [];
  return [...waiting.map(lineOf), ...more].join("\n");
}

/** Decides applications one by one: what is decided stays, whatever the next one is. */
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
    const isDone = await kocStore(db).review(verdict, commandLineActor, new Date(clock.now()));
    isAll &&= isDone;
    lines.push(`${isDone ? (status === 2 ? "accepted" : "declined") : "not in review"}  ${application}`);
  }
  return isAll ? lines.join("\n") : exitWithError(lines.join("\n"));
}

function parseKocArguments() {
  try {
    return parseArgs({ options: { reason: { type: "string" } }, allowPositionals: true });
  } catch {
    return exitWithError(usage);
  }
}
function parseCommand(): (db: Database) => Promise<string> {
  const { values, positionals } = parseKocArguments();
  const [act, ...about] = positionals;
  const reason = values.reason?.trim() ?? null;
  const areApplications = about.length > 0 && about.every((one) => /^\d{1,19}\/\d{1,19}$/.test(one));
  if (act === "list" && about.length === 1 && /^(all|\d{1,19})$/.test(about[0] ?? ""))
    return (db) => list(db, about[0] ?? "");
  if (act === "accept" && areApplications && reason === null) return (db) => decide(db, 2, about, null);
  if (act === "decline" && areApplications && [...(reason ?? "")].length <= 60)
    return (db) => decide(db, 3, about, reason);
  return exitWithError(usage);
}
const run = parseCommand();
const config = readConfig();
if (config.databaseUrl === null)
  exitWithError("DATABASE_URL is not set: with the embedded database they are decided at /lab/koc");
await withInstallationDatabase(config, config.databaseUrl, async (db) => {
  process.stdout.write(`${await run(db)}\n`);
});
