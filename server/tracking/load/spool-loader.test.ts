import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSpoolPart } from "./spool-part-reader.ts";
import { SpoolLoader } from "./spool-loader.ts";
import { TemporaryReadFailure } from "./reader.ts";
import { Spool } from "../spool/spool.ts";
import { sampleForm, sampleEvent } from "../test-client.ts";

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "marque-loader-"))));
afterEach(() => rmSync(root, { recursive: true }));

/** Error of a system call. */
const systemError = (code: string): Error => Object.assign(new Error(code), { code, syscall: "open" });

/** Creates a spool and a loader whose database only counts rows. */
function sample() {
  const state = {
    isPaused: true,
    pauseChecks: 0,
    missingFiles: 0,
    stored: 0,
    dropped: 0,
    failures: [] as Error[],
  };
  const log = { warn: () => state.missingFiles++, error: () => {} } as never;
  const spool = new Spool({ root, isAlone: true, now: Date.now, log, onWritten: () => loader.wake() });
  const loader = new SpoolLoader({
    spool,
    reader: {
      async read(part) {
        const error = state.failures.shift();
        if (error) throw error;
        return readSpoolPart(part, { maxRows: 10, isForwarded: false });
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
    isPaused: () => {
      state.pauseChecks++;
      return state.isPaused;
    },
  });
  const add = () =>
    new Promise((resolve) => {
      spool.add({ body: Buffer.from(sampleForm.data(sampleEvent())), project: "App" }, false, resolve);
    });
  /** Waits until the loader has checked several times whether the pause is over. */
  const untilPaused = async () => {
    const before = state.pauseChecks;
    await expect.poll(() => state.pauseChecks).toBeGreaterThan(before + 2);
  };
  return { state, spool, loader, add, untilPaused };
}

test("X15 in a burst events wait on disk and are stored once it is over", async () => {
  const { state, spool, loader, add, untilPaused } = sample();
  for (let number = 0; number < 5; number++) expect(await add()).toBe(true);
  await untilPaused();
  expect(state.stored).toBe(0);
  state.isPaused = false;
  await expect.poll(() => state.stored).toBe(5);
  await loader.end(5_000);
  await spool.close();
});

test("X15 settled and the shutdown do not wait for the end of a burst", async () => {
  const { state, spool, loader, add, untilPaused } = sample();
  for (let number = 0; number < 5; number++) await add();
  await loader.settled();
  expect(state.stored).toBe(5);
  await add();
  await untilPaused();
  expect(state.stored).toBe(5);
  await loader.end(20_000);
  expect(state.stored).toBe(6);
  await spool.close();
});

test.each([
  ["the disk fails", () => systemError("EIO")],
  ["too many files are open", () => systemError("EMFILE")],
  ["no thread can be made", () => new TemporaryReadFailure(null, "no memory")],
])("X15 events wait on disk while they cannot be read: %s", async (_name, error) => {
  const { state, spool, loader, add } = sample();
  for (let number = 0; number < 5; number++) await add();
  state.failures.push(error(), error());
  state.isPaused = false;
  loader.wake();
  await expect.poll(() => state.stored).toBe(5);
  expect([state.failures, state.dropped]).toEqual([[], 0]);
  await loader.end(5_000);
  await spool.close();
});

test("X15 a missing file does not stop the files after it", async () => {
  const { state, spool, loader, add } = sample();
  await add();
  const files = () =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".events"));
  // Waits for the marker, since renaming would recreate a file that is deleted at the same time.
  await expect.poll(() => files().join()).toMatch(/^[^,]+\.read\.events$/);
  for (const name of files()) rmSync(join(root, name));
  state.isPaused = false;
  // Resolves after the loader has dropped the missing file.
  await loader.settled();
  expect(state.missingFiles).toBe(1);
  await add();
  await expect.poll(() => state.stored).toBe(1);
  await loader.end(5_000);
  await spool.close();
});
