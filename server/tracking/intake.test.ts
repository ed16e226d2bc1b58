import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPart } from "./batch.ts";
import { Intake } from "./intake.ts";
import { Spool } from "./spool.ts";
import { formOf, sampleEvent } from "./test-client.ts";

let root: string;
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), "marque-intake-"))));
afterEach(() => rmSync(root, { recursive: true }));

/** A spool and what takes its events to a database that only counts them. */
function made() {
  const state = { isHeld: true, stored: 0 };
  const log = { warn: () => {}, error: () => {} } as never;
  const spool = new Spool({ root, isAlone: true, now: Date.now, log, onWritten: () => intake.look() });
  const intake = new Intake({
    spool,
    reader: {
      read: (part) => Promise.resolve(readPart(part, { rowsMost: 10, isHandedOn: false })),
      close: () => Promise.resolve(),
    },
    writer: {
      write: ({ count }: { count: number }) => {
        state.stored += count;
        return Promise.resolve(true);
      },
    } as never,
    metrics: { count: () => {} } as never,
    log,
    rowsAhead: () => 20,
    isHeld: () => state.isHeld,
  });
  const add = () =>
    new Promise((tell) => {
      spool.add({ body: Buffer.from(formOf.data(sampleEvent())), project: "App" }, false, tell);
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
