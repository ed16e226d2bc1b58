import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import { openRaceEnvironment, type RaceEnvironment } from "./race-environment.ts";
import { races } from "./index.ts";
import type { RaceSize } from "./race.ts";
import type { RaceDatabaseSource } from "./guard-removal.ts";

/** Enough for every race to fail without its guard; bench/signup/races.ts has the full sizes. */
const SMALL: RaceSize = { people: 12, posts: 4, places: 5 };
/** A race may be exact by chance: without its guard it must fail in one of so many runs. */
const RUNS = 5;
let databases: readonly TestDatabaseSource[] = [];
let guarded: RaceEnvironment;
let open: RaceEnvironment;
beforeAll(async () => {
  // One database each, since servers work on every row that they find.
  databases = [await testDatabase(), await testDatabase()];
  const [one, other] = databases.map(({ source }) => source as RaceDatabaseSource) as [
    RaceDatabaseSource,
    RaceDatabaseSource,
  ];
  guarded = await openRaceEnvironment(one, true);
  open = await openRaceEnvironment(other, false);
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  for (const { remove } of databases) await remove();
});

describe.each(races)("$name", (race) => {
  const size = race.size?.(SMALL) ?? SMALL;
  test(`is exact on two servers: ${race.guard}`, async () => {
    expect(await guarded.without(race.guardRemoval, () => race.run(guarded, size))).toEqual(race.exact(size));
  });
  test(`is not exact without its guard`, async () => {
    const exact = race.exact(size);
    const isExact = async (): Promise<boolean> =>
      isDeepStrictEqual(await open.without(race.guardRemoval, () => race.run(open, size)), exact);
    let runs = 1;
    while (runs < RUNS && (await isExact())) runs++;
    expect(runs < RUNS || !(await isExact())).toBe(true);
  });
});
