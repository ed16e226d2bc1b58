import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { createClock } from "../server/clock.ts";
import { exitWith, readConfig, type Config } from "../server/config.ts";
import {
  bringCatalogue,
  CatalogueFault,
  checkCatalogue,
  listActivities,
  numbersOf,
  showActivity,
  type Change,
} from "../server/catalogue/index.ts";
import { aCommand } from "../server/database/audit.ts";
import type { Database } from "../server/database/database.ts";
import { withKept } from "./kept.ts";

/*
 * What the product is about, in an operator's hands (docs/catalogue.md): `npm run -s catalogue -- apply FILE.json`
 * brings dealers, series, activities, banners, benefits, KOC programmes and processes in, `check` says what that
 * would change; `publish` shows an activity, `withdraw` takes it back, `list` and `numbers` tell how things stand.
 */
const usage = [
  "usage: npm run -s catalogue -- check|apply FILE.json",
  "       npm run -s catalogue -- publish|withdraw|numbers ACTIVITY_ID",
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

async function list(db: Database): Promise<string> {
  const now = clock.now();
  const lines = (await listActivities(db)).map((row) => {
    const status = now < row.open_time.getTime() ? "soon" : now < row.close_time.getTime() ? "open" : "over";
    return [row.activity_id, row.is_published ? "published" : "draft", status, row.title].join("  ");
  });
  return lines.join("\n") || "none";
}

async function numbers(db: Database, activityId: string): Promise<string> {
  const found = await numbersOf(db, activityId, new Date(clock.now()));
  if (found === null) return exitWith(`there is no activity ${activityId}`);
  return Object.entries(found)
    .map(([name, value]) => `${name.replaceAll("_", " ")}: ${value ?? "no limit"}`)
    .join("\n");
}

async function show(db: Database, activityId: string, isPublished: boolean): Promise<string> {
  const about = { by: aCommand, now: new Date(clock.now()) };
  const outcome = await showActivity(db, activityId, isPublished, about);
  return outcome === "noActivity" ? exitWith(`there is no activity ${activityId}`) : outcome;
}

const acts: Readonly<Record<string, (db: Database, config: Config, about: string) => Promise<string>>> = {
  check: (db, config, path) => bring(db, config, path, true),
  apply: (db, config, path) => bring(db, config, path, false),
  publish: (db, _config, activityId) => show(db, activityId, true),
  withdraw: (db, _config, activityId) => show(db, activityId, false),
  numbers: (db, _config, activityId) => numbers(db, activityId),
  list: (db) => list(db),
};
const [act = "", about = "", ...rest] = process.argv.slice(2);
const run = Object.hasOwn(acts, act) ? acts[act] : undefined;
if (run === undefined || rest.length > 0 || (act === "list") !== (about === "")) exitWith(usage);
const config = readConfig();
if (config.databaseUrl === null)
  exitWith("DATABASE_URL is not set: the embedded database is its process's alone");
await withKept(config, config.databaseUrl, async (db) => {
  process.stdout.write(`${await run(db, config, about)}\n`);
});
