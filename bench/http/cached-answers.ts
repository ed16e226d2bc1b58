// Compares responses from memory with their baselines, in alternating rounds. Run after a build:
//   node bench/http/cached-answers.ts             7 rounds
//   ROUNDS=3 node bench/http/cached-answers.ts
// - the cached list of nearby activities with a bare Node server that sends the same bytes, and with itself
// uncached
// - the list's page from memory with a static file of about its size, from the same server, both as Brotli
// - "all seats are taken" with a bare Node server that receives the same requests and sends the same bytes
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";
import { freePort, startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { warmUpSessions, flood, prepareSignUps } from "../signup/crowd.ts";
import { cpuSecondsOf } from "../measure/cpu-time.ts";
import { median, compareToMinimum } from "../measure/statistics.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
/** Requests per round of the cheapest responses. */
const REQUESTS = Number(process.env["REQUESTS"] ?? 40_000);
const PEOPLE = Number(process.env["PEOPLE"] ?? 5_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const nearbyAt = (longitude: number): string =>
  `/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?longitude=${longitude.toFixed(6)}&latitude=31.22&cityCode=310100&size=20`;
const nearby = nearbyAt(121.48);
const getOf = (path: string, headers = ""): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`);
/** More places than the cache holds. */
const places = Array.from({ length: 3_000 }, (_one, at) => getOf(nearbyAt(121.2 + at / 10_000)));
const onePlace = places.map(() => getOf(nearby));
const many = (path: string, headers?: string): Buffer[] => {
  const bytes = getOf(path, headers);
  return Array.from({ length: REQUESTS }, () => bytes);
};

type Measured = {
  readonly rate: number;
  /** CPU time of the server, µs per request. */ readonly cpu: number;
};
async function flooded(pid: number, origin: string, requests: readonly Buffer[]): Promise<Measured> {
  const before = cpuSecondsOf(pid);
  const { seconds, statuses } = await flood(origin, requests, 64);
  const wrong = [...statuses.keys()].filter((status) => status !== 633 && status !== 200);
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(", ")}`);
  return { rate: requests.length / seconds, cpu: ((cpuSecondsOf(pid) - before) * 1e6) / requests.length };
}

type Measurement = () => Promise<Measured>;
/** Measures two targets in alternating rounds. */
async function compare(
  name: string,
  [one, other]: readonly [Measurement, Measurement],
  min: number,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const base = await other();
    const ours = await one();
    ratios.push(ours.rate / base.rate);
    const shown = ({ rate, cpu }: Measured) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs)`;
    say(`     round ${round}: ${shown(ours)} baseline ${shown(base)}`);
  }
  say(compareToMinimum(name, median(ratios), min, "×"));
}

const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
const bareServers: ReturnType<typeof spawn>[] = [];
/** A bare Node server that sends these bytes. */
async function bareServer(bytes: Buffer): Promise<{ origin: string; pid: number }> {
  const port = await freePort();
  const file = join(folder, String(port));
  writeFileSync(file, bytes);
  const child = spawn(process.execPath, ["bench/http/bare-server.ts", String(port), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  bareServers.push(child);
  await once(child.stdout, "data");
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 };
}
/** Path of the build asset whose compressed size is closest. */
function assetOfSize(bytes: number): string {
  const assets = new URL("../../build/client/assets/", import.meta.url);
  const distance = (name: string): number => Math.abs(statSync(new URL(name, assets)).size - bytes);
  const [best = ""] = readdirSync(assets)
    .filter((name) => name.endsWith(".br"))
    .sort((one, other) => distance(one) - distance(other));
  return `${WEB_BASE}assets/${best.replace(/\.br$/, "")}`;
}

const cluster = await startPostgres(findPostgres() ?? "");
const url = cluster.url("postgres");
const product = await startProduct({
  ...dataKeySettings,
  DATABASE_URL: url,
  // As in production: with simulators every call takes the slow path.
  SIMULATORS: "0",
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
});
const { db } = await connectDatabase({ url }, testKeyring());
const { origin, pid } = product;
try {
  const list = Buffer.from(await (await fetch(origin + nearby)).arrayBuffer());
  const bareList = await bareServer(list);
  const cached: Measurement = () => flooded(pid, origin, many(nearby));
  const bare: Measurement = () => flooded(bareList.pid, bareList.origin, many(nearby));
  await compare(`cached list (${list.length} B) of a bare server`, [cached, bare], 0.6);
  const same: Measurement = () => flooded(pid, origin, onePlace);
  const uncached: Measurement = () => flooded(pid, origin, places);
  await compare("cached nearby of uncached", [same, uncached], 8);

  const page = await fetch(origin + WEB_BASE);
  const { length } = await page.text();
  // Brotli compresses it to about a sixth.
  const asset = assetOfSize(length / 6);
  const html: Measurement = () => flooded(pid, origin, many(WEB_BASE, "accept-encoding: br\r\n"));
  const file: Measurement = () => flooded(pid, origin, many(asset, "accept-encoding: br\r\n"));
  await compare("a page from memory of a static file", [html, file], 2);

  // Two seats: the first two requests get them, all others are refused from memory.
  const crowd = await prepareSignUps({ db, origin }, PEOPLE * (ROUNDS + 1), 2);
  const { requests } = crowd;
  let next = 0;
  const nextRequests = async (): Promise<readonly Buffer[]> => {
    const batch = requests.slice(next, (next += PEOPLE));
    // People open the page before they sign up.
    await warmUpSessions(origin, { ...crowd, requests: batch });
    return batch;
  };
  await flooded(pid, origin, await nextRequests());
  const refusal = Buffer.from(
    '{"code":"633","message":"暂不能参加","data":{"kind":"quota","remark":"名额已满"}}',
  );
  const bareRefusal = await bareServer(refusal);
  const soldOut: Measurement = async () => flooded(pid, origin, await nextRequests());
  const bareSoldOut: Measurement = () =>
    flooded(bareRefusal.pid, bareRefusal.origin, requests.slice(0, PEOPLE));
  await compare("sold out of a bare server", [soldOut, bareSoldOut], 0.6);
} finally {
  for (const child of bareServers) child.kill();
  await db.destroy();
  await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
