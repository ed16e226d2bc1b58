import { sql } from "kysely";
import type { RefundTab } from "#contract/console/mall/refunds.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import type { listOrder } from "../../database/statements/list-order.ts";
import { dealerInScope } from "../../database/statements/operator-scope.ts";
import type { RefundCause } from "../refund/request-store.ts";
import type { RefundStateName } from "../refund/rules.ts";

/** A refund in the console's list. */
export type ConsoleRefundRow = {
  sort_key: string;
  row_id: string;
  order_id: string;
  order_no: string;
  title: string | null;
  out_refund_no: string;
  way: PaymentWay;
  cause: RefundCause;
  amount_fen: number;
  state: RefundStateName;
  tab: RefundTab;
  problem: string;
  tries: number;
  asked_by: string | null;
  approved_by: string | null;
  receipt_no: string | null;
  is_returned: boolean;
  created_time: Date;
  due_time: Date | null;
  paid_fen: number;
  payment_refunded_fen: number;
  payment_refunding_fen: number;
  paid_time: Date | null;
};
const tab = sql`case when r.state = 'waiting' then 'waiting' when r.state = 'success' then 'success'
  when r.state in ('abnormal', 'closed') or r.problem <> '' then 'failed' else 'going' end`;
const columns = sql`r.refund_id as row_id, r.order_id, o.order_no, r.out_refund_no, p.way, r.cause, r.amount_fen, r.state,
  ${tab} as tab, r.problem, r.tries, r.asked_by, r.approved_by, r.receipt_no, r.is_returned, r.created_time, r.due_time, p.paid_fen,
  p.refunded_fen as payment_refunded_fen, p.refunding_fen as payment_refunding_fen, p.paid_time,
  (select l.snapshot ->> 'title' from order_line l where l.order_id = r.order_id order by l.position limit 1) as title`;
const refunds = sql`refund r join payment p using (payment_id) join mall_order o on o.order_id = r.order_id`;
/** A refund may be seen with its order: of a grant of a region or dealer, those that its dealers hand over. */
const inScope = (scopes: readonly GrantScope[]) => dealerInScope(scopes, sql`o.dealer_id`);

/** Sortable columns of the list. */
const refundSorts = {
  created: { expression: sql`r.created_time`, type: "timestamptz" },
  amount: { expression: sql`r.amount_fen`, type: "integer" },
} as const;
/** Order of the list. */
export const refundListColumns = {
  sorts: refundSorts,
  id: sql`r.refund_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;

type Which = { readonly scopes: readonly GrantScope[]; readonly tab: RefundTab | undefined };
const where = ({ scopes, tab: wanted }: Which) =>
  wanted === undefined ? inScope(scopes) : sql`${inScope(scopes)} and ${tab} = ${wanted}`;

type PageOfRefunds = Pick<ReturnType<typeof listOrder>, "key" | "order" | "after"> & {
  readonly limit: number;
  readonly asOf: Date;
};
/** Lists refunds of a page. */
export async function listConsoleRefunds(
  db: Database,
  which: Which,
  { key, order, after, limit, asOf }: PageOfRefunds,
): Promise<ConsoleRefundRow[]> {
  const { rows } = await sql<ConsoleRefundRow>`
    select ${key} as sort_key, ${columns} from ${refunds}
    where ${where(which)} and r.created_time <= ${asOf} and ${after} order by ${order} limit ${limit}`.execute(
    db,
  );
  return rows;
}
/** Counts refunds of a queue up to a limit. */
export async function countConsoleRefunds(
  db: Database,
  which: Which,
  { limit, asOf }: { readonly limit: number; readonly asOf: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${refunds} where ${where(which)} and r.created_time <= ${asOf} limit ${limit}) found`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
/** Finds one refund in scope. */
export async function findConsoleRefund(
  db: Database,
  scopes: readonly GrantScope[],
  refundId: string,
): Promise<ConsoleRefundRow | null> {
  const { rows } = await sql<ConsoleRefundRow>`
    select '' as sort_key, ${columns} from ${refunds} where r.refund_id = ${refundId} and ${inScope(scopes)}`.execute(
    db,
  );
  return rows[0] ?? null;
}
/** Numbers and sums by queue. */
export async function sumRefundTabs(
  db: Database,
  scopes: readonly GrantScope[],
): Promise<{ tab: RefundTab; count: number; sumFen: number }[]> {
  const { rows } = await sql<{ tab: RefundTab; count: number; sumFen: number }>`
    select ${tab} as tab, count(*)::int as count, sum(r.amount_fen)::float8 as "sumFen" from ${refunds}
    where ${inScope(scopes)} group by 1`.execute(db);
  return rows;
}

/** Parts of a refund beside those of the list. */
export type RefundParts = {
  reviewed_by: string | null;
  reviewed_time: Date | null;
  note_id: string | null;
  order_note_text: string | null;
  case_no: string | null;
  freight_fen: number;
  lines: {
    title: string;
    optionValues: string[];
    qty: number;
    goodsFen: number;
    couponFen: number;
    refundFen: number;
  }[];
};
/** Reads the last review of a refund, and the lines that it pays back. */
export async function readRefundParts(db: Database, refundId: string): Promise<RefundParts | null> {
  const { rows } = await sql<RefundParts>`
    select r.reviewed_by, r.reviewed_time, n.note_id, n.order_note_text, a.case_no,
      case when a.after_sale_id is not null then a.freight_fen when r.cause = 'operator' then
        (select o.freight_refunded_fen from mall_order o where o.order_id = r.order_id) else 0 end as freight_fen,
      case when a.after_sale_id is not null then coalesce((select json_agg(json_build_object(
          'title', l.snapshot ->> 'title', 'optionValues', coalesce(s.option_values, '[]'), 'qty', u.qty,
          'goodsFen', l.price_fen * u.qty, 'couponFen', l.price_fen * u.qty - u.refund_fen, 'refundFen', u.refund_fen)
          order by l.position) from after_sale_unit u join order_line l using (line_id) left join sku s using (sku_id)
          where u.after_sale_id = a.after_sale_id), '[]')
        when r.cause = 'operator' then coalesce((select json_agg(json_build_object(
          'title', l.snapshot ->> 'title', 'optionValues', coalesce(s.option_values, '[]'), 'qty', l.qty,
          'goodsFen', l.price_fen * l.qty, 'couponFen', l.coupon_fen, 'refundFen', l.net_fen) order by l.position)
          from order_line l left join sku s using (sku_id) where l.order_id = r.order_id), '[]')
        else '[]' end as lines
    from refund r left join after_sale a on a.after_sale_id = r.after_sale_id
      left join order_note n on n.note_id = r.review_note_id
    where r.refund_id = ${refundId}`.execute(db);
  return rows[0] ?? null;
}
