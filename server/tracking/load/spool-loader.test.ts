import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSpoolPart } from "./spool-part-reader.ts";
import { SpoolLoader } from "./spool-loader.ts";
import { TemporaryReadFailure } from "./reader.ts";
import { Spool } from "../spool/spool.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "marque-intake-"))));
afterEach(() => rmSync(root, { recursive: true }));

/** As the system says that it gives a file not now, or not any more. */
const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: "open" });

/** A spool and what takes its events to a database that only counts them. */
function made() {
  const state = { isHeld: true, stored: 0, dropped: 0, failing: [] as Error[] };
  const log = { warn: () => {}, error: () => {} } as never;
  const spool = new Spool({ root, isAlone: true, now: Date.now, log, onWritten: () => intake.look() });
  const intake = new SpoolLoader({
    spool,
    reader: {
      async read(part) {
        const error = state.failing.shift();
        if (error) throw error;
        return readSpoolPart(part, { rowsMost: 10, isHandedOn: false });
      },
      close: () => Promise.resolve(),
    },
    writer: {
      write: ({ count }: { count: number }) => {
        state.stored += count;
        return Promise.resolve(true);
      },
    } as never,
    metrics: { count: () => state.dropped++ } as never,
    log,
    rowsAhead: () => 20,
    isHeld: () => state.isHeld,
  });
  const add = () =>
    new Promise((tell) => {
      spool.add({ body: Buffer.from(sampleForm.data(sampleEvent())), project: "App" }, false, tell);
    });
  return { state, spool, intake, add };
}

test("X15 in a burst what is taken waits on disk, and is stored once it is over", async () => {
  const { state, spool, intake, add } = made();
  for (let number = 0; number < 5; number++) expect(await add()).toBe(true);
  await setTimeout(200);
  expect(state.stored).toBe(0);
  state.isHeld = false;
  await expect.poll(() => state.stored).toBe(5);
  await intake.end(5_000);
  await spool.close();
});

test("X15 whoever waits for what was taken, as the end of the process does, waits for no burst", async () => {
  const { state, spool, intake, add } = made();
  for (let number = 0; number < 5; number++) await add();
  await intake.settled();
  expect(state.stored).toBe(5);
  await add();
  await setTimeout(120);
  expect(state.stored).toBe(5);
  await intake.end(20_000);
  expect(state.stored).toBe(6);
  await spool.close();
});

test.each([
  ["the disk gives none of it", () => systemError("EIO")],
  ["too many files are open", () => systemError("EMFILE")],
  ["no thread can be made", () => new TemporaryReadFailure(null, "no memory")],
])("X15 what was taken waits where it cannot be read for a while: %s", async (_why, error) => {
  const { state, spool, intake, add } = made();
  for (let number = 0; number < 5; number++) await add();
  state.failing.push(error(), error());
  state.isHeld = false;
  intake.look();
  await expect.poll(() => state.stored).toBe(5);
  expect([state.failing, state.dropped]).toEqual([[], 0]);
  await intake.end(5_000);
  await spool.close();
});

test("X15 a file that is gone is no obstacle to what comes after it", async () => {
  const { state, spool, intake, add } = made();
  await add();
  const files = () =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".events"));
  // Its name is changed to say that it is about to be read: one that goes while that is under way comes back by it.
  await expect.poll(() => files().join()).toMatch(/^[^,]+\.read\.events$/);
  for (const name of files()) rmSync(join(root, name));
  state.isHeld = false;
  intake.look();
  await setTimeout(200);
  await add();
  await expect.poll(() => state.stored).toBe(1);
  await intake.end(5_000);
  await spool.close();
});
