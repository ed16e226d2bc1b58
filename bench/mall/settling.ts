// Payments settled in groups, compared with the same payments in a transaction each that counts the sold units at the
// product's row, which is locked until the commit; in alternating rounds, in this process, on PostgreSQL. Run:
//   node bench/mall/settling.ts
//   ROUNDS=5 PAYMENTS=4000 node bench/mall/settling.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { findPostgres } from "../../scripts/setup/find-tools.mjs";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import { createSettle, createSettleAlone, type Settle } from "../../server/payment/settle/settle.ts";
import { startPostgres } from "../../server/testing/database/postgres-cluster.ts";
import { dataKeySettings } from "../../server/testing/encryption/test-keyring.ts";
import { compareToMinimum, median, quantile } from "../measure/statistics.ts";
import { addAttempts } from "./attempts.ts";
import { say } from "./shop.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 3);
const PAYMENTS = Number(process.env["PAYMENTS"] ?? 2_000);
/** Payments at a time. */
const LANES = 64;

const folder = mkdtempSync(join(tmpdir(), "marque-settling-"));
const cluster = await startPostgres(findPostgres() ?? "");
const config = readConfig({
  APP_ENV: "test",
  LOG_LEVEL: "silent",
  SIMULATORS: "1",
  DEMO_DATA: "0",
  DATA_DIR: folder,
  ...dataKeySettings,
});
const { app, context, modules } = await createApp(config, { database: { url: cluster.url("postgres") } });
const { db } = context;
// Only what is measured uses the database.
modules.orders.close();
modules.payments.close();

/** Counts sold units at their product in the transaction of the payment, or leaves that to `foldSold`. */
async function countAtOnce(isOn: boolean): Promise<void> {
  await sql`create or replace function count_sold() returns trigger language plpgsql as $$
    begin update product set sold = sold + new.units where product_id = new.product_id; return null; end $$`.execute(
    db,
  );
  await sql`drop trigger if exists sold_at_once on sold_change`.execute(db);
  if (isOn)
    await sql`create trigger sold_at_once after insert on sold_change for each row execute function count_sold()`.execute(
      db,
    );
}

type Measured = { readonly rate: number; readonly times: readonly number[] };
async function measure(settle: Settle): Promise<Measured> {
  const attempts = await addAttempts(db, PAYMENTS, 1);
  const times: number[] = [];
  const lane = async (): Promise<void> => {
    for (let one = attempts.pop(); one !== undefined; one = attempts.pop()) {
      const { outTradeNo, amountFen, appId, paidTime } = one;
      const ids = { outTradeNo, channelNo: `42${outTradeNo}`, merchantId: null, appId, payer: null };
      const trade = { ...ids, amountFen, currency: "CNY", paidTime: Date.parse(paidTime) };
      const started = performance.now();
      const outcome = await settle("wechat", trade, outTradeNo);
      if (outcome !== "paid") throw new Error(`a payment was settled as ${outcome}`);
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: LANES }, lane));
  return { rate: (PAYMENTS * 1_000) / (performance.now() - started), times };
}

try {
  const dependencies = { channels: modules.payments, refunds: modules.payments.refunds };
  const [inGroups, alone] = [createSettle(context, dependencies), createSettleAlone(context, dependencies)];
  const ratios: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    await countAtOnce(true);
    const before = await measure(alone);
    await countAtOnce(false);
    const after = await measure(inGroups);
    const shown = ({ rate, times }: Measured): string =>
      `${rate.toFixed(0)}/s (p50 ${median(times).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms)`;
    say(`     round ${round}: in groups ${shown(after)}, one by one ${shown(before)}`);
    if (round > 0) ratios.push(after.rate / before.rate);
  }
  say(compareToMinimum("MA104 payments in groups, relative to one by one", median(ratios), 3, "×"));
} finally {
  await app.close();
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
