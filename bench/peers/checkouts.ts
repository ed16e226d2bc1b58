// The whole way of a shopper through the mall (address, cart, preview, order, payment, notice, paid) on PostgreSQL with one
// server process: checkouts per second and their processor time, beside those recorded of other shops on a machine of the
// same kind (Vendure 3.7 and Medusa 2.21 from npm, the same PostgreSQL, their test payment, which asks no channel). The
// simulated channel, with its signatures, is in the measured process. Run after a build:
//   node bench/peers/checkouts.ts
//   CONNECTIONS=64 SECONDS=30 node bench/peers/checkouts.ts
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { addAddress } from "#contract/mall/address.ts";
import { addToCart } from "#contract/mall/cart.ts";
import { placeOrder, previewCheckout } from "#contract/order/checkout.ts";
import { showPayment, startPayment } from "#contract/payment/payment.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { loadSimulatedMerchant, type SimulatedMerchant } from "../../server/core/simulated-merchant.ts";
import { addPeople, type RacePerson } from "../../server/testing/races/race-people.ts";
import { addSampleProduct, type SampleSku } from "../../server/testing/samples/sample-mall.ts";
import { postmaster } from "../measure/bare-inserts.ts";
import { cpuSecondsOf, cpuSecondsOfChildren } from "../measure/cpu-time.ts";
import { median, quantile } from "../measure/statistics.ts";
import { findOpenTrade, paidNotice } from "../mall/wechat-notice.ts";
import { say, withShop, type Shop } from "../mall/shop.ts";

const CONNECTIONS = Number(process.env["CONNECTIONS"] ?? 20);
const SECONDS = Number(process.env["SECONDS"] ?? 15);
const PRODUCTS = 200;
/** Figures of the others, recorded on two cores in November 2026. */
const RECORDED = [
  "Vendure 3.7     5 to 11 checkouts/s, 150 to 210 ms of CPU each; product list 215 to 259/s",
  "Medusa 2.21     1.1 checkouts/s; product list 34 to 42/s",
];
const address = {
  name: "林晓岚",
  mobile: "13800135678",
  provinceCode: "310000",
  cityCode: "310100",
  districtCode: "310104",
  detail: "龙腾大道 2555 号 3 栋",
};

type Till = {
  readonly shop: Shop;
  readonly merchant: SimulatedMerchant;
  readonly skus: readonly SampleSku[];
};
/** One shopper's whole way. @throws Error unless the order is paid at the end */
async function checkOut({ shop, merchant, skus }: Till, { token }: RacePerson): Promise<void> {
  const call = <C extends Call>(one: C, args: ArgsOf<C>, idempotencyKey?: string): Promise<ResultOf<C>> =>
    contractClient(shop.origin, { token, ...(idempotencyKey !== undefined && { idempotencyKey }) })(
      one,
      args,
    );
  const skuId = skus[Math.floor(Math.random() * skus.length)]?.skuId ?? "";
  const { addressId } = await call(addAddress, address);
  await call(addToCart, { skuId, qty: 1 });
  const wanted = { lines: [{ skuId, qty: 1 }], delivery: "express" as const, addressId };
  const { money } = await call(previewCheckout, wanted);
  const form = { ...wanted, payableFen: money.payableFen };
  const { orderId } = await call(placeOrder, form, randomUUID());
  await call(startPayment, { orderId, way: "wechat", host: "desktop" });
  const notice = paidNotice(merchant, await findOpenTrade(shop.db, orderId));
  const told = await fetch(shop.origin + notice.path, {
    method: "POST",
    headers: notice.headers,
    body: notice.body,
  });
  if (told.status !== 200) throw new Error(`the notice was answered ${told.status}`);
  const { state } = await call(showPayment, { id: orderId });
  if (state !== "paid") throw new Error(`the order is ${state}`);
}

/** Lets shoppers check out for a time, until all people have. @returns durations, ms */
async function run(till: Till, people: RacePerson[], seconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1_000;
  const lane = async (): Promise<void> => {
    for (
      let person = people.pop();
      person !== undefined && performance.now() < until;
      person = people.pop()
    ) {
      const started = performance.now();
      await checkOut(till, person);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  return times;
}

const folder = mkdtempSync(join(tmpdir(), "marque-checkouts-"));
try {
  await withShop({ SIMULATORS: "1", DATA_DIR: folder }, async (shop) => {
    const skus: SampleSku[] = [];
    while (skus.length < PRODUCTS)
      skus.push(...(await addSampleProduct(shop.db, { stock: [100_000], freightFen: 1_200 })));
    const till = { shop, merchant: loadSimulatedMerchant(folder), skus };
    const root = await postmaster(shop.db);
    // The first run compiles the code.
    await run(till, await addPeople(shop.db, 1_000), 5);
    const people = await addPeople(shop.db, 200 * SECONDS);
    const used = (): [number, number] => [cpuSecondsOf(shop.pid), cpuSecondsOfChildren(root)];
    const [before, started] = [used(), performance.now()];
    const times = await run(till, people, SECONDS);
    const [after, seconds] = [used(), (performance.now() - started) / 1_000];
    const cpu = after.map((value, at) => (((value - (before[at] ?? 0)) * 1_000) / times.length).toFixed(1));
    const loads = loadavg().map((load) => load.toFixed(1));
    say(
      `this mall       ${(times.length / seconds).toFixed(0)} checkouts/s over ${CONNECTIONS} connections, ${cpu[0]} ms of CPU each ` +
        `and ${cpu[1]} ms of the database; p50 ${median(times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms ` +
        `(load average ${loads.join(", ")})`,
    );
    for (const line of RECORDED) say(line);
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
