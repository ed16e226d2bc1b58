// Compares responses from memory with their baselines, in alternating rounds. Run after a build:
//   node bench/http/cached-answers.ts             7 rounds
//   ROUNDS=3 node bench/http/cached-answers.ts
// - the cached list of nearby activities with a bare Node server that sends the same bytes, and with itself
// uncached
// - the list's page from memory with a static file of about its size, from the same server, both as Brotli
// - "all seats are taken" with a bare Node server that receives the same requests and sends the same bytes
import { readdirSync, statSync } from "node:fs";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { startProduct } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { connectDatabase } from "../../server/database/connection/database.ts";
import { dataKeySettings, testKeyring } from "../../server/testing/encryption/test-keyring.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { warmUpSessions, prepareSignUps } from "../signup/crowd.ts";
import {
  compare,
  flooded,
  getOf,
  repeatRequest,
  ROUNDS,
  startBareServer,
  type BareServer,
  type Measurement,
} from "./compare-servers.ts";

/** Requests per round of the cheapest responses. */
const REQUESTS = Number(process.env["REQUESTS"] ?? 40_000);
const PEOPLE = Number(process.env["PEOPLE"] ?? 5_000);
const nearbyAt = (longitude: number): string =>
  `/mall-api/cop-marketing-activity/api/v1/activity/page/nearby?longitude=${longitude.toFixed(6)}&latitude=31.22&cityCode=310100&size=20`;
const nearby = nearbyAt(121.48);
/** More places than the cache holds. */
const places = Array.from({ length: 3_000 }, (_one, at) => getOf(nearbyAt(121.2 + at / 10_000)));
const onePlace = places.map(() => getOf(nearby));
const many = (path: string, headers?: string): Buffer[] => repeatRequest(getOf(path, headers), REQUESTS);

/** Path of the build asset whose compressed size is closest. */
function assetOfSize(bytes: number): string {
  const assets = new URL("../../build/client/assets/", import.meta.url);
  const distance = (name: string): number => Math.abs(statSync(new URL(name, assets)).size - bytes);
  const [best = ""] = readdirSync(assets)
    .filter((name) => name.endsWith(".br"))
    .sort((one, other) => distance(one) - distance(other));
  return `${WEB_BASE}assets/${best.replace(/\.br$/, "")}`;
}

const bareServers: BareServer[] = [];
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
  const bareList = await startBareServer(list);
  bareServers.push(bareList);
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
  const bareRefusal = await startBareServer(refusal);
  bareServers.push(bareRefusal);
  const soldOut: Measurement = async () => flooded(pid, origin, await nextRequests());
  const bareSoldOut: Measurement = () =>
    flooded(bareRefusal.pid, bareRefusal.origin, requests.slice(0, PEOPLE));
  await compare("sold out of a bare server", [soldOut, bareSoldOut], 0.6);
} finally {
  for (const { stop } of bareServers) stop();
  await db.destroy();
  await product.stop();
  await cluster.stop();
}
