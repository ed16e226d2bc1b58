// What is answered from memory, each beside what it is measured by, rounds in turn. Run after a build:
//   node bench/http/cached-answers.ts             7 rounds
//   ROUNDS=3 node bench/http/cached-answers.ts
// - the cached list of nearby activities, of a bare Node server that sends the same bytes, and of itself uncached
// - the list's page from memory, of a static file of about its size, by the same server, both as Brotli
// - "all seats are taken", of a bare Node server that is sent the same requests and sends the same bytes
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
/** Of what costs the server least, in a round. */
const REQUESTS = Number(process.env["REQUESTS"] ?? 40_000);
const PEOPLE = Number(process.env["PEOPLE"] ?? 5_000);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const nearbyAt = (longitude: number): string =>
  `/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?longitude=${longitude.toFixed(6)}&latitude=31.22&cityCode=310100&size=20`;
const nearby = nearbyAt(121.48);
const getOf = (path: string, headers = ""): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`);
/** More places than answers are kept of. */
const places = Array.from({ length: 3_000 }, (_one, at) => getOf(nearbyAt(121.2 + at / 10_000)));
const onePlace = places.map(() => getOf(nearby));
const many = (path: string, headers?: string): Buffer[] => {
  const bytes = getOf(path, headers);
  return Array.from({ length: REQUESTS }, () => bytes);
};

type Measured = { readonly rate: number; /** Of the server, µs a request. */ readonly cpu: number };
async function flooded(pid: number, origin: string, requests: readonly Buffer[]): Promise<Measured> {
  const before = cpuSecondsOf(pid);
  const { seconds, statuses } = await flood(origin, requests, 64);
  const wrong = [...statuses.keys()].filter((status) => status !== 633 && status !== 200);
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(", ")}`);
  return { rate: requests.length / seconds, cpu: ((cpuSecondsOf(pid) - before) * 1e6) / requests.length };
}

type Way = () => Promise<Measured>;
/** Two in turn. */
async function compare(what: string, [one, other]: readonly [Way, Way], least: number): Promise<void> {
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const base = await other();
    const ours = await one();
    ratios.push(ours.rate / base.rate);
    const shown = ({ rate, cpu }: Measured) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs)`;
    say(`     round ${round}: ${shown(ours)} beside ${shown(base)}`);
  }
  say(compareToMinimum(what, median(ratios), least, "×"));
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
/** The address of the build's asset whose size is nearest, compressed. */
function assetOfSize(bytes: number): string {
  const assets = new URL("../../build/client/assets/", import.meta.url);
  const far = (name: string): number => Math.abs(statSync(new URL(name, assets)).size - bytes);
  const [best = ""] = readdirSync(assets)
    .filter((name) => name.endsWith(".br"))
    .sort((one, other) => far(one) - far(other));
  return `${WEB_BASE}assets/${best.replace(/\.br$/, "")}`;
}

const cluster = await startPostgres(findPostgres() ?? "");
const url = cluster.url("postgres");
const product = await startProduct({
  ...dataKeySettings,
  DATABASE_URL: url,
  // As in production: who simulates has every call go the long way.
  SIMULATORS: "0",
  RATE_LIMITS: "off",
  LOG_LEVEL: "warn",
});
const { db } = await connectDatabase({ url }, testKeyring());
const { origin, pid } = product;
try {
  const list = Buffer.from(await (await fetch(origin + nearby)).arrayBuffer());
  const bareList = await bareServer(list);
  const cached: Way = () => flooded(pid, origin, many(nearby));
  const bare: Way = () => flooded(bareList.pid, bareList.origin, many(nearby));
  await compare(`cached list (${list.length} B) of a bare server`, [cached, bare], 0.6);
  const same: Way = () => flooded(pid, origin, onePlace);
  const uncached: Way = () => flooded(pid, origin, places);
  await compare("cached nearby of uncached", [same, uncached], 8);

  const page = await fetch(origin + WEB_BASE);
  const { length } = await page.text();
  // Brotli makes about a sixth of it.
  const asset = assetOfSize(length / 6);
  const html: Way = () => flooded(pid, origin, many(WEB_BASE, "accept-encoding: br\r\n"));
  const file: Way = () => flooded(pid, origin, many(asset, "accept-encoding: br\r\n"));
  await compare("a page from memory of a static file", [html, file], 2);

  // Two seats: the first to come have them, and everybody else is told from memory.
  const crowd = await prepareSignUps({ db, origin }, PEOPLE * (ROUNDS + 1), 2);
  const { requests } = crowd;
  let next = 0;
  const some = async (): Promise<readonly Buffer[]> => {
    const those = requests.slice(next, (next += PEOPLE));
    // They have opened the page before, as people do.
    await warmUpSessions(origin, { ...crowd, requests: those });
    return those;
  };
  await flooded(pid, origin, await some());
  const refusal = Buffer.from(
    '{"code":"633","message":"暂不能参加","data":{"kind":"quota","remark":"名额已满"}}',
  );
  const bareRefusal = await bareServer(refusal);
  const soldOut: Way = async () => flooded(pid, origin, await some());
  const bareSoldOut: Way = () => flooded(bareRefusal.pid, bareRefusal.origin, requests.slice(0, PEOPLE));
  await compare("sold out of a bare server", [soldOut, bareSoldOut], 0.6);
} finally {
  for (const child of bareServers) child.kill();
  await db.destroy();
  await product.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
