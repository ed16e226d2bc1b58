import { sql, type RawBuilder } from "kysely";
import type { Todo } from "#contract/console/figure-live.ts";
import { LOW_STOCK } from "#contract/console/mall/products.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { Database } from "../../database/connection/database.ts";
import {
  activityInScope,
  dealerInScope,
  ownActivityInScope,
  personRowInScope,
} from "../../database/statements/operator-scope.ts";

export type TodoRow = { count: number; since: Date | null; other: number | null; name: string | null };
type Reader = (scopes: readonly GrantScope[], now: Date) => RawBuilder<TodoRow>;

/** Time after the payment by which an order is to be sent, ms (the list of orders marks later ones). */
const LATE_AFTER = 48 * 3_600_000;
const NO_OTHER = sql`null::int as other`;
const NO_NAME = sql`null::text as name`;

const kocReviews: Reader = (scopes) => sql<TodoRow>`
  select count(*)::int as count, min(k.applied_time) as since, ${NO_OTHER}, ${NO_NAME}
  from koc k join activity a on a.activity_id = k.activity_id
  where k.status = 1 and ${personRowInScope(scopes, "a", sql`a.dealer_id`)}`;

/** Things that somebody has complained of, or asked to be shown again, and that nobody has decided. */
const complaints: Reader = () => sql<TodoRow>`
  select count(distinct (r.kind, r.target_id))::int as count, min(r.created_time) as since, ${NO_OTHER}, ${NO_NAME}
  from club_report r where r.settled_time is null`;

/** Sessions to come that are full while people wait; other: how many wait. */
const fullSessions: Reader = (scopes, now) => sql<TodoRow>`
  select count(*)::int as count, null::timestamptz as since, coalesce(sum(w.waiting), 0)::int as other,
    (array_agg(a.title order by w.waiting desc, a.activity_id))[1] as name
  from activity_session n join activity a on a.activity_id = n.activity_id
  cross join lateral (select count(*)::int as waiting from waitlist x
    where x.activity_id = n.activity_id and x.session_id = n.session_id and x.state = 'waiting') w
  where n.start_time > ${now} and n.taken >= n.quota and w.waiting > 0 and a.is_published
    and ${activityInScope(scopes, "a")}`;

/** SKUs for sale of which few can still be ordered; other and name: the one with the fewest. */
const lowStock: Reader = (scopes) => sql<TodoRow>`
  select count(*)::int as count, null::timestamptz as since, min(k.on_hand - k.reserved)::int as other,
    (array_agg(p.title order by k.on_hand - k.reserved, s.sku_id))[1] as name
  from sku s join sku_stock k on k.sku_id = s.sku_id join product p on p.product_id = s.product_id
  where s.is_on and p.state = 'on' and k.on_hand - k.reserved <= ${LOW_STOCK}::int
    and ${sql<boolean>`${scopes.some(({ dealers }) => dealers === "*")}`}`;

/** Deliveries to the outside coupon system that failed and are tried again. */
const failingCoupons: Reader = (scopes) => sql<TodoRow>`
  select count(*)::int as count, min(y.failed_time) as since, ${NO_OTHER}, ${NO_NAME}
  from coupon_delivery y join coupon c on c.coupon_id = y.coupon_id join benefit b on b.benefit_id = c.benefit_id
  join activity a on a.activity_id = b.activity_id
  cross join lateral (select (select coalesce(n.dealer_id, u.dealer_id) from signup u left join activity_session n
    on n.activity_id = u.activity_id and n.session_id = u.session_id
    where u.activity_id = a.activity_id and u.user_id = c.user_id) as dealer_id) seat
  where y.failed_time is not null and (${personRowInScope(scopes, "a", sql`seat.dealer_id`)}
    or (seat.dealer_id is null and ${activityInScope(
      scopes.filter(({ dealers }) => dealers !== "*"),
      "a",
    )}))`;

const ofOrders =
  (rows: RawBuilder<unknown>, since: RawBuilder<unknown>): Reader =>
  (scopes) =>
    sql<TodoRow>`
  select count(*)::int as count, min(${since}) as since, ${NO_OTHER}, ${NO_NAME}
  from ${rows} and ${dealerInScope(scopes, sql`o.dealer_id`)}`;
/** Refunds that wait for a second person, or that the channel could not make. */
const refunds = ofOrders(
  sql`refund r join mall_order o on o.order_id = r.order_id
    where (r.state in ('waiting', 'abnormal', 'closed') or (r.problem <> '' and r.state <> 'success'))`,
  sql`r.created_time`,
);
/** Cases that wait for a decision, and returned goods that wait for inspection. */
const afterSales = ofOrders(
  sql`after_sale c join mall_order o on o.order_id = c.order_id where c.state in ('asked', 'received')`,
  sql`c.created_time`,
);
const lateOrders: Reader = (scopes, now) =>
  ofOrders(
    sql`mall_order o where o.state = 'paid' and o.delivery = 'express'
      and o.paid_time < ${new Date(now.getTime() - LATE_AFTER)}`,
    sql`o.paid_time`,
  )(scopes, now);

/** Activities whose last planned publication or withdrawal was refused. */
const refusedPlans: Reader = (scopes) => sql<TodoRow>`
  select count(*)::int as count, min(p.at_time) as since, ${NO_OTHER},
    (array_agg(a.title order by p.at_time, a.activity_id))[1] as name
  from activity a join lateral (select c.state, c.at_time from scheduled_change c
    where c.kind = 'activity' and c.entity_id = a.activity_id and c.state <> 'cancelled'
    order by c.made_time desc, c.change_id desc limit 1) p on p.state = 'refused'
  where ${ownActivityInScope(scopes, "a")}`;

/** Statements of the things to do that are counted here; those about leads are the lead feature's. */
export const todoReaders: Readonly<
  Record<Exclude<Todo["kind"], "overdueLeads" | "unassignedLeads">, Reader>
> = {
  kocReviews,
  complaints,
  fullSessions,
  lowStock,
  failingCoupons,
  refunds,
  afterSales,
  lateOrders,
  refusedPlans,
};

/** Reads one kind of things to do. */
export async function readTodo(db: Database, statement: RawBuilder<TodoRow>): Promise<TodoRow> {
  const { rows } = await statement.execute(db);
  return rows[0] ?? { count: 0, since: null, other: null, name: null };
}
