import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listNearby, listSeries } from "#contract/activity/activity.ts";
import { listGroups } from "#contract/club/club.ts";
import { showUser } from "#contract/session/session.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { contractClient } from "../testing/contract-client.ts";
import { newPerson } from "../testing/people.ts";
import { startAndInterrupt, startExpectingFailure, startProduct } from "../testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { productionEnvironment } from "../../server/testing/production-environment.ts";
import { simulator } from "../testing/simulator.ts";
import { appAddress } from "../testing/page-actions.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-start-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const productionOn = (databaseUrl?: string) => ({
  ...productionEnvironment(folder, databaseUrl),
  SIMULATORS: "",
  DEMO_DATA: "",
  CAPTCHA_TEST_X: "",
  SMS_TEST_CODE: "",
});

test("Z01 Z06 the product, started like npm start, serves its pages, health checks and metrics", async () => {
  const { origin, stop } = await startProduct({}, inject("filled"));
  for (const path of [WEB_BASE, "/healthz", "/readyz", "/metrics"])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
  await stop();
});

/** `isLate`: the fault shows after the database is open, so that the start copies prepared data. */
type StartFault = [what: string, settings: () => Record<string, string>, names: RegExp, isLate?: true];
test.each<StartFault>([
  ["an invalid port", () => ({ PORT: "eighty" }), /^Setting PORT /],
  ["an unknown environment", () => ({ APP_ENV: "moon" }), /^Setting APP_ENV .*dev, test, pre, uat, prod/],
  ["a database of another kind", () => ({ DATABASE_URL: "mysql://x/y" }), /^Setting DATABASE_URL /],
  [
    "an unreachable database",
    () => ({ DATABASE_URL: "postgres://127.0.0.1:1/x" }),
    /^Setting DATABASE_URL: the database cannot be reached/,
  ],
  ["an invalid proxy setting", () => ({ TRUST_PROXY: "nginx" }), /^Setting TRUST_PROXY /],
  ["a further origin with a path", () => ({ WEB_ORIGINS: "https://a.example/" }), /^Setting WEB_ORIGINS /],
  ["an unknown host", () => ({ HOST: "no-such-host.invalid" }), /^HOST no-such-host.invalid /, true],
  [
    "a fixed captcha answer that is no number",
    () => ({ CAPTCHA_TEST_X: "left" }),
    /^Setting CAPTCHA_TEST_X /,
  ],
  ["an unreadable brand file", () => ({ BRAND_FILE: join(folder, "none.json") }), /^Setting BRAND_FILE /],
  ["IP data of another kind", () => ({ IP_DATA_V4: aFile() }), /^Setting IP_DATA_V4 .*IPv4/, true],
  [
    "a missing outlines folder",
    () => ({ OUTLINES_DIR: join(folder, "none") }),
    /^Setting OUTLINES_DIR /,
    true,
  ],
  ["a data folder that is a file", () => ({ DATA_DIR: aFile() }), /^Setting DATA_DIR /],
  ["a data folder below a file", () => ({ DATA_DIR: join(aFile(), "data") }), /^Setting DATA_DIR /],
  ["simulators in production", () => ({ ...productionOn(), SIMULATORS: "1" }), /^Setting SIMULATORS .*prod/],
  [
    "a fixed captcha in production",
    () => ({ ...productionOn(), CAPTCHA_TEST_X: "1" }),
    /^Setting CAPTCHA_TEST_X .*prod/,
  ],
  [
    "a fixed SMS code in production",
    () => ({ ...productionOn(), SMS_TEST_CODE: "123456" }),
    /^Setting SMS_TEST_CODE .*prod/,
  ],
  [
    "disabled rate limits in production",
    () => ({ ...productionOn(), RATE_LIMITS: "off" }),
    /^Setting RATE_LIMITS .*prod/,
  ],
  ["no key in production", () => ({ ...productionOn(), APP_KEY: "" }), /^Setting APP_KEY .*required/],
])("%s stops the start with one line that names it", async (_what, settings, line, isLate) => {
  const { status, errors } = await startExpectingFailure(settings(), isLate && inject("filled"));
  expect(status).toBe(1);
  expect(errors.trimEnd().split("\n")).toEqual([expect.stringMatching(line)]);
});
const aFile = (): string => {
  const file = join(folder, "file");
  writeFileSync(file, "no folder");
  return file;
};

test("a port that is in use stops the start with one line that names it", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const { status, errors } = await startExpectingFailure({ PORT: String(port) }, inject("filled"));
  other.close();
  expect(status).toBe(1);
  expect(errors.trimEnd().split("\n")).toEqual([expect.stringMatching(`^Port ${port} `)]);
});

test("a database that does not answer stops the start with one line that names it", async () => {
  const silent = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const DATABASE_URL = `postgres://user:word@127.0.0.1:${port}/x`;
  const { status, errors } = await startExpectingFailure({ DATABASE_URL });
  silent.close();
  expect([status, errors.trimEnd().split("\n")]).toEqual([
    1,
    [expect.stringMatching(/^Setting DATABASE_URL: the database cannot be reached/)],
  ]);
  expect(errors).not.toContain("word");
});

test(
  "Z02 L16 a second start on the same data stops with one line and no damage: the first one, killed, starts again",
  { timeout: 180_000 },
  async () => {
    const dataDir = join(folder, "shared");
    const first = await startProduct({ DATA_DIR: dataDir }, inject("filled"));
    const { status, errors } = await startExpectingFailure({ DATA_DIR: dataDir });
    const line = `Setting DATA_DIR ${dataDir} is in use by process ${first.pid}: stop it first, or set DATA_DIR to another folder`;
    expect([status, errors.trimEnd()]).toEqual([1, line]);
    const { token, mobile } = await newPerson(first.origin);
    process.kill(first.pid, "SIGKILL");
    await first.stop();
    const again = await startProduct({ DATA_DIR: dataDir });
    expect((await contractClient(again.origin, { token })(showUser, {})).mobile).toBe(mobile);
    await again.stop();
  },
);

test("production has neither simulators nor demo activities", { timeout: 180_000 }, async () => {
  const cluster = await startPostgres(findPostgres() ?? "");
  const { origin, pid, stop } = await startProduct(productionOn(cluster.url("postgres")));
  for (const path of ["/sim/sms?mobile=13800138000", "/lab", "/sim/events"])
    expect([path, (await fetch(origin + path)).status]).toEqual([path, 404]);
  for (const path of ["clock", "faults", "native-token", "owner", "account"])
    expect([path, (await fetch(`${origin}/sim/${path}`, { method: "POST" })).status]).toEqual([path, 404]);
  expect((await fetch(appAddress(origin))).status).toBe(200);
  const { headers } = await fetch(`${origin}/healthz`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  // Fixed allocator settings keep picture conversion from growing the memory, whatever the environment says
  // (server/config.ts).
  const environment = readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  const memory = ["MALLOC_ARENA_MAX=2", "MALLOC_MMAP_THRESHOLD_=1048576", "MALLOC_TRIM_THRESHOLD_=16777216"];
  expect(environment.filter((line) => line.startsWith("MALLOC_")).toSorted()).toEqual(memory);
  await stop();
  await cluster.stop();
});

test(
  "Z03 a first start that is ended while it creates the demo data ends cleanly; the next one continues",
  { timeout: 180_000 },
  async () => {
    const settings = { DATA_DIR: join(folder, "broken off") };
    const { status, output } = await startAndInterrupt(settings, "Filling");
    expect([status, output.trim()]).toEqual([0, "Filling the empty database with demo data …"]);
    const again = await startProduct(settings);
    expect(again.output()).toContain("Filling");
    expect(
      (await contractClient(again.origin)(listNearby, { cityCode: "310100", size: 50 })).list,
    ).not.toEqual([]);
    expect((await contractClient(again.origin)(listGroups, { pageSize: 50 })).list.length).toBeGreaterThan(
      11,
    );
    await again.stop();
  },
);

test(
  "Z03 SIGTERM lets pending requests finish and refuses new ones; the next start finds the data",
  { timeout: 180_000 },
  async () => {
    const dataDir = join(folder, "data");
    const first = await startProduct({ DATA_DIR: dataDir }, inject("filled"));
    const { origin } = first;
    const { token, mobile } = await newPerson(origin);
    const before = await contractClient(origin)(listNearby, { cityCode: "310100", size: 50 });
    const sim = simulator(origin);
    const slowPath = `/mall-api/${listSeries.paths[0]}`;
    await sim.fail({ path: slowPath, delayMs: 2_000 });
    const asked = contractClient(origin)(listSeries, {});
    // Waits until the request has arrived: then its fault has left the list of waiting faults.
    for (let others = 1; (await sim.fail({ path: "/nowhere" })).waiting > others; others++);
    // A single process is not replaced: the signal has no effect.
    process.kill(first.pid, "SIGHUP");
    await expect
      .poll(() => first.output())
      .toContain("SIGHUP ignored: a single process has no rolling restart");
    process.kill(first.pid, "SIGTERM");
    expect((await asked).length).toBeGreaterThan(0);
    await first.stop();
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow("fetch failed");

    const second = await startProduct({ DATA_DIR: dataDir });
    const after = await contractClient(second.origin)(listNearby, { cityCode: "310100", size: 50 });
    expect((await contractClient(second.origin, { token })(showUser, {})).mobile).toBe(mobile);
    await second.stop();
    expect(after.list.map(({ activityId }) => activityId)).toEqual(
      before.list.map(({ activityId }) => activityId),
    );
    for (const { output } of [first, second]) expect(output()).not.toContain("Filling");
  },
);
