// Rush orders in batches, compared with the same order in one transaction each that locks the SKU, through the same
// server, in alternating rounds. The server is in this process, which is started with the flags of `npm start`; the
// sender is another process. Run:
//   node bench/mall/locking.ts
//   ROUNDS=5 PEOPLE=8000 LOCKED=1000 node bench/mall/locking.ts
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { startFlags } from "../../e2e/testing/product.ts";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { createApp, type Product } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { insertOrders } from "../../server/order/place/insert-store.ts";
import { newOrderNo } from "../../server/order/place/order-number.ts";
import { sampleOrder } from "../../server/order/testing/test-orders.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { compareToMinimum, median } from "../measure/statistics.ts";
import { startSender } from "../signup/sender-process.ts";
import { countSale, prepareRush, warmUpBuyers } from "./buyers.ts";
import { say } from "./shop.ts";

if (!startFlags.every((flag) => process.execArgv.includes(flag))) {
  const again = [...startFlags, fileURLToPath(import.meta.url)];
  process.exit(spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1);
}
const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const PEOPLE = Number(process.env["PEOPLE"] ?? 4_000);
/** Fewer orders for the variant with locks, which is slower. */
const LOCKED = Number(process.env["LOCKED"] ?? 800);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 256);

/** An order without batching: one person's transaction, without checks except the session and the stock. */
async function orderLocked(db: Database, skuId: string, userId: string): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ productId: string; isFree: boolean }>`
      select product_id as "productId", on_hand > reserved as "isFree" from sku_stock join sku using (sku_id)
      where sku_id = ${skuId} for update of sku_stock`.execute(transaction);
    const [sku] = rows;
    if (!sku?.isFree) return false;
    const order = sampleOrder(userId, [{ skuId, productId: sku.productId }], {
      order_no: newOrderNo(Date.now()),
      idempotency_key: randomUUID(),
    });
    return (await insertOrders(transaction, [order])).size === 1;
  });
}
function addLocked({ app, context, modules }: Product): void {
  app.post<{ Params: { id: string } }>("/bench/locked/:id", async ({ params, headers }, reply) => {
    const user = await modules.sessions.authenticate(String(headers["x-access-token"]));
    const isIn = user !== null && (await orderLocked(context.db, params.id, user.userId));
    return reply.code(isIn ? 200 : 409).send({ code: "00" });
  });
}

const sender = startSender();
const folder = mkdtempSync(join(tmpdir(), "marque-locking-"));
const cluster = await startPostgres(findPostgres() ?? "");
const config = readConfig({
  APP_ENV: "test",
  LOG_LEVEL: "silent",
  SIMULATORS: "0",
  DEMO_DATA: "0",
  RATE_LIMITS: "off",
  DATA_DIR: folder,
  ...dataKeySettings,
});
const database = { url: cluster.url("postgres") };
const { app, context } = await createApp(config, { database, extend: addLocked });
const origin = await app.listen({ port: 0, host: "127.0.0.1" });

type Measured = { readonly rate: number; /** CPU time of this process, µs each. */ readonly cpu: number };
/** Rate of orders by new people. @param isLocked whether each is a transaction with a lock */
async function rateOf(people: number, isLocked: boolean): Promise<Measured> {
  const crowd = await prepareRush({ db: context.db, origin }, people, people);
  await warmUpBuyers(origin, crowd);
  const { skuId, requests } = crowd;
  const rendered = requests.map((request) =>
    isLocked
      ? Buffer.from(request.toString("utf8").replace(/^POST \S+/, `POST /bench/locked/${skuId}`))
      : request,
  );
  const before = process.cpuUsage();
  const run = await sender.flood(origin, rendered, CONNECTIONS);
  const { user, system } = process.cpuUsage(before);
  const { orders } = await countSale(context.db, skuId);
  return { rate: orders / run.seconds, cpu: (user + system) / people };
}

try {
  const ratios: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const [batched, locked] = [await rateOf(PEOPLE, false), await rateOf(LOCKED, true)];
    const shown = ({ rate, cpu }: Measured) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs)`;
    say(`     round ${round}: ${shown(batched)} baseline ${shown(locked)}`);
    if (round > 0) ratios.push(batched.rate / locked.rate);
  }
  say(compareToMinimum("rush orders, relative to a transaction each", median(ratios), 5, "×"));
} finally {
  sender.stop();
  await app.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
