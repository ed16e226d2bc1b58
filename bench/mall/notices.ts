// Notices of payments, 200 a second, on PostgreSQL with one server process: each is acknowledged only after its order
// is paid and booked. Run after a build:
//   node bench/mall/notices.ts
//   NOTICES=6000 RATE=400 node bench/mall/notices.ts
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../server/database/connection/database.ts";
import { loadSimulatedMerchant } from "../../server/core/simulated-merchant.ts";
import { postmaster } from "../measure/bare-inserts.ts";
import { cpuSecondsOf, cpuSecondsOfChildren } from "../measure/cpu-time.ts";
import { compareToMaximum, median, quantile } from "../measure/statistics.ts";
import { flood, formatStatuses } from "../signup/crowd.ts";
import { addAttempts } from "./attempts.ts";
import { say, withShop } from "./shop.ts";
import { paidNotice, renderNotice } from "./wechat-notice.ts";

const RATE = Number(process.env["RATE"] ?? 200);
const NOTICES = Number(process.env["NOTICES"] ?? 3_000);
/** Products; one: the notices of a rush sale, which all count the same product as sold. */
const SKUS = Number(process.env["SKUS"] ?? 1);
const CONNECTIONS = 64;

async function countPaid(db: Database): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*)::int as paid from mall_order o where o.state = 'paid' and exists (
      select from ledger_entry e where e.order_id = o.order_id and e.account = 'channel' and e.fen = o.payable_fen)`.execute(
    db,
  );
  return rows[0]?.paid ?? 0;
}

const folder = mkdtempSync(join(tmpdir(), "marque-notices-"));
try {
  await withShop({ SIMULATORS: "1", DATA_DIR: folder }, async ({ db, origin, pid }) => {
    const merchant = loadSimulatedMerchant(folder);
    const prepare = async (count: number): Promise<Buffer[]> =>
      (await addAttempts(db, count, SKUS)).map((attempt) => renderNotice(paidNotice(merchant, attempt)));
    // Compiles the code.
    await flood(origin, await prepare(RATE), CONNECTIONS, RATE);
    const root = await postmaster(db);
    const used = (): [number, number] => [cpuSecondsOf(pid), cpuSecondsOfChildren(root)];
    const notices = await prepare(NOTICES);
    const before = used();
    const run = await flood(origin, notices, CONNECTIONS, RATE);
    const cpu = used().map((value, at) => (((value - (before[at] ?? 0)) * 1_000) / NOTICES).toFixed(1));
    const paid = await countPaid(db);
    const isRight = run.statuses.get(200) === NOTICES && paid === NOTICES + RATE;
    if (!isRight) process.exitCode = 1;
    say(
      `${isRight ? "ok  " : "FAIL"} ${NOTICES} notices in ${run.seconds.toFixed(1)} s, ${paid - RATE} orders paid and booked ` +
        `(${formatStatuses(run)}; p50 ${median(run.times).toFixed(0)} ms; server ${cpu[0]} ms, database ${cpu[1]} ms of CPU each)`,
    );
    say(compareToMaximum(`MA104 p99 of notices at ${RATE}/s`, quantile(run.times, 0.99), 1_000, "ms"));
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
