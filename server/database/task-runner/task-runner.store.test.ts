import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openTestDatabase } from "../../testing/database/test-database.ts";
import { readChangesSince } from "../../http/cache/content-change-store.ts";
import { taskRunnerStore } from "./store.ts";
import { TaskRunner } from "./task-runner.ts";

const log = { info() {}, warn() {}, debug() {} } as unknown as FastifyBaseLogger;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
const runners: TaskRunner[] = [];
beforeEach(() => sql`delete from task_runner`.execute(database.db));
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

function newRunner(isAlone = false): TaskRunner {
  const runner = new TaskRunner(database.db, log, { isAlone });
  runners.push(runner);
  return runner;
}
async function heldRunner(): Promise<TaskRunner> {
  const runner = newRunner();
  await runner.request();
  expect(runner.isHeld).toBe(true);
  return runner;
}
/** Ends the lease by the database's clock, as if its holder had not renewed it for 10 s. */
const endLease = () =>
  sql`update task_runner set leased_until = clock_timestamp() - interval '1 second'`.execute(database.db);

test("HA06 of many processes that request the role at once one gets it, at first and after each lease", async () => {
  for (let round = 0; round < 10; round++) {
    const all = Array.from({ length: 8 }, () => newRunner());
    await Promise.all(all.map((runner) => runner.request()));
    expect(all.filter(({ isHeld }) => isHeld).length).toBe(1);
    // The role was given up, as at the end of a lease.
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  }
});

test("HA06 a runner keeps the role while it renews; one that was replaced loses it with its next request", async () => {
  const first = await heldRunner();
  const second = newRunner();
  await second.request();
  await first.request();
  expect([first.isHeld, second.isHeld]).toEqual([true, false]);
  await endLease();
  await second.request();
  expect(second.isHeld).toBe(true);
  await first.request();
  expect(first.isHeld).toBe(false);
});

test("HA06 a runner that hung or could not renew starts nothing before another can take over", async () => {
  const runner = await heldRunner();
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from leased_until - clock_timestamp())::float8 as left from task_runner`.execute(
    database.db,
  );
  // The lease ends in 10 s at most: 2 s after the time for which this process uses it.
  expect(rows[0]?.left).toBeLessThanOrEqual(10);
  const [wall, monotonic] = [Date.now, performance.now.bind(performance)];
  try {
    Date.now = () => wall() + 8_000;
    expect(runner.isHeld).toBe(false);
    Date.now = wall;
    performance.now = () => monotonic() + 8_000;
    expect(runner.isHeld).toBe(false);
  } finally {
    Date.now = wall;
    performance.now = monotonic;
  }
  expect(runner.isHeld).toBe(true);
});

test("HA06 a process without the role requests it again when the lease of a killed runner ends", async () => {
  await heldRunner();
  const delays = vi.spyOn(globalThis, "setTimeout");
  await newRunner().request();
  const delay = Math.max(...delays.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms < 15_000));
  delays.mockRestore();
  expect(delay).toBeGreaterThan(0);
  expect(delay).toBeLessThanOrEqual(10_500);
});

test("HA06 a runner that stops gives the role up at once, notifies the others, and leaves its last runs", async () => {
  const { db } = database;
  const { snapshot } = await readChangesSince(db, null);
  const first = newRunner();
  const ran = Promise.withResolvers<void>();
  first.tasks.schedule("audit.seal", 1, () => {
    ran.resolve();
    return Promise.reject(new Error("unavailable"));
  });
  await first.request();
  await ran.promise;
  await vi.waitUntil(() => first.runs.size > 0);
  const second = newRunner();
  await second.request();
  expect(second.isHeld).toBe(false);
  await first.stop();
  expect(first.isHeld).toBe(false);
  expect((await readChangesSince(db, snapshot)).topics).toEqual(["task-runner"]);
  second.tasks.schedule("audit.seal", 3_600_000, () => Promise.resolve());
  second.onReleased();
  await vi.waitUntil(() => second.isHeld);
  expect(second.runs.get("audit.seal")?.hasFailed).toBe(true);
  const stored = await taskRunnerStore(db).listRuns();
  expect(stored.find(({ name }) => name === "audit.seal")).toMatchObject({ has_failed: true });
});

test("HA06 a process without the role stores no runs", async () => {
  await heldRunner();
  const store = taskRunnerStore(database.db);
  const runs = [{ name: "audit.purge", age: 0, has_failed: false, seconds: 1 }];
  const outcome = await store.lease(crypto.randomUUID(), 10, { isAlone: false, runs });
  expect(outcome.is_held).toBe(false);
  await store.release(crypto.randomUUID(), runs);
  expect((await store.listRuns()).map(({ name }) => name)).not.toContain("audit.purge");
});

test("HA06 the only process of an embedded database does not wait for the lease of one that was killed", async () => {
  await heldRunner();
  const only = newRunner(true);
  await only.request();
  expect(only.isHeld).toBe(true);
});
