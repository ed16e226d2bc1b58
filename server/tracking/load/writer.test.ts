import { expect, it } from "vitest";
import type { RowChunk } from "./spool-part-reader.ts";
import { EventWriter } from "./writer.ts";

type Inserted = { readonly rows: number[] };
/** Creates a writer whose statements finish when the test calls `finish`. */
function sample({ maxRows = () => 100, badRow = -1 }: { maxRows?: () => number; badRow?: number } = {}) {
  const inserted: Inserted[] = [];
  const finish: (() => void)[] = [];
  const counts: Record<string, number> = {};
  const writer = new EventWriter({
    store: {
      insert: async (text: string) => {
        const rows = JSON.parse(text) as number[];
        inserted.push({ rows });
        await new Promise<void>((resolve) => finish.push(resolve));
        if (rows.includes(badRow)) throw Object.assign(new Error("bad data"), { code: "22P05" });
        return rows.length;
      },
      last: async () => [],
    },
    partitions: { ensure: async () => {}, resetKnownDays: () => {}, maintain: async () => {} },
    metrics: {
      count: (outcome: string, times = 1) => {
        counts[outcome] = (counts[outcome] ?? 0) + times;
      },
      storeFailed: () => {},
    },
    log: { warn: () => {} },
    now: () => 0,
    isForwarded: false,
    maxRows,
    restAfter: () => 0,
    onWritten: () => {},
  } as unknown as ConstructorParameters<typeof EventWriter>[0]);
  return { writer, inserted, finish, counts };
}
const chunk = (...rows: number[]): RowChunk => ({
  text: JSON.stringify(rows),
  count: rows.length,
  days: ["2026-11-21"],
});

it("X15 chunks that arrive during a statement are written in one statement, in order", async () => {
  const { writer, inserted, finish } = sample();
  const first = writer.write(chunk(1, 2));
  const others = [writer.write(chunk(3)), writer.write(chunk(4, 5)), writer.write(chunk(6))];
  await expect.poll(() => finish.length).toBe(1);
  finish[0]?.();
  expect(await first).toBe(true);
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  expect(await Promise.all(others)).toEqual([true, true, true]);
  expect(inserted.map(({ rows }) => rows)).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
});

it("X15 a statement has at most the current maximum of rows, except for a single larger chunk", async () => {
  let limit = 3;
  const { writer, inserted, finish } = sample({ maxRows: () => limit });
  const all = [chunk(1), chunk(2, 3), chunk(4, 5), chunk(6), chunk(7, 8, 9, 10, 11), chunk(12), chunk(13)];
  const results = all.map((one) => writer.write(one));
  for (let statement = 0; statement < 5; statement++) {
    await expect.poll(() => finish.length).toBe(statement + 1);
    if (statement === 3) limit = 1;
    finish[statement]?.();
  }
  await expect.poll(() => finish.length).toBe(6);
  finish[5]?.();
  expect(await Promise.all(results)).toEqual(all.map(() => true));
  expect(inserted.map(({ rows }) => rows)).toEqual([[1], [2, 3], [4, 5, 6], [7, 8, 9, 10, 11], [12], [13]]);
});

it("X15 a row that the database refuses does not affect others of the same statement", async () => {
  const { writer, inserted, finish, counts } = sample({ badRow: 4 });
  const first = writer.write(chunk(1));
  const others = [writer.write(chunk(2, 3)), writer.write(chunk(4, 5))];
  let finished = 0;
  const finishing = setInterval(() => finish[finished++]?.(), 1);
  expect(await Promise.all([first, ...others])).toEqual([true, true, true]);
  clearInterval(finishing);
  expect(counts).toEqual({ stored: 4, invalid: 1 });
  expect(inserted.at(-1)?.rows).toEqual([5]);
});
