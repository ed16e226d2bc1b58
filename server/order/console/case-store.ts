import { sql } from "kysely";
import type { CaseTab } from "#contract/console/mall/after-sales.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import type { AfterSaleState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import type { listOrder } from "../../database/statements/list-order.ts";
import type { AfterSaleRow } from "../after-sale/tables.ts";
import { orderInScope } from "./list-store.ts";

/** A case in the console's list. */
export type ConsoleCaseRow = Pick<
  AfterSaleRow,
  "case_no" | "order_id" | "kind" | "state" | "reason" | "refund_fen" | "created_time" | "due_time"
> & { sort_key: string; row_id: string; order_no: string; title: string | null; units: number };

const states: Readonly<Record<CaseTab, readonly AfterSaleState[]>> = {
  asked: ["asked"],
  returning: ["agreed", "sent", "received"],
  refunding: ["refunding"],
  ended: ["done", "declined", "withdrawn", "lapsed"],
};
const columns = sql`a.after_sale_id as row_id, a.case_no, a.order_id, o.order_no, a.kind, a.state, a.reason, a.refund_fen,
  a.created_time, a.due_time, u.title, coalesce(u.units, 0) as units`;
const cases = sql`after_sale a join mall_order o on o.order_id = a.order_id
  left join lateral (select (array_agg(l.snapshot ->> 'title' order by l.position))[1] as title, sum(x.qty)::int as units
    from after_sale_unit x join order_line l using (line_id) where x.after_sale_id = a.after_sale_id) u on true`;
type Which = { readonly scopes: readonly GrantScope[]; readonly tab: CaseTab | undefined };
const where = ({ scopes, tab }: Which) =>
  tab === undefined
    ? orderInScope(scopes)
    : sql`${orderInScope(scopes)} and a.state = any(${[...states[tab]]}::text[])`;

/** Sortable columns of the list. */
const caseSorts = { created: { expression: sql`a.created_time`, type: "timestamptz" } } as const;
/** Order of the list. */
export const caseListColumns = {
  sorts: caseSorts,
  id: sql`a.after_sale_id`,
  defaultSort: { by: "created", isDescending: true },
} as const;
type PageOfCases = Pick<ReturnType<typeof listOrder>, "key" | "order" | "after"> & {
  readonly limit: number;
  readonly asOf: Date;
};
/** Lists cases of a page. */
export async function listConsoleCases(
  db: Database,
  which: Which,
  { key, order, after, limit, asOf }: PageOfCases,
): Promise<ConsoleCaseRow[]> {
  const { rows } = await sql<ConsoleCaseRow>`
    select ${key} as sort_key, ${columns} from ${cases}
    where ${where(which)} and a.created_time <= ${asOf} and ${after} order by ${order} limit ${limit}`.execute(
    db,
  );
  return rows;
}
/** Counts cases of a queue up to a limit. */
export async function countConsoleCases(
  db: Database,
  which: Which,
  { limit, asOf }: { readonly limit: number; readonly asOf: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from after_sale a join mall_order o on o.order_id = a.order_id
      where ${where(which)} and a.created_time <= ${asOf} limit ${limit}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A case with its units and events; times of events as ISO texts. */
export type ConsoleCaseDetail = ConsoleCaseRow &
  Pick<
    AfterSaleRow,
    | "case_text"
    | "picture_ids"
    | "freight_fen"
    | "is_our_fault"
    | "decided_reason"
    | "carrier"
    | "tracking_no"
  > & {
    lines: {
      lineId: string;
      title: string;
      optionValues: string[];
      qty: number;
      isShipped: boolean;
      refundFen: number;
      receivedQty: number;
      goodQty: number;
    }[];
    events: { state: AfterSaleState; time: string }[];
  };
/** Finds one case in scope by its number. */
export async function findConsoleCase(
  db: Database,
  scopes: readonly GrantScope[],
  caseNo: string,
): Promise<ConsoleCaseDetail | null> {
  const { rows } = await sql<ConsoleCaseDetail>`
    select '' as sort_key, a.after_sale_id, ${columns}, a.case_text, a.picture_ids, a.freight_fen, a.is_our_fault,
      a.decided_reason, a.carrier, a.tracking_no,
      (select json_agg(json_build_object('lineId', x.line_id, 'title', l.snapshot ->> 'title',
        'optionValues', l.snapshot -> 'optionValues', 'qty', x.qty, 'isShipped', x.is_shipped, 'refundFen', x.refund_fen,
        'receivedQty', x.received_qty, 'goodQty', x.good_qty) order by l.position)
        from after_sale_unit x join order_line l using (line_id) where x.after_sale_id = a.after_sale_id) as lines,
      coalesce((select json_agg(json_build_object('state', e.to_state, 'time', e.at) order by e.event_id desc)
        from after_sale_event e where e.after_sale_id = a.after_sale_id), '[]') as events
    from ${cases} where a.case_no = ${caseNo} and ${orderInScope(scopes)}`.execute(db);
  return rows[0] ?? null;
}
