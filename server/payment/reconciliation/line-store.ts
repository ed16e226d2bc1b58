import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import type { BillRow } from "../channel.ts";
import { lockDay, type LeasedDay } from "./day-store.ts";

/** Lines of a statement. */
const CHUNK = 5_000;
/** Our number of what a line is about: of the refund, else of the payment. */
const numberOf = ({ outRefundNo, outTradeNo }: BillRow): string => outRefundNo ?? outTradeNo;

async function insertLines(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
  rows: readonly BillRow[],
  fetched: Date,
): Promise<void> {
  await sql`
    insert into bill_line (way, day, kind, number, out_trade_no, channel_no, amount_fen, fee_fen, at)
    select ${way}, ${day}::date, n.* from unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(numberOf)}::text[],
      ${rows.map(({ outTradeNo }) => outTradeNo)}::text[], ${rows.map(({ channelNo }) => channelNo)}::text[],
      ${rows.map(({ amountFen }) => amountFen)}::int[], ${rows.map(({ feeFen }) => feeFen)}::int[],
      ${rows.map(({ time }) => new Date(time).toISOString())}::timestamptz[]) as n
    on conflict (way, day, kind, number) do nothing`.execute(db);
  await sql`update bill_day set state = 'read', fetched_time = ${fetched} where way = ${way} and day = ${day}::date`.execute(
    db,
  );
}

/** Stores the bill of a day in place of an earlier one. */
export const replaceLines = (
  db: Database,
  leased: Pick<LeasedDay, "way" | "day">,
  rows: readonly BillRow[],
  fetched: Date,
): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const { way, day } = leased;
    await lockDay(transaction, leased);
    await sql`delete from bill_line where way = ${way} and day = ${day}::date`.execute(transaction);
    for (let from = 0; from === 0 || from < rows.length; from += CHUNK)
      await insertLines(transaction, leased, rows.slice(from, from + CHUNK), fetched);
  });

/** Whether the ledger has money of a channel on a day (Shanghai), of payments or refunds. */
export async function hasEntries(
  db: Database,
  { way, day }: { readonly way: PaymentWay; readonly day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_entry where way = ${way} and account = 'channel' and payment_id is not null
      and at >= ${day}::date::timestamp at time zone 'Asia/Shanghai'
      and at < (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai' limit 1`.execute(db);
  return rows.length > 0;
}

/** A line of something that we have not booked. */
export type UnbookedLine = {
  readonly kind: BillRow["kind"];
  readonly number: string;
  readonly outTradeNo: string;
  readonly channelNo: string;
  readonly amountFen: number;
  readonly at: Date;
};
/** Lists lines of a day whose payment or refund we know, with this sum, and have not booked as done. */
export async function listUnbooked(
  db: Database,
  { way, day }: Pick<LeasedDay, "way" | "day">,
): Promise<UnbookedLine[]> {
  const { rows } = await sql<UnbookedLine>`
    select b.kind, b.number, b.out_trade_no as "outTradeNo", b.channel_no as "channelNo", b.amount_fen as "amountFen", b.at
    from bill_line b
    left join payment p on b.kind = 'payment' and p.out_trade_no = b.number and p.way = b.way
    left join refund r on b.kind = 'refund' and r.out_refund_no = b.number
    where b.way = ${way} and b.day = ${day}::date
      and ((p.state <> 'paid' and p.amount_fen = b.amount_fen)
        or (r.state <> 'success' and coalesce(r.sent_fen, r.amount_fen) = b.amount_fen))
    order by b.at, b.number`.execute(db);
  return rows;
}
