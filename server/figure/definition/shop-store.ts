import { sql, type RawBuilder } from "kysely";
import { NO_AMOUNT, NO_SUBJECT, source, within, type RowSource } from "./source-store.ts";

/** Columns of an order o of the mall. */
const orderColumns = (
  time: RawBuilder<unknown>,
  { id = sql`o.order_id`, subject = sql`o.order_no`, amount = sql`null` } = {},
): RawBuilder<unknown> =>
  sql`${id} as row_id, o.order_id as open_id, ${time} as time, null::text as activity_id, o.dealer_id,
    coalesce(o.channel ->> 'utm_source', '') as channel, o.user_id, o.created_time as seen_time, ${subject} as subject,
    true as is_counted, (${amount})::float8 as amount`;

const orders = source(
  "order",
  (period) => sql`select ${orderColumns(sql`o.created_time`)} from mall_order o
    where ${within(sql`o.created_time`, period)}`,
  { scope: "dealer" },
);
const paidOrders = source(
  "order",
  (period) => sql`select ${orderColumns(sql`o.paid_time`)} from mall_order o
    where ${within(sql`o.paid_time`, period)}`,
  { scope: "dealer" },
);
const paidFen = source(
  "order",
  (period) => sql`select ${orderColumns(sql`o.paid_time`, { amount: sql`o.paid_fen` })} from mall_order o
    where ${within(sql`o.paid_time`, period)}`,
  { scope: "dealer" },
);
const refundedFen = source(
  "refund",
  (period) => sql`
    select ${orderColumns(sql`r.success_time`, { id: sql`r.refund_id`, amount: sql`r.amount_fen` })}
    from refund r join mall_order o on o.order_id = r.order_id
    where r.state = 'success' and ${within(sql`r.success_time`, period)}`,
  { scope: "dealer" },
);
const unitsSold = source(
  "order",
  (period) => sql`
    select ${orderColumns(sql`o.paid_time`, {
      id: sql`u.line_id`,
      subject: sql`u.snapshot ->> 'title'`,
      amount: sql`u.qty`,
    })}
    from order_line u join mall_order o on o.order_id = u.order_id where ${within(sql`o.paid_time`, period)}`,
  { scope: "dealer" },
);

/** Rows of the figures of the mall. */
export const mallSources = {
  orders,
  paidOrders,
  paidFen,
  refundedFen,
  unitsSold,
} as const satisfies Readonly<Record<string, RowSource>>;

const clubColumns = (id: RawBuilder<unknown>, time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${id} as row_id, null::text as open_id, ${time} as time, null::text as activity_id, null::text as dealer_id,
    '' as channel, null::text as user_id, ${time} as seen_time, ${NO_SUBJECT}, true as is_counted, ${NO_AMOUNT}`;
const club = { scope: "club", isMade: false } as const;

/** Rows of the figures of the car club; few enough to be counted each time. */
export const clubSources = {
  clubArticles: source(
    "article",
    (period) => sql`select ${clubColumns(sql`c.article_id`, sql`c.created_time`)} from club_article c
      where ${within(sql`c.created_time`, period)}`,
    club,
  ),
  clubComplaints: source(
    "complaint",
    (period) => sql`select ${clubColumns(sql`c.report_id`, sql`c.created_time`)} from club_report c
      where c.reason <> 'review' and ${within(sql`c.created_time`, period)}`,
    club,
  ),
  clubDecisions: source(
    "complaint",
    (period) => sql`select ${clubColumns(sql`c.report_id`, sql`c.settled_time`)} from club_report c
      where c.decision is not null and ${within(sql`c.settled_time`, period)}`,
    club,
  ),
} as const satisfies Readonly<Record<string, RowSource>>;
