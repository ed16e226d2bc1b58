import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../../testing/command.ts";
import { orderSteps } from "../testing/order-steps.ts";
import { foldSold } from "../sold-store.ts";
import { paidSteps } from "../testing/paid-steps.ts";
import { MAX_REVEALS } from "./desk.ts";

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = mkdtempSync(join(tmpdir(), "marque-mall-"));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});
const { person, skuOf, placed } = orderSteps(() => app);
const { pay, detail, lineIds, asked, refundsOf } = paidSteps(() => app);
const mall = (args: readonly string[], input = "") => runCommand(app, ["mall", ...args], input);

/** A paid order of some units. */
async function paidOrder(qty = 1) {
  const [who, sku] = [await person(), await skuOf({ stock: [200] })];
  const lines = [{ skuId: sku.skuId, qty }];
  const id = await placed(who, sku, { lines, payableFen: 9_900 * qty, remark: "放门卫" });
  await pay(id);
  const [lineId = ""] = await lineIds(who, id);
  return { who, sku, id, lineId, orderNo: (await detail(who, id)).orderNo };
}
const auditOf = async (action: string): Promise<string> => {
  const { rows } = await sql`select * from audit_entry where action = ${action} order by audit_id`.execute(
    app.context.db,
  );
  return JSON.stringify(rows);
};

test(
  "MA95 an operator finds an order masked, reveals it counted, notes and closes it; the audit log has no names",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const { who, id, orderNo } = await paidOrder();
    const found = await mall(["orders", orderNo]);
    expect(found.said).toMatch(/paid {2}express/);
    expect(found.said).toContain("林** 138****5678");
    expect(found.said).not.toContain("林晓岚");
    expect((await mall(["orders", "5678"])).said).toContain(orderNo);
    expect((await mall(["orders", "0000"])).said).toBe("none");
    const revealed = await mall(["reveal", orderNo, "--by", "ops-1"]);
    expect(revealed.said).toMatch(/^林晓岚 {2}13800135678\n.*龙腾大道 2555 号 3 栋\n放门卫$/);
    expect((await mall(["reveal", orderNo])).isDone).toBe(false);
    expect(await auditOf("order.reveal")).toContain('"actor_id":"ops-1"');
    await sql`update limit_count set count = ${MAX_REVEALS} where subject = 'order-reveal ops-1'`.execute(
      app.context.db,
    );
    expect(await mall(["reveal", orderNo, "--by", "ops-1"])).toMatchObject({ isDone: false });
    expect(await mall(["reveal", orderNo, "--by", "ops-2"])).toMatchObject({ isDone: true });
    expect((await mall(["note", orderNo, "--by", "ops-1"], "林晓岚 来电催发货\n")).said).toBe("done");
    expect((await mall(["orders", orderNo])).said).toContain("ops-1: 林晓岚 来电催发货");
    expect((await mall(["close", orderNo, "--by", "ops-1"])).said).toBe("refunded  ¥99 to refund");
    expect((await mall(["close", orderNo, "--by", "ops-1"])).said).toContain("the order is refunded");
    expect(await refundsOf(id)).toEqual({ sum: 9_900, refunds: 1 });
    expect((await detail(who, id)).state).toBe("refunded");
    for (const action of ["order.reveal", "order.note", "order.close"])
      expect(await auditOf(action)).not.toMatch(/林晓岚|13800135678/);
  },
);

test(
  "MA75 parcels by command and by file; MA71 a return agreed and received; usage without the database",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const [one, two] = [await paidOrder(3), await paidOrder()];
    const { skuId } = one.sku;
    const shipOne = ["ship", one.orderNo, "--carrier", "顺丰速运", "--number", "SF4000000001"];
    expect((await mall([...shipOne, "--units", `${skuId}=2`])).said).toMatch(/^done {2}\d+$/);
    const tooMany = await mall([
      "ship",
      one.orderNo,
      "--carrier",
      "shunfeng",
      "--number",
      "SF4000000009",
      "--units",
      `${skuId}=2`,
    ]);
    expect(tooMany).toEqual({ isDone: false, said: "only 1 units of this SKU can be sent" });
    const file = join(folder, "parcels.csv");
    const rows = [
      "order_no,carrier,tracking_no,units",
      `${one.orderNo},zhongtong,ZT4000000001,${skuId}=1`,
      `${two.orderNo},飞鸽,X,`,
      `${two.orderNo},中通快递,ZT4000000002,`,
    ];
    writeFileSync(file, `\uFEFF${rows.join("\r\n")}\r\n`);
    const first = await mall(["ship", "--file", file]);
    expect(first.isDone).toBe(false);
    expect(first.said).toMatch(/^line 3: unknown carrier[^\n]*\n2 sent, 0 sent before, 1 faults$/);
    expect((await mall(["ship", "--file", file])).said).toMatch(/0 sent, 2 sent before, 1 faults$/);
    const shipments = (await detail(two.who, two.id)).shipments;
    const fix = ["correct", shipments[0]?.shipmentId ?? "", "--carrier", "zhongtong", "--number"];
    expect((await mall([...fix, "ZT4000000003"])).said).toBe("done");
    expect((await mall([...fix, "ZT4000000004"])).isDone).toBe(false);

    const { caseNo } = await asked(one.who, {
      orderId: one.id,
      kind: "return",
      units: [{ lineId: one.lineId, qty: 3 }],
      reason: "unwanted",
    });
    expect((await mall(["after-sales"])).said).toContain(caseNo);
    expect((await mall(["agree", caseNo, "--by", "ops-1"])).said).toBe("agreed");
    const receive = ["receive", caseNo, "--by", "ops-1", "--units"];
    expect((await mall([...receive, `${skuId}=4/0`])).isDone).toBe(false);
    expect((await mall([...receive, `${skuId}=2/1`])).said).toBe("refunding");
    expect(await refundsOf(one.id)).toEqual({ sum: 19_800, refunds: 1 });
    expect((await mall(["decline", caseNo, "--reason", "x", "--by", "ops-1"])).said).toBe(
      "the case is refunding",
    );
    for (const args of [[], ["ship"], ["agree", caseNo], ["toString"], ["orders"]])
      expect((await mall(args)).said).toMatch(/^usage: /);
  },
);

test(
  "MA94 a large refund that an operator has agreed to waits for a second one",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const { who, id, lineId, orderNo } = await paidOrder(30);
    await mall(["ship", orderNo, "--carrier", "shunfeng", "--number", "SF4000000005"]);
    const { caseNo } = await asked(who, {
      orderId: id,
      kind: "refund",
      units: [{ lineId, qty: 30 }],
      reason: "damaged",
    });
    expect((await mall(["agree", caseNo, "--by", "ops-1"])).said).toBe("refunding");
    const { rows } = await sql`
      select state, asked_by from refund where order_id = ${id}`.execute(app.context.db);
    expect(rows).toEqual([{ state: "waiting", asked_by: "ops-1" }]);
    const { said } = await mall(["refunds"]);
    const waiting = said.split("\n").find((line) => line.includes(orderNo));
    expect(waiting).toMatch(/ {2}waiting {2}¥2970 {2}.*asked by ops-1$/);
    const [refundId = ""] = (waiting ?? "").split("  ");
    const own = await mall(["refunds", "approve", refundId, "--by", "ops-1"]);
    expect(own).toEqual({ isDone: false, said: "the operator who asked for a refund cannot approve it" });
    expect((await mall(["refunds", "approve", refundId, "--by", "ops-2"])).said).toBe("done");
    expect((await mall(["refunds", "approve", refundId, "--by", "ops-3"])).isDone).toBe(false);
  },
);

test(
  "MA68 a refund that the channel does not do is settled by command with a receipt, once",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const { id, orderNo } = await paidOrder();
    await mall(["close", orderNo, "--by", "ops-1"]);
    const { db } = app.context;
    const { rows } = await sql<{ refund_id: string }>`
      update refund set state = 'abnormal', problem = 'abnormal' where order_id = ${id} returning refund_id`.execute(
      db,
    );
    const refundId = rows[0]?.refund_id ?? "";
    expect((await mall(["refunds"])).said).toContain(`${refundId}  abnormal  ¥99`);
    const settle = ["refunds", "settle", refundId, "--by", "ops-2"];
    for (const receipt of [[], ["--receipt", "../x"]])
      expect((await mall([...settle, ...receipt])).said).toMatch(/^usage: /);
    // The channel is asked first; its answer does not arrive here.
    const silent = await mall([...settle, "--receipt", "B-2026-118"]);
    expect(silent).toEqual({
      isDone: false,
      said: "the channel does not say whether it has refunded it; try again later",
    });
    // Nobody can ask a channel that the installation does not have any more.
    const settled = await runCommand(app, ["mall", ...settle, "--receipt", "B-2026-118"], "", {
      SIMULATORS: "0",
    });
    expect(settled).toEqual({ isDone: true, said: "done" });
    const state = await sql`select state, receipt_no from refund where refund_id = ${refundId}`.execute(db);
    expect(state.rows).toEqual([{ state: "success", receipt_no: "B-2026-118" }]);
    const ledger = await sql`
      select account, sum(fen)::int as fen from ledger_entry where order_id = ${id} group by account order by account`.execute(
      db,
    );
    // The channel keeps the money: it left by another way.
    expect(ledger.rows).toEqual([
      { account: "channel", fen: 9_900 },
      { account: "offline", fen: -9_900 },
      { account: "order", fen: 0 },
    ]);
    expect((await mall([...settle, "--receipt", "B-2026-119"])).isDone).toBe(false);
    expect((await mall(["refunds", "settle", "1", "--receipt", "B-1", "--by", "ops-2"])).said).toMatch(
      /^usage: |there is no such refund/,
    );
    expect(await auditOf("refund.settle")).toContain('"actor_id":"ops-2"');
  },
);

test(
  "MA01 MA97 products and stock by command, with the orders that hold it",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const { sku, orderNo } = await paidOrder(3);
    await foldSold(app.context.db);
    const found = await mall(["products", sku.productId]);
    expect(found.said).toMatch(/^\d+ {2}on {2}车载保温杯 {2}3 sold/);
    expect(found.said).toContain(`SKU ${sku.skuId}  银  ¥99  200 on hand, 3 reserved`);
    expect((await mall(["products", "on"])).said).toContain(sku.productId);
    expect((await mall(["products", "draft"])).said).not.toContain(sku.productId);
    expect((await mall(["products", "車載保温杯"])).said).toContain(sku.productId);
    expect(await mall(["products", "1"])).toEqual({ isDone: false, said: "there is no product 1" });
    expect((await mall(["products", "withdraw", sku.productId])).said).toBe("done");
    expect((await mall(["products", "withdraw", sku.productId])).said).toBe("again");
    expect((await mall(["products", "off"])).said).toContain(sku.productId);
    expect((await mall(["products", "publish", sku.productId])).said).toBe("done");
    const stock = await mall(["stock", sku.skuId]);
    expect(stock.said).toContain("200 on hand, 3 reserved  1 orders");
    expect(stock.said).toContain(`order ${orderNo}  paid  3 units`);
    const take = ["stock", sku.skuId, "--take", "198", "--reason", "盘亏", "--id", "count-1"];
    expect((await mall(take)).said).toMatch(/^at most 197 can be taken off/);
  },
);

test(
  "MA91 days and differences by command: listed, fetched again, resolved with a reason",
  { timeout: COMMAND_TIMEOUT },
  async () => {
    const { db } = app.context;
    const [day, at] = ["2027-03-08", new Date("2027-03-09T10:30:00+08:00")];
    await sql`insert into bill_day (way, day, state, due_time, problem)
      values ('wechat', ${day}::date, 'open', ${at}, 'open 1, sums differ by 9900 fen')`.execute(db);
    await sql`insert into difference (difference_id, way, day, kind, number, theirs_fen, details, created_time)
      values ('7300000000000000001', 'wechat', ${day}::date, 'onlyTheirs', 'M27030800000001_1', 9900,
        'unknown payment', ${at})`.execute(db);
    expect((await mall(["differences"])).said).toBe(
      "7300000000000000001  onlyTheirs  wechat  2027-03-08  M27030800000001_1  ours -, theirs ¥99  unknown payment  2027-03-09 02:30",
    );
    expect((await mall(["differences", "days"])).said).toContain(`${day}  wechat  open  1 open`);
    expect((await mall(["differences", "refetch", "alipay", day])).isDone).toBe(false);
    const resolve = ["differences", "resolve", "7300000000000000001", "--by", "ops-1"];
    expect((await mall(resolve)).said).toMatch(/^usage: /);
    expect((await mall([...resolve, "--reason", "代收的押金"])).said).toBe("done");
    expect((await mall([...resolve, "--reason", "代收的押金"])).isDone).toBe(false);
    const { rows } = await sql`
      select account, fen from ledger_entry where txn_id = 'difference 7300000000000000001' order by account`.execute(
      db,
    );
    expect(rows).toEqual([
      { account: "channel", fen: 9_900 },
      { account: "suspense", fen: -9_900 },
    ]);
    expect((await mall(["differences"])).said).toBe("none");
    expect((await mall(["differences", "refetch", "wechat", day])).said).toBe("done");
    expect((await mall(["differences", "days"])).said).toContain(`${day}  wechat  waiting`);
    expect(await auditOf("difference.resolve")).toContain('"actor_id":"ops-1"');
  },
);
