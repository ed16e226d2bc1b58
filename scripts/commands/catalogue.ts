import { dirname } from "node:path";
import { isBlank } from "#contract/core/text.ts";
import { readJsonFile, TextFileError } from "../../server/core/text-files.ts";
import { createClock } from "../../server/core/clock.ts";
import { exitWithError, type Config } from "../../server/config.ts";
import {
  importCatalogue,
  cancelActivity,
  CatalogueError,
  checkCatalogue,
  listActivities,
  listDependentActivities,
  activityStatistics,
  setActivityPublished,
  type CatalogueChange,
  type ListedActivityRow,
} from "../../server/catalogue/index.ts";
import { PREVIEW_DAYS, previewLinks } from "../../server/activity/index.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { readInstallationConfig, requirePictures, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Manages the catalogue (docs/catalogue.md): `npm run -s catalogue -- apply FILE.json` imports dealers, series,
 * activities, banners, benefits, KOC programmes and processes, `check` prints the changes without applying them;
 * `preview` prints an address that shows a draft, `publish` shows an activity, `withdraw` hides it, `call-off` cancels it and notifies its guests, `list` and
 * `numbers` print activities and statistics.
 */
const usage = [
  "usage: npm run -s catalogue -- check|apply FILE.json",
  "       npm run -s catalogue -- publish|withdraw|numbers|preview ACTIVITY_ID",
  "       npm run -s catalogue -- call-off ACTIVITY_ID --reason TEXT",
  "       npm run -s catalogue -- list",
].join("\n");
const clock = createClock();

function read(path: string): unknown {
  try {
    return readJsonFile(path);
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    return exitWithError(`${path}: ${error.message}`);
  }
}

function describeChanges(changes: readonly CatalogueChange[], isDryRun: boolean): string {
  const lines = changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) =>
      [outcome, `${kind} ${id}`, ...(fields.length > 0 ? [fields.join(", ")] : [])].join("  "),
    );
  if (lines.length === 0) return "no changes";
  return [...lines, isDryRun ? "not applied: use apply" : `${lines.length} done`].join("\n");
}

async function applyFile(db: Database, config: Config, path: string, isDryRun: boolean): Promise<string> {
  const apply = isDryRun ? checkCatalogue : importCatalogue;
  if (!isDryRun) await requirePictures(db, config);
  try {
    return describeChanges(
      await apply({ db, clock, config, by: commandLineActor }, read(path), dirname(path)),
      isDryRun,
    );
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const lines = Object.entries(error.problems).map(([place, fault]) => `${place}: ${fault}`);
    return exitWithError(["not applied:", ...lines].join("\n"));
  }
}

function lineOf(row: ListedActivityRow): string {
  const now = clock.now();
  const status = now < row.open_time.getTime() ? "soon" : now < row.close_time.getTime() ? "open" : "over";
  const cancelReason = row.called_off_reason;
  const state = row.is_published ? "published" : cancelReason === null ? "draft" : "cancelled";
  return [row.activity_id, state, status, row.title, ...(cancelReason === null ? [] : [cancelReason])].join(
    "  ",
  );
}

const list = async (db: Database): Promise<string> =>
  (await listActivities(db)).map(lineOf).join("\n") || "none";

async function printStatistics(db: Database, activityId: string): Promise<string> {
  const found = await activityStatistics(db, activityId, new Date(clock.now()));
  if (found === null) return exitWithError(`there is no activity ${activityId}`);
  return Object.entries(found)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${value ?? "no limit"}`)
    .join("\n");
}

const changeContext = () => ({ by: commandLineActor, now: new Date(clock.now()) });
/** Describes the outcome, and lists activities whose process requires a sign-up for an activity that was hidden. */
async function describeOutcome(
  db: Database,
  activityId: string,
  outcome: Awaited<ReturnType<typeof setActivityPublished>>,
  isPublished: boolean,
): Promise<string> {
  if (outcome === "noActivity") return exitWithError(`there is no activity ${activityId}`);
  const dependent = isPublished ? [] : await listDependentActivities(db, activityId, new Date(clock.now()));
  const warning = "people without a sign-up for it can no longer take part in:";
  return [outcome, ...(dependent.length > 0 ? [warning] : []), ...dependent.map(lineOf)].join("\n");
}
const publish = async (db: Database, activityId: string, isPublished: boolean): Promise<string> =>
  describeOutcome(
    db,
    activityId,
    await setActivityPublished(db, activityId, isPublished, changeContext()),
    isPublished,
  );

/** Whether a reason can be shown to guests. */
const isReason = (text: string): boolean => /^[^\p{Cc}\p{Cs}]{1,60}$/u.test(text) && !isBlank(text);
async function cancel(db: Database, activityId: string, reason: string): Promise<string> {
  if (!isReason(reason))
    return exitWithError("--reason must be 1 to 60 characters in one line: guests read it");
  return describeOutcome(
    db,
    activityId,
    await cancelActivity(db, activityId, reason, changeContext()),
    false,
  );
}

/** Creates a preview: the addresses that show a draft, and its coupons, for some days. */
async function preview(db: Database, { publicOrigin }: Config, activityId: string): Promise<string> {
  if (publicOrigin === null) return exitWithError("PUBLIC_ORIGIN is not set: a preview needs an origin");
  const issued = await previewLinks({ db, clock, by: commandLineActor }).add(activityId);
  if (issued === null) return exitWithError(`there is no activity ${activityId}`);
  return [
    publicOrigin + issued.path,
    publicOrigin + issued.couponPath,
    `valid for ${PREVIEW_DAYS} days; revoke with: staff-link revoke preview LINK_ID`,
  ].join("\n");
}

type Subcommand = (db: Database, config: Config, target: string, reason: string) => Promise<string>;
const subcommands: Readonly<Record<string, Subcommand>> = {
  check: (db, config, path) => applyFile(db, config, path, true),
  apply: (db, config, path) => applyFile(db, config, path, false),
  publish: (db, _config, activityId) => publish(db, activityId, true),
  withdraw: (db, _config, activityId) => publish(db, activityId, false),
  "call-off": (db, _config, activityId, reason) => cancel(db, activityId, reason),
  numbers: (db, _config, activityId) => printStatistics(db, activityId),
  list: (db) => list(db),
  preview: (db, config, activityId) => preview(db, config, activityId),
};
const { values, positionals } = parseArguments(usage, ["reason"]);
const [name = "", target = "", ...rest] = positionals;
const run = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
const isComplete =
  (name === "list") === (target === "") && (name === "call-off" || values.reason === undefined);
if (run === undefined || rest.length > 0 || !isComplete) exitWithError(usage);
const config = readInstallationConfig();
await withInstallationDatabase(config, async (db) => {
  process.stdout.write(`${await run(db, config, target, values.reason?.trim() ?? "")}\n`);
});
