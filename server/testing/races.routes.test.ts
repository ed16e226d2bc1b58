import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDatabase, type TestSource } from "./database.ts";
import { openField, type Field } from "./races/field.ts";
import { races } from "./races/index.ts";
import type { Size } from "./races/race.ts";
import type { Source } from "./races/unguarded.ts";

/** Enough for every race to go wrong without its guard; bench/races.ts has the full sizes. */
const SMALL: Size = { people: 12, posts: 4, places: 5 };
/** A race may be exact by luck: without its guard it goes wrong in one of so many runs. */
const RUNS = 5;
let databases: readonly TestSource[] = [];
let guarded: Field;
let open: Field;
beforeAll(async () => {
  // One each: servers look after what they find in their database, whoever put it there.
  databases = [await testDatabase(), await testDatabase()];
  const [one, other] = databases.map(({ source }) => source as Source) as [Source, Source];
  guarded = await openField(one, true);
  open = await openField(other, false);
});
afterAll(async () => {
  await open.close();
  await guarded.close();
  for (const { remove } of databases) await remove();
});

describe.each(races)("$name", (race) => {
  const size = race.size?.(SMALL) ?? SMALL;
  test(`is exact on two servers: ${race.guard}`, async () => {
    expect(await guarded.without(race.opening, () => race.run(guarded, size))).toEqual(race.exact(size));
  });
  test(`is not with its guard out`, async () => {
    const exact = race.exact(size);
    const isExact = async (): Promise<boolean> =>
      isDeepStrictEqual(await open.without(race.opening, () => race.run(open, size)), exact);
    let runs = 1;
    while (runs < RUNS && (await isExact())) runs++;
    expect(runs < RUNS || !(await isExact())).toBe(true);
  });
});
