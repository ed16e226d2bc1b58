import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { showOrder } from "#contract/order/order.ts";
import { newId } from "../../core/ids.ts";
import { eraseUser } from "../../privacy/erase-user.ts";
import { collectPersonalData } from "../../privacy/export-store.ts";
import { findDataSubject } from "../../privacy/data-subject-store.ts";
import { testApp, type TestApp } from "../app.ts";
import { mergeOrders } from "../../order/merge-users-store.ts";
import { orderSteps } from "../../order/testing/order-steps.ts";
import { stockCounts } from "../../order/testing/test-orders.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
const { person, skuOf, placed, pay, ship } = orderSteps(() => app);

const erase = (userId: string) =>
  eraseUser(app.context, { deleteDueFiles: () => Promise.resolve(), eventTimeout: 1_000 }, userId, {
    kind: "user",
    id: userId,
    host: "browser",
  });

test("MA98 an export has the orders with lines and address; an erasure cancels unpaid orders, and open ones hinder it by number", async () => {
  const { db } = app.context;
  const [who, sku] = [await person(), await skuOf({ stock: [9] })];
  const unpaid = await placed(who, sku, { remark: "放前台小林处" });
  const sent = await placed(who, sku, { remark: "请打电话" });
  const subject = await findDataSubject(db, who.userId);
  if (!subject) throw new Error("no person");
  const orders = (await collectPersonalData(app.context, subject, 1_000)).find(
    ({ name }) => name === "mall_order",
  );
  expect(orders?.rows).toHaveLength(2);
  expect(JSON.stringify(orders?.rows)).toContain("13800135678");
  expect(orders?.rows[0]).toMatchObject({ lines: [{ title: "车载保温杯", qty: 1, net_fen: 9_900 }] });
  await pay(sent);
  await ship(sent);
  const detail = await app.call(showOrder, { id: sent }, { token: who.token });
  await expect(erase(who.userId)).rejects.toMatchObject({ refusal: "conflict" });
  await expect(erase(who.userId)).rejects.toThrow(detail.data?.orderNo ?? "?");
  const { rows: states } = await sql`select state from mall_order where order_id = ${unpaid}`.execute(db);
  expect(states).toEqual([{ state: "cancelled" }]);
  expect(await stockCounts(db, sku.skuId)).toMatchObject({ reserved: 0, open: 0 });
  await sql`update mall_order set state = 'done' where order_id = ${sent}`.execute(db);
  expect(await erase(who.userId)).toBe(true);
  const { rows } = await sql<{ user_id: string; order_recipient: string | null; remark: string | null }>`
    select user_id, order_recipient, remark, payable_fen from mall_order where order_id in (${sent}, ${unpaid})`.execute(
    db,
  );
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toMatchObject({ order_recipient: null, remark: null, payable_fen: 9_900 });
    expect(row.user_id).not.toBe(who.userId);
  }
  const lines = await sql`select net_fen from order_line where order_id = ${sent}`.execute(db);
  expect(lines.rows).toEqual([{ net_fen: 9_900 }]);
});

test("MA100 orders of two people who are one are together: nothing is lost, nothing doubled", async () => {
  const { db } = app.context;
  const [one, other] = [await person(), await person()];
  const sku = await skuOf({ stock: [9], buyMost: 5 });
  const key = newId();
  for (const who of [one, other]) {
    const id = await placed(who, sku);
    await sql`update mall_order set idempotency_key = ${key} where order_id = ${id}`.execute(db);
  }
  await db.transaction().execute((transaction) => mergeOrders(transaction, one.userId, other.userId));
  const { rows } = await sql`
    select (select count(*)::int from mall_order where user_id = ${other.userId}) as orders,
      (select units from bought_count where user_id = ${other.userId}) as units,
      (select count(*)::int from bought_count where user_id = ${one.userId}) as left`.execute(db);
  expect(rows).toEqual([{ orders: 2, units: 2, left: 0 }]);
});
