import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addAddress } from "#contract/mall/address.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { newId } from "../../core/ids.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { linkBrowser } from "../../testing/link-browser.ts";
import { addSampleProduct } from "../../testing/samples/sample-mall.ts";
import { sampleEvent, sampleForm, sendForm } from "../test-client.ts";

const DAY = 86_400_000;
let app: TestApp;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  // Noon, so that the day does not change during the test.
  app.context.clock.set(Date.parse(`${toShanghaiDate(Date.now())}T12:00:00+08:00`));
});
afterAll(() => app.close());

type Login = { token: string; openId: string; addressId: string };
async function shopper(): Promise<Login> {
  const { token, openId } = await app.login(`1391777${String(1_000 + people++)}`);
  const address = {
    name: "林晓岚",
    mobile: "13800135678",
    provinceCode: "310000",
    cityCode: "310100",
    districtCode: "310104",
    detail: "龙腾大道 2555 号",
  };
  const { data } = await app.call(addAddress, address, { token });
  return { token, openId, addressId: data.addressId };
}
async function send(distinctId: string, host: string, openId: string | null, ...names: string[]) {
  const events = names.map((event) =>
    sampleEvent({
      event,
      distinct_id: openId ?? distinctId,
      anonymous_id: distinctId,
      ...(openId !== null && { login_id: openId }),
      time: app.context.clock.now(),
      properties: { platform_type: host, city_code: "310100", utm_source: "feed", product_id: "700" },
    }),
  );
  expect(await sendForm(app, sampleForm.list(events))).toBe(200);
  await app.modules.tracking.lastEvents(10);
}
async function order({ token, addressId }: Login, skuId: string, utm_source: string): Promise<string> {
  const wanted = { lines: [{ skuId, qty: 1 }], delivery: "express" as const, addressId, payableFen: 9_900 };
  const answer = await app.call(
    placeOrder,
    { ...wanted, remark: "请放前台", channel: { utm_source } },
    { token, idempotencyKey: newId() },
  );
  expect(answer.code).toBe("00");
  return answer.data?.orderId ?? "";
}
async function count(group: string): Promise<Record<string, { people: number; orders: number }>> {
  const { rows } = await sql<{ name: string; people: number; orders: number }>`
    select concat_ws(' ', ${sql.raw(group)}, step) as name, count(distinct person)::int as people,
      (count(distinct order_id) filter (where order_id <> ''))::int as orders
    from mall_funnel group by 1`.execute(app.context.db);
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}

test("MA108 the mall's funnel counts events, and orders and payments as the server recorded them", async () => {
  const { db, clock } = app.context;
  const [sku] = await addSampleProduct(db, { stock: [10] });
  const [known, quiet] = [await shopper(), await shopper()];
  const browser = await linkBrowser(app, known.token);
  await send(browser, "wechat", null, "product_viewed", "product_viewed", "cart_added");
  await send(browser, "wechat", known.openId, "checkout_started");
  await send("passer-by", "pc", null, "product_viewed");
  const [first, second] = [
    await order(known, sku?.skuId ?? "", "feed"),
    await order(known, sku?.skuId ?? "", "feed"),
  ];
  const third = await order(quiet, sku?.skuId ?? "", "sms");
  await sql`update mall_order set paid_time = ${new Date(clock.now() + DAY)} where order_id = any(${[first, third]}::text[])`.execute(
    db,
  );
  expect(await count("''")).toEqual({
    " product": { people: 2, orders: 0 },
    " cart": { people: 1, orders: 0 },
    " checkout": { people: 1, orders: 0 },
    " submitted": { people: 2, orders: 3 },
    " paid": { people: 2, orders: 2 },
  });
  expect(await count("channel")).toMatchObject({
    "feed submitted": { people: 1, orders: 2 },
    "feed paid": { orders: 1 },
    "sms paid": { orders: 1 },
  });
  // Host and city of the day on which the order was placed; unknown for a person without events.
  expect(await count("host")).toMatchObject({
    "wechat submitted": { orders: 2 },
    "wechat paid": { orders: 1 },
    " paid": { orders: 1 },
    "pc product": { people: 1 },
  });
  expect(await count("city_code")).toMatchObject({ "310100 paid": { orders: 1 } });
  const [today, tomorrow] = [toShanghaiDate(clock.now()), toShanghaiDate(clock.now() + DAY)];
  expect(await count("day::text")).toMatchObject({
    [`${today} submitted`]: { orders: 3 },
    [`${tomorrow} paid`]: { orders: 2 },
  });
  const { rows } = await sql`select to_jsonb(f) as shown from mall_funnel f`.execute(db);
  expect(JSON.stringify(rows)).not.toMatch(/林晓岚|13800135678|龙腾|请放前台/);
  expect(JSON.stringify(rows)).toContain(second);
});
