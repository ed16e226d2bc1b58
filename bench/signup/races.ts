// Races over HTTP at full size: two servers of the product on one database, with concurrent requests. Each
// race runs with its guard, and must be exact, and with the guard removed, and must not be:
//   node bench/signup/races.ts             on embedded PGlite and on a PostgreSQL started for it
//   node bench/signup/races.ts "M16|L18"   only those whose name matches
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { migrate } from "../../server/database/migrations/migrate.ts";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { openRaceEnvironment, type RaceEnvironment } from "../../server/testing/races/race-environment.ts";
import { races } from "../../server/testing/races/index.ts";
import type { RaceCounts, Race, RaceSize } from "../../server/testing/races/race.ts";
import type { RaceDatabaseSource } from "../../server/testing/races/guard-removal.ts";

/** Limited resources: 5,000 posts of 500 people. */
const FULL: RaceSize = { people: 500, posts: 10, places: 100 };
const USUAL: RaceSize = { people: 250, posts: 4, places: 100 };
const isLimitedResource = ({ name }: Race): boolean =>
  /^(L10 seats of an activity|M16 coupons|M06)/.test(name);
/** Without guards every read waits, so fewer requests take as long. */
const UNGUARDED: RaceSize = { people: 50, posts: 4, places: 10 };
const wanted = new RegExp(process.argv[2] ?? "");
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const sameFigures = (one: RaceCounts, other: RaceCounts): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
const shown = (figures: RaceCounts): string =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

let isPassed = true;
/** Results by race, for each database with its guard and without. */
const table = new Map<string, { guard: string; found: string[] }>();
const columns: string[] = [];
async function once(race: Race, field: RaceEnvironment, usual: RaceSize, isGuarded: boolean): Promise<void> {
  const size = race.size?.(usual) ?? usual;
  const started = performance.now();
  const found = await field.without(race.guardRemoval, () => race.run(field, size));
  const isExact = sameFigures(found, race.exact(size));
  const isRight = isExact === isGuarded;
  isPassed &&= isRight;
  const line = table.get(race.name) ?? { guard: race.guard, found: [] };
  line.found.push(`${isRight ? "" : "WRONG: "}${isExact ? "exact" : "not exact"}`);
  table.set(race.name, line);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  const what = isGuarded ? "guarded  " : "unguarded";
  const how = `${size.people} × ${size.posts}`.padStart(8);
  say(
    `${isRight ? "ok  " : "FAIL"} ${what} ${race.name.padEnd(50)} ${how}  ${shown(found)}` +
      `${isExact ? "" : ` | exact: ${shown(race.exact(size))}`}  (${seconds} s)`,
  );
}

/** @param fresh creates a migrated, empty database */
async function runAll(kind: string, fresh: () => Promise<RaceDatabaseSource>): Promise<void> {
  say(`\n${kind}`);
  const chosen = races.filter(({ name }) => wanted.test(name));
  for (const isGuarded of [true, false]) {
    columns.push(`${kind} ${isGuarded ? "guarded" : "without"}`);
    const field = await openRaceEnvironment(await fresh(), isGuarded);
    for (const race of chosen)
      await once(race, field, isGuarded ? (isLimitedResource(race) ? FULL : USUAL) : UNGUARDED, isGuarded);
    await field.close();
  }
}
/** Prints one line per race. */
function printTable(): void {
  const head = ["race", "guard", ...columns];
  const rows = [...table].map(([name, { guard, found }]) => [name, guard, ...found]);
  const widths = head.map((_name, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const padded = (row: readonly string[]) => row.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ");
  say(`\n${padded(head)}\n${widths.map((width) => "-".repeat(width)).join("  ")}`);
  for (const row of rows) say(padded(row));
}
async function migrated(source: RaceDatabaseSource): Promise<RaceDatabaseSource> {
  const { db } = await connectDatabase(source);
  await migrate(db);
  if ("url" in source) await db.destroy();
  return source;
}

const folder = mkdtempSync(join(tmpdir(), "marque-races-"));
const cluster = await startPostgres(findPostgres() ?? "");
let made = 0;
try {
  await runAll("PGlite", async () =>
    migrated({ pglite: await PGlite.create(join(folder, `pglite-${++made}`)) }),
  );
  await runAll("PostgreSQL", async () => {
    const name = `races_${++made}`;
    await cluster.execute(`create database ${name}`);
    return migrated({ url: cluster.url(name) });
  });
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
printTable();
say(isPassed ? "\nall exact with their guards, none without" : "\nFAILED");
process.exitCode = isPassed ? 0 : 1;
