import { sql } from "kysely";
import { expect, test } from "vitest";
import { addSimulators } from "../../../simulator/index.ts";
import {
  listDifferences,
  refetchBill,
  resolveDifference,
  showReconciliation,
} from "#contract/console/mall/reconciliation.ts";
import {
  approveRefund,
  countRefunds,
  listRefunds,
  resubmitRefund,
  retryRefund,
  reviewRefund,
  settleRefund,
  showRefund,
} from "#contract/console/mall/refunds.ts";
import { everyScope } from "#contract/console/scope.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";
import { createReconciliation } from "../reconciliation/index.ts";
import { openRefundShop } from "../testing/test-refund-shop.ts";

const shop = await openRefundShop(addSimulators);
const { app, db } = shop;
const DAY = 24 * 3_600_000;
const auditOf = async (action: string, id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit_entry
    where action = ${action} and about_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
};

test("CO76 a refund above the sum needs a second person, and twice pressed it is one refund", async () => {
  const [asker, second, third] = [
    await loginOperator(app, "finance", everyScope, { name: "何财务" }),
    await loginOperator(app, "finance"),
    await loginOperator(app, "finance"),
  ];
  const payment = await shop.paid("wechat", 30);
  const refundId = await shop.request(payment, { amountFen: 250_000, askedBy: asker.operatorId });
  const { data: counts } = await callAsOperator(app, second, countRefunds, {});
  expect(counts).toMatchObject({
    secondPersonFen: 200_000,
    counts: { waiting: { count: 1, sumFen: 250_000 } },
  });
  const { data: shown } = await callAsOperator(app, second, showRefund, { refundId });
  expect(shown).toMatchObject({
    refund: { askedBy: "何财务", isOwn: false, tab: "waiting" },
    leftFen: 297_000,
  });
  expect((await callAsOperator(app, asker, showRefund, { refundId })).data.refund.isOwn).toBe(true);
  expect((await callAsOperator(app, asker, approveRefund, { refundId })).code).toBe("SECOND_PERSON");
  expect(await auditOf("refund.approve", refundId)).toBe(0);
  const stolen = await loginOperator(app, "finance", everyScope, { isSteppedUp: false });
  expect((await callAsOperator(app, stolen, approveRefund, { refundId })).code).toBe("STEP_UP");
  const presses = await Promise.all(
    [second, third, second].map((by) => callAsOperator(app, by, approveRefund, { refundId })),
  );
  expect(presses.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED", "STATE_CHANGED"]);
  expect(await auditOf("refund.approve", refundId)).toBe(1);
  await shop.finish(payment);
  expect(await shop.atChannel(payment)).toMatchObject([{ refundFen: 250_000 }]);
  // The sessions have ended with the hour that the refund took.
  const later = await loginOperator(app, "finance");
  const { data: done } = await callAsOperator(app, later, listRefunds, { filter: { tab: "success" } });
  expect(done.rows.map((row) => row.refundId)).toContain(refundId);
});

test("CO76 the second person returns a refund or declines it with a reason, and it waits again once it is submitted", async () => {
  const [asker, second, other] = [
    await loginOperator(app, "hq-admin"),
    await loginOperator(app, "finance", everyScope, { name: "何财务" }),
    await loginOperator(app, "finance"),
  ];
  const payment = await shop.paid("wechat", 30);
  const refundId = await shop.request(payment, { amountFen: 260_000, askedBy: asker.operatorId });
  const review = (answer: "return" | "decline", by = second) =>
    callAsOperator(app, by, reviewRefund, { refundId, answer, reason: " 请补充凭证 " });
  const resubmit = (by = asker) => callAsOperator(app, by, resubmitRefund, { refundId });
  const shown = async () => (await callAsOperator(app, second, showRefund, { refundId })).data;
  const blank = { refundId, answer: "return" as const, reason: "  " };
  expect((await callAsOperator(app, second, reviewRefund, blank)).code).toBe("601");
  expect((await callAsOperator(app, asker, reviewRefund, blank)).status).toBe(406);
  expect((await resubmit()).code).toBe("STATE_CHANGED");
  // Of a return and an approval at once, one holds.
  const both = await Promise.all([
    review("return"),
    callAsOperator(app, other, approveRefund, { refundId: await shop.request(payment, { amountFen: 1 }) }),
    review("return", other),
  ]);
  expect([both[0].code, both[2].code].toSorted()).toEqual(["00", "STATE_CHANGED"]);
  expect(await shown()).toMatchObject({
    refund: { isReturned: true, state: "waiting" },
    review: { reason: "请补充凭证" },
  });
  expect((await callAsOperator(app, other, approveRefund, { refundId })).code).toBe("STATE_CHANGED");
  expect((await resubmit(second)).status).toBe(406);
  expect((await resubmit()).code).toBe("00");
  expect((await review("decline")).code).toBe("00");
  expect(await shown()).toMatchObject({ refund: { isDeclined: true, tab: "failed" } });
  // A retry would go past the second person.
  expect((await callAsOperator(app, other, retryRefund, { refundId })).code).toBe("STATE_CHANGED");
  expect((await resubmit()).code).toBe("00");
  expect((await callAsOperator(app, second, approveRefund, { refundId })).code).toBe("00");
  for (const [action, count] of [
    ["refund.return", 1],
    ["refund.decline", 1],
    ["refund.resubmit", 2],
    ["refund.approve", 1],
  ] as const)
    expect([action, await auditOf(action, refundId)]).toEqual([action, count]);
});

test("MA68 a refund is asked for again, and settled outside after its channel was asked", async () => {
  const finance = await loginOperator(app, "finance");
  const hq = await loginOperator(app, "hq-admin");
  const payment = await shop.paid("alipay");
  const refundId = await shop.request(payment, { amountFen: 4_000 });
  expect((await callAsOperator(app, hq, retryRefund, { refundId })).status).toBe(406);
  expect((await callAsOperator(app, finance, retryRefund, { refundId })).code).toBe("00");
  expect(await auditOf("refund.retry", refundId)).toBe(1);
  const settle = { refundId, receiptNo: "BANK-20270308" };
  // Never asked for at the channel: it is not settled before.
  expect((await callAsOperator(app, finance, settleRefund, settle)).code).toBe("STATE_CHANGED");
  await sql`update refund set state = 'abnormal', problem = 'abnormal' where refund_id = ${refundId}`.execute(
    db,
  );
  const { data } = await callAsOperator(app, finance, listRefunds, { filter: { tab: "failed" } });
  expect(data.rows.map((row) => row.refundId)).toContain(refundId);
  expect((await callAsOperator(app, finance, settleRefund, settle)).code).toBe("00");
  expect((await callAsOperator(app, finance, showRefund, { refundId })).data.refund).toMatchObject({
    state: "success",
    receiptNo: "BANK-20270308",
  });
  expect((await callAsOperator(app, finance, showRefund, { refundId: "1" })).status).toBe(404);
});

test("CO77 the reconciliation names each order that differs from the bill, and no other", async () => {
  const way = "wechat";
  const noon = app.context.clock.now() + 3 * DAY;
  app.context.clock.set(noon);
  const day = toShanghaiDate(noon);
  const month = day.slice(0, 7);
  const [same, missing] = [await shop.paid(way), await shop.paid(way, 2)];
  // The channel has no such payment in its bill.
  await sql`update payment set out_trade_no = out_trade_no || 'x' where payment_id = ${missing.paymentId}`.execute(
    db,
  );
  const bills = createReconciliation(app.context, app.modules.payments, {
    settle: app.modules.payments.settle,
    refunds: shop.refunds.reports,
  });
  app.context.clock.set(Date.parse(`${day}T10:31:00+08:00`) + DAY);
  // The first run fetches the bills of earlier days too.
  for (let run = 0; run < 3; run++) await bills.work();
  bills.close();
  const operator = await loginOperator(app, "finance");
  const show = async () => (await callAsOperator(app, operator, showReconciliation, { month })).data;
  const dayOf = async () => (await show()).days.find((one) => one.day === day && one.way === way);
  expect(await dayOf()).toMatchObject({ state: "open", ours: { count: 2 }, bill: { count: 2 } });
  const list = async () =>
    (await callAsOperator(app, operator, listDifferences, { way, day })).data.differences;
  const found = await list();
  expect(found.map(({ order }) => order?.orderId).filter((id) => id !== undefined)).toEqual([
    missing.orderId,
  ]);
  expect(found.some(({ order }) => order?.orderId === same.orderId)).toBe(false);
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(["onlyOurs", "onlyTheirs"]);
  for (const { differenceId } of found) {
    const resolve = { differenceId, reason: "渠道改号，已核对" };
    const both = await Promise.all(
      [0, 1].map(() => callAsOperator(app, operator, resolveDifference, resolve)),
    );
    expect(both.map(({ code }) => code).toSorted()).toEqual(["00", "STATE_CHANGED"]);
    expect(await auditOf("difference.resolve", differenceId)).toBe(1);
  }
  expect(await dayOf()).toMatchObject({ state: "resolved", open: 0, differences: 2 });
  expect((await list()).map(({ resolvedBy }) => resolvedBy)).toEqual([operator.name, operator.name]);
  expect((await callAsOperator(app, operator, refetchBill, { way, day })).code).toBe("00");
  expect(await auditOf("bill.refetch", `${way} ${day}`)).toBe(1);
  expect((await callAsOperator(app, operator, refetchBill, { way, day: "2020-01-01" })).status).toBe(404);
  const regional = await loginOperator(app, "finance", { ...everyScope, sponsorLevel2: ["VWSA400000"] });
  expect((await callAsOperator(app, regional, showReconciliation, { month })).data.days).toEqual([]);
  expect((await callAsOperator(app, regional, refetchBill, { way, day })).status).toBe(404);
});
