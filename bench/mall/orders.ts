// Durable rush orders over HTTP with all features enabled (session, signature, captcha, address, idempotency), compared
// with pgbench's single-row INSERT on the same PostgreSQL, in alternating rounds. Run after a build:
//   node bench/mall/orders.ts                     3 rounds of 8,000 people over 256 connections
//   PROCESSES=1 node bench/mall/orders.ts         number of server processes, instead of the better of 1 and 2
import { bareInserter, postmaster } from "../measure/bare-inserts.ts";
import { cpuSecondsOf, cpuSecondsOfChildren } from "../measure/cpu-time.ts";
import { compareToMinimum, median, quantile } from "../measure/statistics.ts";
import { flood, formatStatuses, type FloodResult } from "../signup/crowd.ts";
import { countSale, prepareRush, warmUpBuyers } from "./buyers.ts";
import { say, withShop, type Shop } from "./shop.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
/** Warm-up rounds, shown but not counted. */
const WARMING = Number(process.env["WARMING"] ?? 2);
const PEOPLE = Number(process.env["PEOPLE"] ?? 8_000);
const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 256);
const PROCESSES = (process.env["PROCESSES"] ?? "1,2").split(",").map(Number);

type Round = { readonly rate: number; readonly run: FloodResult; readonly cpu: string };
/** Rate of orders by new people. @param root process id of the database */
async function orders({ db, origin, pid }: Shop, root: number): Promise<Round> {
  const crowd = await prepareRush({ db, origin }, PEOPLE, PEOPLE);
  await warmUpBuyers(origin, crowd);
  const used = (): number[] => [
    cpuSecondsOf(pid) + cpuSecondsOfChildren(pid),
    cpuSecondsOfChildren(root),
    cpuSecondsOf(process.pid),
  ];
  const before = used();
  const run = await flood(origin, crowd.requests, CONNECTIONS);
  const after = used();
  const cpu = ["server", "database", "senders"]
    .map((name, at) => `${name} ${((((after[at] ?? 0) - (before[at] ?? 0)) * 1e6) / PEOPLE).toFixed(0)} µs`)
    .join(", ");
  return { rate: (await countSale(db, crowd.skuId)).orders / run.seconds, run, cpu };
}

/** Starts the product with the number of processes that achieves the highest rate here. */
async function startBest(shop: Shop, root: number): Promise<void> {
  let best = { processes: PROCESSES[0] ?? 1, rate: 0 };
  for (const processes of PROCESSES.length > 1 ? PROCESSES : []) {
    await shop.restart({ PROCESSES: String(processes) });
    // The first run warms up the code.
    await orders(shop, root);
    const { rate } = await orders(shop, root);
    say(`     ${processes} server processes: ${rate.toFixed(0)} orders/s`);
    if (rate > best.rate) best = { processes, rate };
  }
  await shop.restart({ PROCESSES: String(best.processes) });
  say(`     measured: ${best.processes} server processes`);
}

await withShop({}, async (shop) => {
  const root = await postmaster(shop.db);
  await startBest(shop, root);
  const inserter = await bareInserter(shop.db, shop.url);
  const ratios: number[] = [];
  for (let round = 1 - WARMING; round <= ROUNDS; round++) {
    const { rate, run, cpu } = await orders(shop, root);
    const inserts = inserter.measure();
    say(
      `     round ${round}: ${rate.toFixed(0)} orders/s (${formatStatuses(run)}; p50 ${median(run.times).toFixed(0)} ms, ` +
        `p99 ${quantile(run.times, 0.99).toFixed(0)} ms; ${cpu}), bare inserts ${inserts.rate.toFixed(0)}/s ` +
        `(${inserts.cpu.toFixed(0)} µs): ${(rate / inserts.rate).toFixed(2)} ×`,
    );
    if (round > 0) ratios.push(rate / inserts.rate);
  }
  say(compareToMinimum("rush orders, relative to bare inserts", median(ratios), 0.35, "×"));
});
