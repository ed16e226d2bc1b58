import { sql, type RawBuilder } from "kysely";
import type { MallOrderFilter, MallOrderTab } from "#contract/console/mall/orders.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import { lookupKeyParameter } from "../../database/encryption/encrypted-columns.ts";
import type { listOrder } from "../../database/statements/list-order.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";
import { findByTail } from "../operator/find-store.ts";

type Condition = RawBuilder<unknown>;
/** Time after the payment by which an order is to be sent, ms. */
const LATE_AFTER = 48 * 3_600_000;

/**
 * Condition that order `o` may be seen: by a grant without regions and dealers every order, by another one those that
 * its dealers hand over.
 */
export const orderInScope = (scopes: readonly GrantScope[]): Condition =>
  dealerInScope(scopes, sql`o.dealer_id`);

const openCase = sql`select from after_sale a where a.order_id = o.order_id
  and a.state in ('asked', 'agreed', 'sent', 'received', 'refunding')`;
const problemParcel = sql`select from shipment s where s.order_id = o.order_id and s.state in ('problem', 'returned')`;
const isLate = (now: Date): Condition =>
  sql`(o.state = 'paid' and o.delivery = 'express' and o.paid_time < ${new Date(now.getTime() - LATE_AFTER)})`;

const tabs: Readonly<Record<MallOrderTab, Condition>> = {
  pending: sql`o.state in ('pending', 'closing')`,
  paid: sql`o.state = 'paid'`,
  shipping: sql`o.state = 'shipping'`,
  ready: sql`o.state = 'ready'`,
  done: sql`o.state = 'done'`,
  afterSale: sql`exists (${openCase})`,
  problem: sql`exists (${problemParcel})`,
  refunded: sql`o.state = 'refunded'`,
  cancelled: sql`o.state = 'cancelled'`,
};

/** Condition for a number that an operator has typed. */
async function numberCondition(db: Database, text: string): Promise<Condition> {
  if (/^M\d{14}$/.test(text)) return sql`o.order_no = ${text}`;
  if (/^\d{4}$/.test(text)) return sql`o.order_id = any(${await findByTail(db, text)}::text[])`;
  const parcel = sql`o.order_id in (select s.order_id from shipment s where s.tracking_no = ${text})`;
  if (!/^1[3-9]\d{9}$/.test(text)) return parcel;
  return sql`(o.user_id in (select u.user_id from app_user u where u.mobile_key = ${lookupKeyParameter(text)}) or ${parcel})`;
}

/** Conditions of scope and filter; every statement of a list has them. `tab`: that of the filter alone. */
export type OrderConditions = { readonly all: Condition; readonly tab: Condition };
/** Prepares the conditions of a filter. Four digits are compared in the process, since recipients are encrypted. */
export async function orderConditions(
  db: Database,
  scopes: readonly GrantScope[],
  { tab, delivery, from, to, find = "" }: MallOrderFilter,
): Promise<OrderConditions> {
  const conditions: Condition[] = [orderInScope(scopes)];
  if (delivery !== undefined) conditions.push(sql`o.delivery = ${delivery}`);
  if (from !== undefined) conditions.push(sql`o.created_time >= ${new Date(`${from}T00:00:00+08:00`)}`);
  if (to !== undefined)
    conditions.push(sql`o.created_time < ${new Date(Date.parse(`${to}T00:00:00+08:00`) + 24 * 3_600_000)}`);
  if (find !== "") conditions.push(await numberCondition(db, find));
  return { all: sql.join(conditions, sql` and `), tab: tab === undefined ? sql`true` : tabs[tab] };
}

/** An order in the console's list. */
export type ConsoleOrderRow = {
  sort_key: string;
  row_id: string;
  order_no: string;
  state: OrderState;
  delivery: "express" | "pickup";
  payable_fen: number;
  refunded_fen: number;
  created_time: Date;
  paid_time: Date | null;
  pay_before: Date;
  title: string | null;
  cover_url: string | null;
  units: number;
  open_cases: number;
  has_problem: boolean;
  is_late: boolean;
  dealer: { name: string; status: string } | null;
};
const columns = (
  now: Date,
): Condition => sql`o.order_id as row_id, o.order_no, o.state, o.delivery, o.payable_fen,
  o.refunded_fen, o.created_time, o.paid_time, o.pay_before, l.title, l.cover_url, coalesce(l.units, 0) as units,
  (select count(*)::int from (${openCase}) found) as open_cases, exists (${problemParcel}) as has_problem,
  ${isLate(now)} as is_late,
  case when d.organisation_id is null then null else json_build_object('name', d.name, 'status', d.status) end as dealer`;
const joins = sql`left join organisation d on d.organisation_id = o.dealer_id
  left join lateral (
    select (array_agg(x.snapshot ->> 'title' order by x.position))[1] as title,
      (array_agg(x.snapshot ->> 'coverUrl' order by x.position))[1] as cover_url, sum(x.qty)::int as units
    from order_line x where x.order_id = o.order_id) l on true`;

/** Sortable columns of the list. */
const orderSorts = {
  created: { expression: sql`o.created_time`, type: "timestamptz" },
  amount: { expression: sql`o.payable_fen`, type: "integer" },
} as const;
/** Order of the list. */
export const orderListColumns = {
  sorts: orderSorts,
  id: sql`o.order_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;

type PageOfOrders = Pick<ReturnType<typeof listOrder>, "key" | "order" | "after"> & {
  readonly limit: number;
  readonly asOf: Date;
};
/** Lists orders of a page. */
export async function listConsoleOrders(
  db: Database,
  { all, tab }: OrderConditions,
  { key, order, after, limit, asOf }: PageOfOrders,
): Promise<ConsoleOrderRow[]> {
  const { rows } = await sql<ConsoleOrderRow>`
    select ${key} as sort_key, ${columns(asOf)} from mall_order o ${joins}
    where ${all} and ${tab} and o.created_time <= ${asOf} and ${after} order by ${order} limit ${limit}`.execute(
    db,
  );
  return rows;
}
/** Counts orders of a filter up to a limit. */
export async function countConsoleOrders(
  db: Database,
  { all, tab }: OrderConditions,
  { limit, asOf }: { readonly limit: number; readonly asOf: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from mall_order o where ${all} and ${tab} and o.created_time <= ${asOf} limit ${limit}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Finds one order in scope; null: there is none, or it is out of scope. */
export async function findConsoleOrder(
  db: Database,
  scopes: readonly GrantScope[],
  orderId: string,
  now: Date,
): Promise<ConsoleOrderRow | null> {
  const { rows } = await sql<ConsoleOrderRow>`
    select '' as sort_key, ${columns(now)} from mall_order o ${joins}
    where o.order_id = ${orderId} and ${orderInScope(scopes)}`.execute(db);
  return rows[0] ?? null;
}

/** Counts orders by tab, ignoring the tab of the filter. */
export async function countOrderTabs(
  db: Database,
  { all }: Pick<OrderConditions, "all">,
  now: Date,
): Promise<{ counts: Record<MallOrderTab, number>; total: number; late: number }> {
  const counted = Object.entries(tabs).map(
    ([name, condition]) => sql`count(*) filter (where ${condition})::int as ${sql.ref(name)}`,
  );
  const { rows } = await sql<Record<MallOrderTab | "total" | "late", number>>`
    select ${sql.join(counted)}, count(*)::int as total, count(*) filter (where ${isLate(now)})::int as late
    from mall_order o where ${all}`.execute(db);
  const [found] = rows;
  return {
    counts: Object.fromEntries(
      (Object.keys(tabs) as MallOrderTab[]).map((name) => [name, found?.[name] ?? 0]),
    ) as Record<MallOrderTab, number>,
    total: found?.total ?? 0,
    late: found?.late ?? 0,
  };
}

/** Finds the id and number of an order in scope, by its id, its number, or one of its parcels. */
export async function findOrderInScope(
  db: Database,
  scopes: readonly GrantScope[],
  which: { readonly orderId: string } | { readonly orderNo: string } | { readonly shipmentId: string },
): Promise<{ readonly orderId: string; readonly orderNo: string } | null> {
  const condition =
    "orderId" in which
      ? sql`o.order_id = ${which.orderId}`
      : "orderNo" in which
        ? sql`o.order_no = ${which.orderNo}`
        : sql`o.order_id = (select s.order_id from shipment s where s.shipment_id = ${which.shipmentId})`;
  const { rows } = await sql<{ orderId: string; orderNo: string }>`
    select o.order_id as "orderId", o.order_no as "orderNo" from mall_order o
    where ${condition} and ${orderInScope(scopes)}`.execute(db);
  return rows[0] ?? null;
}
