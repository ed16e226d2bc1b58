import { sql } from "kysely";
import { foldSold } from "../sold-store.ts";
import { approve, reconcile, settleOffline } from "./test-refund-commands.ts";
import { follow, workDeadlines } from "./test-sync.ts";
import { askedOf, DAY, mustBe, type Model, type World } from "./test-world.ts";

const HOUR = 3_600_000;
/** Rounds after which everything has to have ended. */
const MOST_ROUNDS = 80;
/** Tolerance of times, ms. */
const SLACK = 10_000;

function isQuiet({ shop }: World, { orders, refunds }: Model): boolean {
  const settled = new Set(
    orders.flatMap(({ payments }) =>
      payments
        .filter(({ state }) => state === "paid" || state === "surplus")
        .map(({ outTradeNo }) => outTradeNo),
    ),
  );
  const paid = shop.channels.flatMap(({ trades }) =>
    [...trades.values()].filter(({ state }) => state === "paid"),
  );
  return (
    orders.every(({ state }) => state !== "pending" && state !== "closing" && state !== "ready") &&
    refunds.every(({ state }) => state === "done") &&
    paid.every(({ outTradeNo }) => settled.has(outTradeNo))
  );
}

/** Lets time pass without faults until nothing is left to do. */
export async function drain(world: World, model: Model): Promise<void> {
  const { shop } = world;
  for (let round = 0; round < MOST_ROUNDS && !isQuiet(world, model); round++) {
    for (const channel of shop.channels) {
      channel.endFaults();
      channel.nextRefund = "success";
      for (const refund of channel.refunds.values()) channel.endRefund(refund, "success");
    }
    for (const refund of model.refunds) if (refund.state === "waiting") await approve(world, refund, "ops-2");
    // Orders that nobody picked up are refunded in the end.
    world.wait(model.orders.some(({ state }) => state === "ready") ? 15 * DAY : HOUR + 60_000);
    await workDeadlines(world, model);
    await shop.workQueries();
    await follow(world, model);
    await shop.refunds.work();
    await follow(world, model);
    if (round % 4 === 3)
      for (const refund of model.refunds) if (refund.state === "open") await settleOffline(world, refund);
    await follow(world, model);
  }
  mustBe("everything has ended", isQuiet(world, model), true);
}

/** The channels hold what the ledger says; each day of theirs is clean, and nothing is in suspense (P12, P14). */
export async function checkMoney(world: World, model: Model): Promise<void> {
  const { db, shop } = world;
  for (const channel of shop.channels)
    for (const day of channel.days()) {
      await reconcile(world, channel, day);
      await follow(world, model);
    }
  const numbers = shop.channels.flatMap(({ trades, refunds }) => [...trades.keys(), ...refunds.keys()]);
  const fees = [
    ...numbers.map((number) => `payment ${number}`),
    ...numbers.map((number) => `refund ${number}`),
  ];
  const ids = model.orders.map(({ orderId }) => orderId);
  const { rows } = await sql<{ channel: number; suspense: number }>`
    select coalesce(sum(fen) filter (where account = 'channel'), 0)::int as channel,
      coalesce(sum(fen) filter (where account = 'suspense'), 0)::int as suspense from ledger_entry
    where order_id = any(${ids}::text[])
      or txn_id in (select 'fee ' || way || ' ' || f from unnest(array['wechat', 'alipay']) way, unnest(${fees}::text[]) f)`.execute(
    db,
  );
  const own = shop.channels.reduce((sum, channel) => sum + channel.balance(), 0);
  mustBe("money at the channels", rows[0]?.channel, own);
  mustBe("suspense", rows[0]?.suspense, 0);
}

/** Compares lines, cases, parcels and times of an order with the model. */
async function checkOrders({ db }: World, { orders }: Model): Promise<void> {
  const ids = orders.map(({ orderId }) => orderId);
  const { rows } = await sql<{ order_id: string; text: string; due: Date | null }>`
    select o.order_id, o.receive_due_time as due, concat_ws(' ', o.freight_refunded_fen,
      (select string_agg(concat_ws('/', l.shipped_qty, l.cancelled_qty, l.refunded_qty, l.asked_qty, l.refunded_fen), ' '
        order by l.position) from order_line l where l.order_id = o.order_id),
      (select string_agg(a.state, ' ' order by a.after_sale_id) from after_sale a where a.order_id = o.order_id),
      (select string_agg(s.state, ' ' order by s.shipment_id) from shipment s where s.order_id = o.order_id)) as text
    from mall_order o where o.order_id = any(${ids}::text[])`.execute(db);
  const stored = new Map(rows.map((row) => [row.order_id, row]));
  for (const order of orders) {
    const lines = order.lines.map((line) =>
      [line.sent, line.cancelled, line.refunded, askedOf(order, line), line.refundedFen].join("/"),
    );
    const states = [...order.cases, ...order.parcels].map(({ state }) => state);
    const row = stored.get(order.orderId);
    mustBe(`order ${order.orderId}`, row?.text, [order.freightBack, ...lines, ...states].join(" "));
    if (order.state === "shipping")
      mustBe(
        `end of receipt of ${order.orderId}, ${row?.due?.getTime()} and ${order.receiveDue}`,
        Math.abs((row?.due?.getTime() ?? 0) - (order.receiveDue ?? 0)) < SLACK,
        true,
      );
  }
}

/** Compares stock, counts of persons, coupons and sold units with the model. */
async function checkCounts({ db, skus, users, coupons }: World, model: Model): Promise<void> {
  await foldSold(db);
  const productId = skus[0]?.productId ?? "";
  const { rows } = await sql<{ free: string; bought: string; coupons: string; sold: number }>`
    select (select string_agg((on_hand - reserved)::text, ' ' order by sku_id) from sku_stock
        where sku_id = any(${skus.map(({ skuId }) => skuId)}::text[])) as free,
      (select string_agg(coalesce(b.units, 0)::text, ' ' order by u.id) from unnest(${users}::text[]) as u(id)
        left join bought_count b on b.user_id = u.id and b.about = ${`product ${productId}`}) as bought,
      (select string_agg(case when used_time is not null then 'used' when order_id is not null then 'held' else 'free' end,
        ' ' order by coupon_id) from coupon where coupon_id = any(${coupons}::text[])) as coupons,
      (select sold from product where product_id = ${productId}) as sold`.execute(db);
  const [row] = rows;
  mustBe("free units", row?.free, model.free.join(" "));
  mustBe("bought units", row?.bought, model.bought.join(" "));
  mustBe("coupons", row?.coupons, model.coupons.join(" "));
  const paid = model.orders.filter(({ payments }) => payments.some(({ state }) => state === "paid"));
  const sold = paid.flatMap(({ lines }) => lines).reduce((sum, { qty, refunded }) => sum + qty - refunded, 0);
  mustBe("sold units", row?.sold, sold);
}

/** Compares everything that the store has of the sequence with the model. */
export async function compareAll(world: World, model: Model): Promise<void> {
  await checkOrders(world, model);
  await checkCounts(world, model);
}
