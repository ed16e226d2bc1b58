import { sql, type RawBuilder } from "kysely";
import type { AfterSaleState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import type { LineSnapshot } from "../tables.ts";
import type { AfterSaleRow } from "./tables.ts";

/** A case with everything that its page shows; times of events as ISO texts. */
export type ReadCase = AfterSaleRow & {
  order_no: string;
  units: { lineId: string; snapshot: LineSnapshot; qty: number; refundFen: number }[];
  events: { state: AfterSaleState; at: string }[];
  refund_state: string | null;
};

const casesWhere = (condition: RawBuilder<unknown>) => sql<ReadCase>`
  select a.*, o.order_no,
    (select json_agg(json_build_object('lineId', u.line_id, 'snapshot', l.snapshot, 'qty', u.qty, 'refundFen', u.refund_fen)
      order by l.position) from after_sale_unit u join order_line l on l.line_id = u.line_id
      where u.after_sale_id = a.after_sale_id) as units,
    coalesce((select json_agg(json_build_object('state', e.to_state, 'at', e.at) order by e.event_id desc)
      from after_sale_event e where e.after_sale_id = a.after_sale_id), '[]') as events,
    (select r.state from refund r where r.after_sale_id = a.after_sale_id or
      (r.cause = 'afterSale' and r.cause_id = a.after_sale_id) order by r.refund_id desc limit 1) as refund_state
  from after_sale a join mall_order o on o.order_id = a.order_id where ${condition}`;

/** Finds a case of a person; another person's does not exist (requirement MA18). */
export async function findCaseOf(
  db: Database,
  userId: string,
  afterSaleId: string,
): Promise<ReadCase | null> {
  const { rows } = await casesWhere(sql`a.after_sale_id = ${afterSaleId} and a.user_id = ${userId}`).execute(
    db,
  );
  return rows[0] ?? null;
}
/** Lists a person's cases, newest first. @param before id of the last case of the page before */
export async function listCasesOf(
  db: Database,
  userId: string,
  { before, most }: { readonly before: string | null; readonly most: number },
): Promise<ReadCase[]> {
  const { rows } = await casesWhere(sql`a.user_id = ${userId}
    and (${before}::text is null or a.after_sale_id < ${before})
    order by a.after_sale_id desc limit ${most}`).execute(db);
  return rows;
}

/** A case as operators see it in lists: without text, pictures and person. */
export type ListedCase = Pick<
  AfterSaleRow,
  "case_no" | "kind" | "state" | "reason" | "refund_fen" | "carrier" | "tracking_no" | "created_time"
> & { order_no: string; units: { skuId: string; qty: number; title: string }[] };
/** Lists open cases for operators, the oldest first, or one case by its number. */
export async function listCases(
  db: Database,
  which: { readonly caseNo: string } | { readonly states: readonly AfterSaleState[] },
): Promise<ListedCase[]> {
  const condition =
    "caseNo" in which ? sql`a.case_no = ${which.caseNo}` : sql`a.state = any(${which.states}::text[])`;
  const { rows } = await sql<ListedCase>`
    select a.case_no, a.kind, a.state, a.reason, a.refund_fen, a.carrier, a.tracking_no, a.created_time, o.order_no,
      (select json_agg(json_build_object('skuId', l.sku_id, 'qty', u.qty, 'title', l.snapshot ->> 'title') order by l.position)
        from after_sale_unit u join order_line l on l.line_id = u.line_id
        where u.after_sale_id = a.after_sale_id) as units
    from after_sale a join mall_order o on o.order_id = a.order_id where ${condition}
    order by a.after_sale_id limit 200`.execute(db);
  return rows;
}

/** Lists the lines of a case with their SKUs, for its inspection. */
export async function findInspectedLines(
  db: Database,
  caseNo: string,
): Promise<{ readonly line_id: string; readonly sku_id: string }[]> {
  const { rows } = await sql<{ line_id: string; sku_id: string }>`
    select u.line_id, l.sku_id from after_sale a join after_sale_unit u on u.after_sale_id = a.after_sale_id
    join order_line l on l.line_id = u.line_id where a.case_no = ${caseNo}`.execute(db);
  return rows;
}
