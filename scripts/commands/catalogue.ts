import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { createClock } from "../../server/core/clock.ts";
import { exitWithError, readConfig, type Config } from "../../server/config.ts";
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
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { withInstallationDatabase } from "./cli-database.ts";

/*
 * What the product is about, in an operator's hands (docs/catalogue.md): `npm run -s catalogue -- apply FILE.json`
 * brings dealers, series, activities, banners, benefits, KOC programmes and processes in, `check` says what that
 * would change; `publish` shows an activity, `withdraw` takes it back, `call-off` tells its guests that it does not take
 * place, `list` and `numbers` tell how things stand.
 */
const usage = [
  "usage: npm run -s catalogue -- check|apply FILE.json",
  "       npm run -s catalogue -- publish|withdraw|numbers ACTIVITY_ID",
  "       npm run -s catalogue -- call-off ACTIVITY_ID --reason TEXT",
  "       npm run -s catalogue -- list",
].join("\n");
const clock = createClock();

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as unknown;
  } catch {
    return exitWithError(`${path} is no JSON file`);
  }
}

function describeChanges(changes: readonly CatalogueChange[], isDry: boolean): string {
  const lines = changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) =>
      [outcome, `${kind} ${id}`, ...(fields.length > 0 ? [fields.join(", ")] : [])].join("  "),
    );
  if (lines.length === 0) return "nothing changes";
  return [...lines, isDry ? "nothing was changed: apply does it" : `${lines.length} done`].join("\n");
}

async function applyFile(db: Database, config: Config, path: string, isDry: boolean): Promise<string> {
  const run = isDry ? checkCatalogue : importCatalogue;
  try {
    return describeChanges(
      await run({ db, clock, config, by: commandLineActor }, read(path), dirname(path)),
      isDry,
    );
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const lines = Object.entries(error.faults).map(([place, fault]) => `${place}: ${fault}`);
    return exitWithError(["nothing was changed:", ...lines].join("\n"));
  }
}

function lineOf(row: ListedActivityRow): string {
  const now = clock.now();
  const status = now < row.open_time.getTime() ? "soon" : now < row.close_time.getTime() ? "open" : "over";
  const calledOff = row.called_off_reason;
  const shown = row.is_published ? "published" : calledOff === null ? "draft" : "called off";
  return [row.activity_id, shown, status, row.title, ...(calledOff === null ? [] : [calledOff])].join("  ");
}

const list = async (db: Database): Promise<string> =>
  (await listActivities(db)).map(lineOf).join("\n") || "none";

async function numbers(db: Database, activityId: string): Promise<string> {
  const found = await activityStatistics(db, activityId, new Date(clock.now()));
  if (found === null) return exitWithError(`there is no activity ${activityId}`);
  return Object.entries(found)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${value ?? "no limit"}`)
    .join("\n");
}

const byNow = () => ({ by: commandLineActor, now: new Date(clock.now()) });
/** What came of it, and who cannot take part any more where an activity has gone that their process asks for first. */
async function describeOutcome(
  db: Database,
  activityId: string,
  outcome: Awaited<ReturnType<typeof setActivityPublished>>,
  isShown: boolean,
): Promise<string> {
  if (outcome === "noActivity") return exitWithError(`there is no activity ${activityId}`);
  const asking = isShown ? [] : await listDependentActivities(db, activityId, new Date(clock.now()));
  const warning = "whoever has not signed up for it cannot take part any more in:";
  return [outcome, ...(asking.length > 0 ? [warning] : []), ...asking.map(lineOf)].join("\n");
}
const show = async (db: Database, activityId: string, isPublished: boolean): Promise<string> =>
  describeOutcome(
    db,
    activityId,
    await setActivityPublished(db, activityId, isPublished, byNow()),
    isPublished,
  );

/** What guests can be told. */
const isReason = (text: string): boolean => /^[^\p{Cc}]{1,60}$/u.test(text);
async function runCancelActivity(db: Database, activityId: string, reason: string): Promise<string> {
  if (!isReason(reason))
    return exitWithError("--reason must be 1 to 60 characters in one line: guests read it");
  return describeOutcome(db, activityId, await cancelActivity(db, activityId, reason, byNow()), false);
}

type Act = (db: Database, config: Config, about: string, reason: string) => Promise<string>;
const acts: Readonly<Record<string, Act>> = {
  check: (db, config, path) => applyFile(db, config, path, true),
  apply: (db, config, path) => applyFile(db, config, path, false),
  publish: (db, _config, activityId) => show(db, activityId, true),
  withdraw: (db, _config, activityId) => show(db, activityId, false),
  "call-off": (db, _config, activityId, reason) => runCancelActivity(db, activityId, reason),
  numbers: (db, _config, activityId) => numbers(db, activityId),
  list: (db) => list(db),
};
function parseCatalogueArguments() {
  try {
    return parseArgs({ options: { reason: { type: "string" } }, allowPositionals: true });
  } catch {
    return exitWithError(usage);
  }
}
const { values, positionals } = parseCatalogueArguments();
const [act = "", about = "", ...rest] = positionals;
const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
const isAsked = (act === "list") === (about === "") && (act === "call-off" || values.reason === undefined);
if (run === undefined || rest.length > 0 || !isAsked) exitWithError(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWithError("DATABASE_URL is not set: the embedded database is its process's alone");
await withInstallationDatabase(config, config.databaseUrl, async (db) => {
  process.stdout.write(`${await run(db, config, about, values.reason?.trim() ?? "")}\n`);
});
