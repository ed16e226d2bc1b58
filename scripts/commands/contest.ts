import { createClock } from "../../server/core/clock.ts";
import { exitWithError } from "../../server/config.ts";
import {
  MAX_LISTED_ENTRIES,
  moderationStore,
  type ReviewedEntry,
} from "../../server/contest/moderation-store.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { serverSecret } from "../../server/database/shared-tables/server-secret.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { signPictureUrl } from "../../server/picture/delivery/signed-url.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Decides about entries of contests (docs/catalogue.md): `npm run -s contest -- list ACTIVITY_ID` prints those in
 * review, hidden or complained about, with addresses of their pictures; `show` and `hide` decide.
 */
const usage = [
  "usage: npm run -s contest -- list ACTIVITY_ID",
  "       npm run -s contest -- show ENTRY…",
  "       npm run -s contest -- hide ENTRY…",
].join("\n");
const clock = createClock();
const states = ["in review", "shown", "hidden"] as const;

const config = readInstallationConfig();

async function lineOf(db: Database, entry: ReviewedEntry): Promise<string> {
  const secret = await serverSecret(db, clock, "picture");
  const picture =
    entry.storage_key === null
      ? entry.picture
      : `${config.publicOrigin ?? ""}${signPictureUrl(secret, entry.storage_key, clock.now())}`;
  return [
    entry.entry_id,
    states[entry.status],
    `${entry.votes} votes`,
    `${entry.reports} complaints`,
    entry.author_name,
    entry.caption,
    picture,
  ].join("  ");
}

async function list(db: Database, activityId: string): Promise<string> {
  const waiting = await moderationStore(db).waiting(activityId);
  if (waiting.length === 0) return "none";
  const lines = await Promise.all(waiting.map((entry) => lineOf(db, entry)));
  const more = waiting.length === MAX_LISTED_ENTRIES ? ["there may be more: decide these first"] : [];
  return [...lines, ...more].join("\n");
}

/** Decides entries one by one: a failed one does not revert the others. */
async function decide(db: Database, status: 1 | 2, entryIds: readonly string[]): Promise<string> {
  const lines: string[] = [];
  let isAll = true;
  for (const entryId of entryIds) {
    const isDone = await moderationStore(db).decide(entryId, status, commandLineActor, new Date(clock.now()));
    isAll &&= isDone;
    lines.push(`${isDone ? states[status] : "no such entry"}  ${entryId}`);
  }
  return isAll ? lines.join("\n") : exitWithError(lines.join("\n"));
}

function parseCommand(): (db: Database) => Promise<string> {
  const { positionals } = parseArguments(usage, []);
  const [command, ...targets] = positionals;
  const [target = ""] = targets;
  const areIds = targets.length > 0 && targets.every((text) => /^\d{1,19}$/.test(text));
  if (command === "list" && areIds && targets.length === 1) return (db) => list(db, target);
  if (command === "show" && areIds) return (db) => decide(db, 1, targets);
  if (command === "hide" && areIds) return (db) => decide(db, 2, targets);
  return exitWithError(usage);
}
const run = parseCommand();
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await run(db)}\n`);
});
