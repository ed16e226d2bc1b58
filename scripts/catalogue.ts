import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { createClock } from "../server/clock.ts";
import { exitWith, readConfig, type Config } from "../server/config.ts";
import {
  bringCatalogue,
  callOff,
  CatalogueFault,
  checkCatalogue,
  listActivities,
  listAskingFor,
  numbersOf,
  showActivity,
  type Change,
  type ListedRow,
} from "../server/catalogue/index.ts";
import { aCommand } from "../server/database/audit.ts";
import type { Database } from "../server/database/database.ts";
import { withKept } from "./kept.ts";

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
    return exitWith(`${path} is no JSON file`);
  }
}

function told(changes: readonly Change[], isDry: boolean): string {
  const lines = changes
    .filter(({ outcome }) => outcome !== "same")
    .map(({ kind, id, outcome, fields }) =>
      [outcome, `${kind} ${id}`, ...(fields.length > 0 ? [fields.join(", ")] : [])].join("  "),
    );
  if (lines.length === 0) return "nothing changes";
  return [...lines, isDry ? "nothing was changed: apply does it" : `${lines.length} done`].join("\n");
}

async function bring(db: Database, config: Config, path: string, isDry: boolean): Promise<string> {
  const run = isDry ? checkCatalogue : bringCatalogue;
  try {
    return told(await run({ db, clock, config, by: aCommand }, read(path), dirname(path)), isDry);
  } catch (error) {
    if (!(error instanceof CatalogueFault)) throw error;
    const lines = Object.entries(error.faults).map(([place, fault]) => `${place}: ${fault}`);
    return exitWith(["nothing was changed:", ...lines].join("\n"));
  }
}

function lineOf(row: ListedRow): string {
  const now = clock.now();
  const status = now < row.open_time.getTime() ? "soon" : now < row.close_time.getTime() ? "open" : "over";
  const calledOff = row.called_off_reason;
  const shown = row.is_published ? "published" : calledOff === null ? "draft" : "called off";
  return [row.activity_id, shown, status, row.title, ...(calledOff === null ? [] : [calledOff])].join("  ");
}

const list = async (db: Database): Promise<string> =>
  (await listActivities(db)).map(lineOf).join("\n") || "none";

async function numbers(db: Database, activityId: string): Promise<string> {
  const found = await numbersOf(db, activityId, new Date(clock.now()));
  if (found === null) return exitWith(`there is no activity ${activityId}`);
  return Object.entries(found)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${value ?? "no limit"}`)
    .join("\n");
}

const byNow = () => ({ by: aCommand, now: new Date(clock.now()) });
/** What came of it, and who cannot take part any more where an activity has gone that their process asks for first. */
async function saidOf(
  db: Database,
  activityId: string,
  outcome: Awaited<ReturnType<typeof showActivity>>,
  isShown: boolean,
): Promise<string> {
  if (outcome === "noActivity") return exitWith(`there is no activity ${activityId}`);
  const asking = isShown ? [] : await listAskingFor(db, activityId, new Date(clock.now()));
  const warning = "whoever has not signed up for it cannot take part any more in:";
  return [outcome, ...(asking.length > 0 ? [warning] : []), ...asking.map(lineOf)].join("\n");
}
const show = async (db: Database, activityId: string, isPublished: boolean): Promise<string> =>
  saidOf(db, activityId, await showActivity(db, activityId, isPublished, byNow()), isPublished);

/** What guests can be told. */
const isReason = (text: string): boolean => /^[^\p{Cc}]{1,60}$/u.test(text);
async function end(db: Database, activityId: string, reason: string): Promise<string> {
  if (!isReason(reason)) return exitWith("--reason must be 1 to 60 characters in one line: guests read it");
  return saidOf(db, activityId, await callOff(db, activityId, reason, byNow()), false);
}

type Act = (db: Database, config: Config, about: string, reason: string) => Promise<string>;
const acts: Readonly<Record<string, Act>> = {
  check: (db, config, path) => bring(db, config, path, true),
  apply: (db, config, path) => bring(db, config, path, false),
  publish: (db, _config, activityId) => show(db, activityId, true),
  withdraw: (db, _config, activityId) => show(db, activityId, false),
  "call-off": (db, _config, activityId, reason) => end(db, activityId, reason),
  numbers: (db, _config, activityId) => numbers(db, activityId),
  list: (db) => list(db),
};
function given() {
  try {
    return parseArgs({ options: { reason: { type: "string" } }, allowPositionals: true });
  } catch {
    return exitWith(usage);
  }
}
const { values, positionals } = given();
const [act = "", about = "", ...rest] = positionals;
const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
const isAsked = (act === "list") === (about === "") && (act === "call-off" || values.reason === undefined);
if (run === undefined || rest.length > 0 || !isAsked) exitWith(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWith("DATABASE_URL is not set: the embedded database is its process's alone");
await withKept(config, config.databaseUrl, async (db) => {
  process.stdout.write(`${await run(db, config, about, values.reason?.trim() ?? "")}\n`);
});
