// A rush sale beside ordinary orders, on PostgreSQL with four server processes: the sale must not make the others wait.
// Run after a build:
//   node bench/mall/beside.ts
//   PEOPLE=20000 ORDINARY=600 RATE=40 node bench/mall/beside.ts
import { compareToMaximum, median, quantile } from "../measure/statistics.ts";
import { failedCount, flood, formatStatuses } from "../signup/crowd.ts";
import { countSale, prepareOrders, prepareRush, warmUpBuyers } from "./buyers.ts";
import { say, withShop } from "./shop.ts";

const PEOPLE = Number(process.env["PEOPLE"] ?? 20_000);
const UNITS = Number(process.env["UNITS"] ?? 10_000);
/** Ordinary orders, and how many of them come each second. */
const ORDINARY = Number(process.env["ORDINARY"] ?? 300);
const RATE = Number(process.env["RATE"] ?? 40);

await withShop({ PROCESSES: "4" }, async (shop) => {
  const { origin, db } = shop;
  // Compiles the code.
  await flood(origin, (await prepareRush(shop, 2_000, 2_000)).requests, 64);
  await flood(origin, (await prepareOrders(shop, 200)).requests, 32);
  const [sale, others] = [await prepareRush(shop, PEOPLE, UNITS), await prepareOrders(shop, ORDINARY)];
  for (const crowd of [sale, others]) await warmUpBuyers(origin, crowd);
  const calm = await prepareOrders(shop, Math.ceil(ORDINARY / 3));
  const before = await flood(origin, calm.requests, 32, RATE);
  const [rush, beside] = await Promise.all([
    flood(origin, sale.requests, 192),
    flood(origin, others.requests, 32, RATE),
  ]);
  const [held, ordered] = [await countSale(db, sale.skuId), await countSale(db, others.skuId)];
  const isRight =
    held.orders === UNITS && ordered.orders === ORDINARY && failedCount(rush) + failedCount(beside) === 0;
  if (!isRight) process.exitCode = 1;
  say(
    `${isRight ? "ok  " : "FAIL"} ${held.orders} rush orders of ${UNITS} units for ${PEOPLE} people in ` +
      `${rush.seconds.toFixed(1)} s (${formatStatuses(rush)}), ${ordered.orders} of ${ORDINARY} others at ${RATE}/s in ` +
      `${beside.seconds.toFixed(1)} s (${formatStatuses(beside)}; p50 ${median(beside.times).toFixed(0)} ms; alone p50 ` +
      `${median(before.times).toFixed(0)} ms, p99 ${quantile(before.times, 0.99).toFixed(0)} ms)`,
  );
  say(compareToMaximum("MA27 p99 of the others", quantile(beside.times, 0.99), 1_000, "ms"));
});
