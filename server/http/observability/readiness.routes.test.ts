import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { databaseError, failingDatabase } from "../../testing/database/failing-database.ts";
import { testDatabase } from "../../testing/database/test-database.ts";

let failing: Awaited<ReturnType<typeof failingDatabase>>;
let app: TestApp;
beforeAll(async () => {
  failing = await failingDatabase();
  app = await testApp({ database: failing.database });
});
afterEach(() => failing.fail(null));
afterAll(async () => {
  await app.close();
  await failing.database.remove();
});

/** Status of /readyz, and the time until it, ms. */
async function ready(of: TestApp): Promise<{ status: number; took: number }> {
  const began = performance.now();
  const { statusCode } = await of.app.inject("/readyz");
  return { status: statusCode, took: performance.now() - began };
}
/** Waits until /readyz answers so; a result is kept for half a second. */
async function becomes(of: TestApp, status: number): Promise<void> {
  await expect.poll(async () => (await ready(of)).status, { timeout: 5_000 }).toBe(status);
}

test("HA22 /readyz is false while the database only reads: a demoted primary or a full disk", async () => {
  await becomes(app, 200);
  failing.fail({
    statements: /^\s*(insert|update|delete|lock)/i,
    error: () => databaseError("cannot execute UPDATE in a read-only transaction", "25006"),
  });
  await becomes(app, 503);
  expect((await app.app.inject("/healthz")).statusCode).toBe(200);
  failing.fail(null);
  await becomes(app, 200);
});

test("HA22 many requests for readiness at once cost one check", async () => {
  await becomes(app, 200);
  let statements = 0;
  failing.fail({
    statements: { test: (text: string) => (/^\s*lock table/.test(text) && statements++, false) } as RegExp,
    error: () => databaseError("none"),
  });
  const answers = await Promise.all(Array.from({ length: 40 }, () => ready(app)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(statements).toBeLessThanOrEqual(1);
});

test("HA22 /readyz is false within 5 s while a lock freezes sign-ups, and recovers by itself", async () => {
  const database = await testDatabase();
  const { source } = database;
  if (!("url" in source))
    throw new Error("needs a second connection, which an embedded database does not have");
  const frozen = await testApp({ database });
  const other = new pg.Client({ connectionString: source.url });
  await other.connect();
  try {
    await becomes(frozen, 200);
    await other.query("begin; lock table signup in access exclusive mode");
    const began = performance.now();
    await becomes(frozen, 503);
    expect(performance.now() - began).toBeLessThan(5_000);
    const { status, took } = await ready(frozen);
    expect(status).toBe(503);
    // A check that hangs already is not waited for again.
    expect(took).toBeLessThan(1_900);
    await other.query("rollback");
    await becomes(frozen, 200);
  } finally {
    await other.end();
    await frozen.close();
    await database.remove();
  }
});
