import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import type { DifferenceKind } from "../difference/store.ts";
import type { LeasedDay } from "./day-store.ts";
import { MOST_FEE_PER_MILLE } from "./rules.ts";

type Day = Pick<LeasedDay, "way" | "day">;
/** A disagreement of a day; sums are what the channel's account gains, fen. */
export type FoundDifference = {
  readonly kind: DifferenceKind;
  readonly number: string;
  readonly oursFen: number | null;
  readonly theirsFen: number | null;
  readonly details: string;
};

const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'Asia/Shanghai'`;
const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'Asia/Shanghai'`;
/** Sum of a refund at its channel: those that it carries included. */
const sentFen = sql`coalesce(r.sent_fen, r.amount_fen)`;

/** Compares the lines of a day with our payments and refunds, by number and fen, and the other way round. */
export async function compareDay(db: Database, { way, day }: Day): Promise<FoundDifference[]> {
  const { rows } = await sql<FoundDifference>`
    with lines as (select * from bill_line where way = ${way} and day = ${day}::date),
    ours as (
      select case when e.refund_id is null then 'payment' else 'refund' end as kind,
        coalesce(c.out_refund_no, r.out_refund_no, p.out_trade_no) as number, sum(e.fen)::int as fen
      from ledger_entry e join payment p using (payment_id) left join refund r on r.refund_id = e.refund_id
        left join refund c on c.refund_id = r.carried_by
      where e.way = ${way} and e.account = 'channel' and e.at >= ${startOf(day)} and e.at < ${endOf(day)}
      group by 1, 2
    )
    select case when p.payment_id is null or (p.state <> 'paid' and p.amount_fen = b.amount_fen) then 'onlyTheirs'
        else 'amount' end as kind,
      b.number, case when p.state = 'paid' then p.paid_fen end as "oursFen", b.amount_fen as "theirsFen",
      case when p.payment_id is null then 'unknown payment' when p.state = 'paid' then 'amount'
        else 'payment not settled' end as details
    from lines b left join payment p on p.out_trade_no = b.number and p.way = b.way
    where b.kind = 'payment' and (p.payment_id is null or p.state <> 'paid' or p.paid_fen <> b.amount_fen)
    union all
    select case when r.state = 'success' and r.receipt_no is null then 'amount' else 'onlyTheirs' end,
      b.number, case when r.state = 'success' and r.receipt_no is null then -${sentFen} end, -b.amount_fen,
      case when r.refund_id is null then 'unknown refund' when r.receipt_no is not null then 'refunded outside too'
        when r.state <> 'success' then 'refund not done' else 'amount' end
    from lines b left join (refund r join payment p using (payment_id)) on r.out_refund_no = b.number and p.way = b.way
    where b.kind = 'refund' and (r.refund_id is null or r.state <> 'success' or r.receipt_no is not null
      or ${sentFen} <> b.amount_fen)
    union all
    select 'onlyOurs', o.number, o.fen, null, o.kind || ' not in the bill' from ours o
    where not exists (select from bill_line b where b.way = ${way} and b.kind = o.kind and b.number = o.number)
    union all
    select 'fee', b.number, case when f.fen is not null then -f.fen end, -b.fee_fen,
      'fee of ' || b.fee_fen || ' fen for ' || b.amount_fen
    from lines b left join ledger_entry f on f.txn_id = 'fee ' || b.way || ' ' || b.kind || ' ' || b.number
      and f.account = 'fee'
    where f.fen <> b.fee_fen or b.fee_fen * case when b.kind = 'payment' then 1 else -1 end
      not between 0 and ceil(b.amount_fen * ${MOST_FEE_PER_MILLE}::int / 1000.0)
    order by kind, number`.execute(db);
  return rows;
}

/** A fee that is to be booked. */
export type UnbookedFee = {
  readonly kind: "payment" | "refund";
  readonly number: string;
  readonly feeFen: number;
  readonly at: Date;
};
/** Lists the fees of a day that are not in the ledger; their time is within the day. */
export async function listUnbookedFees(
  db: Database,
  { way, day }: Day,
  most: number,
): Promise<UnbookedFee[]> {
  const { rows } = await sql<UnbookedFee>`
    select b.kind, b.number, b.fee_fen as "feeFen",
      case when b.at >= ${startOf(day)} and b.at < ${endOf(day)} then b.at else ${startOf(day)} + interval '12 hours' end as at
    from bill_line b where b.way = ${way} and b.day = ${day}::date and b.fee_fen <> 0
      and not exists (select from ledger_entry f where f.txn_id = 'fee ' || b.way || ' ' || b.kind || ' ' || b.number)
    order by b.kind, b.number limit ${most}`.execute(db);
  return rows;
}

/** Sums of a day, fen: of the bill, and of the channel's account in the ledger. */
export type DaySums = { readonly bill: number; readonly ledger: number };
/**
 * Sums a day. An entry belongs to the day of the bill that has its number, since clocks differ around midnight and a
 * bill may name a refund before it has ended; else to the day of its time.
 */
export async function sumDay(db: Database, { way, day }: Day): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select (select coalesce(sum(case when kind = 'payment' then amount_fen else -amount_fen end - fee_fen), 0)
        from bill_line where way = ${way} and day = ${day}::date)::float8 as bill,
      (select coalesce(sum(e.fen), 0) from ledger_entry e
        left join payment p on p.payment_id = e.payment_id left join refund r on r.refund_id = e.refund_id
        left join refund c on c.refund_id = r.carried_by
        left join bill_line b on b.way = e.way and b.kind = case when e.refund_id is null then 'payment' else 'refund' end
          and b.number = case when e.refund_id is null then p.out_trade_no else coalesce(c.out_refund_no, r.out_refund_no) end
        where e.way = ${way} and e.account = 'channel'
          and e.at >= ${startOf(day)} - interval '2 days' and e.at < ${endOf(day)} + interval '10 days'
          and case when b.day is null then e.at >= ${startOf(day)} and e.at < ${endOf(day)}
            else b.day = ${day}::date end)::float8 as ledger`.execute(db);
  return rows[0] ?? { bill: 0, ledger: 0 };
}

/**
 * Opens the differences that were found, and resolves open ones of the day that fit now. One that was reported before
 * and resolved without a bill is opened again, since only the bill says what it is about.
 * @returns how many are open
 */
export async function recordDifferences(
  db: Database,
  { way, day }: Day,
  found: readonly FoundDifference[],
  now: Date,
): Promise<number> {
  const ids = found.map(() => newId());
  const kinds = found.map(({ kind }) => kind);
  const numbers = found.map(({ number }) => number);
  await sql`
    insert into difference (difference_id, way, day, kind, number, ours_fen, theirs_fen, details, created_time)
    select n.id, ${way}, ${day}::date, n.kind, n.number, n.ours, n.theirs, n.details, ${now}
    from unnest(${ids}::text[], ${kinds}::text[], ${numbers}::text[], ${found.map(({ oursFen }) => oursFen)}::int[],
      ${found.map(({ theirsFen }) => theirsFen)}::int[], ${found.map(({ details }) => details)}::text[])
      as n(id, kind, number, ours, theirs, details)
    on conflict (way, kind, number) do update set day = excluded.day, ours_fen = excluded.ours_fen,
      theirs_fen = excluded.theirs_fen, details = excluded.details,
      state = case when difference.day is null then 'open' else difference.state end
    where difference.state = 'open' or difference.day is null`.execute(db);
  await sql`
    update difference d set state = 'resolved', resolved_time = ${now}, resolved_reason = 'fits now'
    where d.way = ${way} and d.day = ${day}::date and d.state = 'open' and not exists (
      select from unnest(${kinds}::text[], ${numbers}::text[]) as n(kind, number)
      where n.kind = d.kind and n.number = d.number)`.execute(db);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from difference where way = ${way} and day = ${day}::date and state = 'open'`.execute(
    db,
  );
  return rows[0]?.open ?? 0;
}
