import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestDatabaseSource } from "../database/test-database.ts";
import { openRaceEnvironment, type RaceEnvironment } from "../races/race-environment.ts";
import type { RaceDatabaseSource } from "../races/guard-removal.ts";
import { limitRaces } from "./limit-table.ts";

/** A race may be exact by chance: without its guard it must fail in one of so many runs. */
const RUNS = 5;
let databases: readonly TestDatabaseSource[] = [];
let guarded: RaceEnvironment;
let open: RaceEnvironment;
beforeAll(async () => {
  databases = [await testDatabase(), await testDatabase()];
  const [one, other] = databases.map(({ source }) => source as RaceDatabaseSource) as [
    RaceDatabaseSource,
    RaceDatabaseSource,
  ];
  guarded = await openRaceEnvironment(one, true, { RATE_LIMITS: "on" });
  open = await openRaceEnvironment(other, false, { RATE_LIMITS: "on" });
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  for (const { remove } of databases) await remove();
});

describe.each(limitRaces)("T10 limit: $name", (race) => {
  test("twice as many at once on two servers do not exceed it", async () => {
    expect(await race.fire(guarded, 2 * race.left)).toBe(race.left);
  });
  test("without its guard they do", async () => {
    const fire = () => open.without(race.guardRemoval, () => race.fire(open, 2 * Math.max(2, race.left)));
    let most = 0;
    for (let run = 0; run < RUNS && most <= race.left; run++) most = Math.max(most, await fire());
    expect(most).toBeGreaterThan(race.left);
  });
});
