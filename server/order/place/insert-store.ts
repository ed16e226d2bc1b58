import { sql } from "kysely";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import type { NewLine, NewOrder, UnitLimit } from "./new-order.ts";

const text = <T>(of: (row: T) => string | null): UnnestColumn<T> => ({ type: "text", of });
const int = <T>(of: (row: T) => number): UnnestColumn<T> => ({ type: "int", of: (row) => String(of(row)) });

/** Columns of `mall_order` that a new order brings. */
const orderColumns: Readonly<Record<string, UnnestColumn<NewOrder>>> = {
  order_id: text((order) => order.order_id),
  order_no: text((order) => order.order_no),
  user_id: text((order) => order.user_id),
  delivery: text((order) => order.delivery),
  rush_id: text((order) => order.rush_id),
  goods_fen: int((order) => order.goods_fen),
  freight_fen: int((order) => order.freight_fen),
  freight_coupon_fen: int((order) => order.freight_coupon_fen),
  coupon_fen: int((order) => order.coupon_fen),
  payable_fen: int((order) => order.payable_fen),
  pay_before: { type: "timestamptz", of: (order) => order.pay_before.toISOString() },
  order_recipient: {
    type: "text",
    of: ({ order_id, order_recipient }, keyring) =>
      order_recipient && keyring.encrypt(order_recipient, "orderaddress", order_id),
  },
  province_code: text((order) => order.province_code),
  city_code: text((order) => order.city_code),
  district_code: text((order) => order.district_code),
  dealer_id: text((order) => order.dealer_id),
  coupon_id: text((order) => order.coupon_id),
  remark: {
    type: "text",
    of: ({ order_id, remark }, keyring) => remark && keyring.encrypt(remark, "remark", order_id),
  },
  channel: { type: "jsonb", of: (order) => JSON.stringify(order.channel) },
  idempotency_key: text((order) => order.idempotency_key),
  body_hash: text((order) => order.body_hash),
  created_time: { type: "timestamptz", of: (order) => order.created_time.toISOString() },
};
const orderColumnList = sql.raw(Object.keys(orderColumns).join(", "));
const inputColumns = { ...orderColumns, event_id: text<NewOrder>((order) => order.event_id) };

type LineOf = NewLine & { readonly order_id: string };
const lineColumns: Readonly<Record<string, UnnestColumn<LineOf>>> = {
  line_id: text((line) => line.line_id),
  order_id: text((line) => line.order_id),
  position: int((line) => line.position),
  sku_id: text((line) => line.sku_id),
  snapshot: { type: "jsonb", of: (line) => JSON.stringify(line.snapshot) },
  qty: int((line) => line.qty),
  price_fen: int((line) => line.price_fen),
  coupon_fen: int((line) => line.coupon_fen),
  net_fen: int((line) => line.net_fen),
};
const lineColumnList = sql.raw(Object.keys(lineColumns).join(", "));

type LimitOf = UnitLimit & { readonly order_id: string };
const limitColumns: Readonly<Record<string, UnnestColumn<LimitOf>>> = {
  order_id: text((limit) => limit.order_id),
  about: text((limit) => limit.about),
  units: int((limit) => limit.units),
};

/**
 * Inserts orders with lines, events and stock entries, and holds stock, quotas, coupons and counts, in one statement.
 * Only the orders that come back are counted: the same key may have been written meanwhile under no common lock, as may
 * an order number. Rows are sorted, so that two statements that wait for each other's keys do so in one order.
 * @param orders each key once, given by the rules
 * @returns the ids of the inserted orders
 */
export async function insertOrders(db: Database, orders: readonly NewOrder[]): Promise<ReadonlySet<string>> {
  const lines = orders.flatMap((order) =>
    order.lines.map((line): LineOf => ({ ...line, order_id: order.order_id })),
  );
  const limits = orders.flatMap(({ order_id, limits: own }) => own.map((limit) => ({ ...limit, order_id })));
  const hasCoupons = orders.some(({ coupon_id }) => coupon_id !== null);
  const hasRush = orders.some(({ rush_id }) => rush_id !== null);
  const held = sql`, held as (
      update coupon c set order_id = i.order_id from input i join made using (order_id) where c.coupon_id = i.coupon_id
    )`;
  const taken = sql`, taken as (
      update rush r set taken = r.taken + n.units from (
        select i.rush_id, sum(l.qty)::int as units from input i join made using (order_id) join line l using (order_id)
        where i.rush_id is not null group by i.rush_id) n
      where r.rush_id = n.rush_id
    )`;
  const bought = sql`, bought as (
      insert into bought_count (user_id, about, units)
      select i.user_id, w.about, sum(w.units)::int
      from (select * from ${unnestRows(limits, limitColumns)}) w join made using (order_id) join input i using (order_id)
      group by i.user_id, w.about order by i.user_id, w.about
      on conflict (user_id, about) do update set units = bought_count.units + excluded.units
    )`;
  const { rows } = await sql<{ order_id: string }>`
    with input as materialized (select * from ${unnestRows(orders, inputColumns)}),
    line as materialized (select * from ${unnestRows(lines, lineColumns)}),
    made as (
      insert into mall_order (kind, state, ${orderColumnList})
      select 'goods', 'pending', ${orderColumnList} from input order by user_id, idempotency_key
      on conflict do nothing returning order_id
    ), lined as (
      insert into order_line (${lineColumnList}) select ${lineColumnList} from line
      where order_id in (select order_id from made)
    ), told as (
      insert into order_event (event_id, order_id, at, from_state, to_state, by, why)
      select event_id, order_id, created_time, null, 'pending', 'person', 'placed'
      from input where order_id in (select order_id from made)
    ), entered as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
      select 'order', l.order_id, l.sku_id, 0, l.qty, i.created_time
      from line l join input i using (order_id) where l.order_id in (select order_id from made)
    ), reserved as (
      update sku_stock s set reserved = s.reserved + n.units from (
        select sku_id, sum(qty)::int as units from line where order_id in (select order_id from made) group by sku_id) n
      where s.sku_id = n.sku_id
    )${hasCoupons ? held : sql``}${hasRush ? taken : sql``}${limits.length > 0 ? bought : sql``}
    select order_id from made ${prepared}`.execute(db);
  return new Set(rows.map(({ order_id }) => order_id));
}
