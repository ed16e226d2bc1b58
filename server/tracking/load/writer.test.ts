import { expect, it } from "vitest";
import type { RowChunk } from "./spool-part-reader.ts";
import { EventWriter } from "./writer.ts";

type Inserted = { readonly rows: number[] };
/** A writer over a database that answers when told to. */
function sample({ rowsMost = () => 100, spoilt = -1 }: { rowsMost?: () => number; spoilt?: number } = {}) {
  const inserted: Inserted[] = [];
  const answers: (() => void)[] = [];
  const counts: Record<string, number> = {};
  const writer = new EventWriter({
    store: {
      insert: async (text: string) => {
        const rows = JSON.parse(text) as number[];
        inserted.push({ rows });
        await new Promise<void>((resolve) => answers.push(resolve));
        if (rows.includes(spoilt)) throw Object.assign(new Error("bad data"), { code: "22P05" });
        return rows.length;
      },
      last: async () => [],
    },
    partitions: { ensure: async () => {}, forget: () => {}, maintain: async () => {} },
    metrics: {
      count: (outcome: string, times = 1) => {
        counts[outcome] = (counts[outcome] ?? 0) + times;
      },
    },
    log: { warn: () => {} },
    now: () => 0,
    isHandedOn: false,
    rowsMost,
    rest: () => 0,
    onWritten: () => {},
  } as unknown as ConstructorParameters<typeof EventWriter>[0]);
  return { writer, inserted, answers, counts };
}
const chunk = (...rows: number[]): RowChunk => ({
  text: JSON.stringify(rows),
  count: rows.length,
  days: ["2026-11-21"],
});

it("X15 what waits while a statement is under way is written in one statement, in its order", async () => {
  const { writer, inserted, answers } = sample();
  const first = writer.write(chunk(1, 2));
  const others = [writer.write(chunk(3)), writer.write(chunk(4, 5)), writer.write(chunk(6))];
  await expect.poll(() => answers.length).toBe(1);
  answers[0]?.();
  expect(await first).toBe(true);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  expect(await Promise.all(others)).toEqual([true, true, true]);
  expect(inserted.map(({ rows }) => rows)).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
});

it("X15 no statement holds more than it may at the moment, but a chunk that is larger by itself", async () => {
  let most = 3;
  const { writer, inserted, answers } = sample({ rowsMost: () => most });
  const all = [chunk(1), chunk(2, 3), chunk(4, 5), chunk(6), chunk(7, 8, 9, 10, 11), chunk(12), chunk(13)];
  const told = all.map((one) => writer.write(one));
  for (let statement = 0; statement < 5; statement++) {
    await expect.poll(() => answers.length).toBe(statement + 1);
    if (statement === 3) most = 1;
    answers[statement]?.();
  }
  await expect.poll(() => answers.length).toBe(6);
  answers[5]?.();
  expect(await Promise.all(told)).toEqual(all.map(() => true));
  expect(inserted.map(({ rows }) => rows)).toEqual([[1], [2, 3], [4, 5, 6], [7, 8, 9, 10, 11], [12], [13]]);
});

it("X15 a row that the database never takes costs nobody else's in the same statement", async () => {
  const { writer, inserted, answers, counts } = sample({ spoilt: 4 });
  const first = writer.write(chunk(1));
  const others = [writer.write(chunk(2, 3)), writer.write(chunk(4, 5))];
  let answered = 0;
  const answering = setInterval(() => answers[answered++]?.(), 1);
  expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
  clearInterval(answering);
  expect(counts).toEqual({ stored: 4, invalid: 1 });
  expect(inserted.at(-1)?.rows).toEqual([5]);
});
