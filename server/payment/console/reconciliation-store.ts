import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import type { DifferenceKind } from "../difference/store.ts";
import type { BillDayState } from "../reconciliation/day-store.ts";

/** A day of a channel with what our ledger and its bill say; sums in fen, without fees. */
export type ConsoleDayRow = {
  way: PaymentWay;
  day: string;
  state: BillDayState;
  problem: string;
  ours_count: number;
  ours_fen: number;
  bill_count: number;
  paid_fen: number;
  refunded_fen: number;
  fee_fen: number;
  open: number;
  differences: number;
};
/**
 * Lists the days of a month, the newest first. As in the comparison of a day, an entry of the ledger belongs to the day of
 * the bill that has its number, else to the day of its time.
 * @param month YYYY-MM
 */
export async function listMonth(db: Database, month: string): Promise<ConsoleDayRow[]> {
  const first = `${month}-01`;
  const { rows } = await sql<ConsoleDayRow>`
    with ours as (
      select e.way, coalesce(b.day, (e.at at time zone 'Asia/Shanghai')::date) as day, sum(e.fen)::float8 as fen,
        count(distinct coalesce(c.out_refund_no, r.out_refund_no, p.out_trade_no))::int as count
      from ledger_entry e join payment p on p.payment_id = e.payment_id left join refund r on r.refund_id = e.refund_id
        left join refund c on c.refund_id = r.carried_by
        left join bill_line b on b.way = e.way and b.kind = case when e.refund_id is null then 'payment' else 'refund' end
          and b.number = coalesce(c.out_refund_no, r.out_refund_no, p.out_trade_no)
      where e.account = 'channel' and e.at >= (${first}::date - 10)::timestamp at time zone 'Asia/Shanghai'
        and e.at < (${first}::date + interval '1 month 10 days') at time zone 'Asia/Shanghai'
      group by 1, 2
    ), bills as (
      select way, day, count(*)::int as count, sum(fee_fen)::float8 as fee,
        coalesce(sum(amount_fen) filter (where kind = 'payment'), 0)::float8 as paid,
        coalesce(sum(amount_fen) filter (where kind = 'refund'), 0)::float8 as refunded
      from bill_line where day >= ${first}::date and day < ${first}::date + interval '1 month' group by 1, 2
    ), found as (
      select way, day, count(*)::int as differences, (count(*) filter (where state = 'open'))::int as open
      from difference where day >= ${first}::date and day < ${first}::date + interval '1 month' group by 1, 2
    )
    select d.way, d.day::text as day, d.state, d.problem, coalesce(o.count, 0) as ours_count,
      coalesce(o.fen, 0) as ours_fen, coalesce(b.count, 0) as bill_count, coalesce(b.paid, 0) as paid_fen,
      coalesce(b.refunded, 0) as refunded_fen, coalesce(b.fee, 0) as fee_fen, coalesce(f.open, 0) as open,
      coalesce(f.differences, 0) as differences
    from bill_day d left join ours o on o.way = d.way and o.day = d.day
      left join bills b on b.way = d.way and b.day = d.day left join found f on f.way = d.way and f.day = d.day
    where d.day >= ${first}::date and d.day < ${first}::date + interval '1 month'
    order by d.day desc, d.way`.execute(db);
  return rows;
}

/** A difference with the order of its number. */
export type ConsoleDifferenceRow = {
  difference_id: string;
  way: PaymentWay;
  day: string | null;
  kind: DifferenceKind;
  number: string;
  ours_fen: number | null;
  theirs_fen: number | null;
  details: string;
  state: "open" | "resolved";
  resolved_by: string | null;
  resolved_reason: string | null;
  created_time: Date;
  order_id: string | null;
  order_no: string | null;
};
const differences = sql`
  select d.difference_id, d.way, d.day::text as day, d.kind, d.number, d.ours_fen, d.theirs_fen, d.details, d.state,
    d.resolved_by, d.resolved_reason, d.created_time, o.order_id, o.order_no
  from difference d left join payment p on p.out_trade_no = d.number left join refund r on r.out_refund_no = d.number
    left join mall_order o on o.order_id = coalesce(p.order_id, r.order_id)`;
/** Differences of an answer. */
const MOST = 500;

/** Lists the differences of a day, open ones first. */
export async function listDayDifferences(
  db: Database,
  { way, day }: { readonly way: PaymentWay; readonly day: string },
): Promise<ConsoleDifferenceRow[]> {
  const { rows } = await sql<ConsoleDifferenceRow>`
    ${differences} where d.way = ${way} and d.day = ${day}::date
    order by (d.state = 'open') desc, d.difference_id limit ${MOST}`.execute(db);
  return rows;
}
/** Lists open differences that no day has, such as notices that fit nothing. */
export async function listOtherDifferences(db: Database): Promise<ConsoleDifferenceRow[]> {
  const { rows } = await sql<ConsoleDifferenceRow>`
    ${differences} where d.day is null and d.state = 'open' order by d.difference_id limit ${MOST}`.execute(
    db,
  );
  return rows;
}
/** Number and absolute sum of all open differences. */
export async function sumOpenDifferences(db: Database): Promise<{ count: number; sumFen: number }> {
  const { rows } = await sql<{ count: number; sumFen: number }>`
    select count(*)::int as count,
      coalesce(sum(abs(coalesce(theirs_fen, 0) - coalesce(ours_fen, 0))), 0)::float8 as "sumFen"
    from difference where state = 'open'`.execute(db);
  return rows[0] ?? { count: 0, sumFen: 0 };
}
/** State of a difference; null: there is none. */
export async function findDifferenceState(db: Database, differenceId: string): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select state from difference where difference_id = ${differenceId}`.execute(db);
  return rows[0]?.state ?? null;
}
