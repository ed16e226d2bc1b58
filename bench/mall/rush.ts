// A rush sale at full size on PostgreSQL: 20,000 people for 2,000 units, four server processes. Exactly 2,000 orders
// may come of it; the same crowd on writers without lock and constraint must oversell. Run after a build:
//   node bench/mall/rush.ts               one run
//   node bench/mall/rush.ts --runs 10
//   PEOPLE=5000 UNITS=500 node bench/mall/rush.ts
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { Database } from "../../server/database/connection/database.ts";
import { newOrderNo } from "../../server/order/place/order-number.ts";
import { orderWriter } from "../../server/order/place/writer.ts";
import { sampleOrder } from "../../server/order/testing/test-orders.ts";
import { addPeople } from "../../server/testing/races/race-people.ts";
import { median, quantile } from "../measure/statistics.ts";
import { failedCount, flood, formatStatuses } from "../signup/crowd.ts";
import { addSku, countSale, prepareRush, warmUpBuyers } from "./buyers.ts";
import { say, withShop, type Shop } from "./shop.ts";

const { runs } = parseArgs({ options: { runs: { type: "string", default: "1" } } }).values;
const PEOPLE = Number(process.env["PEOPLE"] ?? 20_000);
const UNITS = Number(process.env["UNITS"] ?? 2_000);
const PROCESSES = 4;
const CONNECTIONS = 256;

function report(isRight: boolean, line: string): void {
  if (!isRight) process.exitCode = 1;
  say(`${isRight ? "ok  " : "FAIL"} ${line}`);
}

async function rush(shop: Shop, run: number): Promise<void> {
  const crowd = await prepareRush(shop, PEOPLE, UNITS);
  await warmUpBuyers(shop.origin, crowd);
  const answers = await flood(shop.origin, crowd.requests, CONNECTIONS);
  const counts = await countSale(shop.db, crowd.skuId);
  const isExact = Object.values(counts).every((count) => count === UNITS);
  const isRight = isExact && failedCount(answers) === 0;
  const { orders, people, reserved } = counts;
  report(
    isRight,
    `MA20 run ${run}: ${orders} orders of ${people} people, ${reserved} units held of ${UNITS}, for ${PEOPLE} people ` +
      `(${formatStatuses(answers)}; ${answers.seconds.toFixed(1)} s, ${(PEOPLE / answers.seconds).toFixed(0)} answers/s, ` +
      `p50 ${median(answers.times).toFixed(0)} ms, p99 ${quantile(answers.times, 0.99).toFixed(0)} ms)`,
  );
}

/** The same crowd on four writers without lock, transaction and constraint. */
async function withoutGuard(db: Database): Promise<void> {
  await sql`alter table sku_stock drop constraint sku_stock_reserved`.execute(db);
  const sku = await addSku(db, UNITS, null);
  const writers = Array.from({ length: PROCESSES }, () => orderWriter(db, { isGuarded: false }));
  const people = await addPeople(db, PEOPLE);
  const sold = writers.map(async (writer, place) => {
    const own = people.filter((_person, at) => at % PROCESSES === place);
    const orders = own.map(({ userId }) => sampleOrder(userId, [sku], { order_no: newOrderNo(Date.now()) }));
    await Promise.all(orders.map((order) => writer.add(sku.skuId, order)));
  });
  await Promise.all(sold);
  const { orders } = await countSale(db, sku.skuId);
  report(orders > UNITS, `MA22 without lock and constraint: ${orders} orders for ${UNITS} units`);
}

await withShop({ PROCESSES: String(PROCESSES) }, async (shop) => {
  for (let run = 1; run <= Number(runs); run++) await rush(shop, run);
  await withoutGuard(shop.db);
});
