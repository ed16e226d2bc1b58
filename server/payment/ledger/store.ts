import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import { prepared } from "../../database/statements/prepared-statements.ts";
import { balancedEntries, type LedgerEntry } from "./rules.ts";

/** A transaction of the ledger. */
export type LedgerTransaction = {
  /** Cause and its id, as "paid <paymentId>" or "refund <refundId>": the primary key refuses a second one. */
  readonly txnId: string;
  readonly entries: readonly LedgerEntry[];
  /** Time of the channel for money that it moved, else of the product's clock. */
  readonly at: Date;
  /** Channel whose bill has the entries of `channel` and `fee`. */
  readonly way?: PaymentWay;
  readonly orderId?: string;
  readonly paymentId?: string;
  readonly refundId?: string;
};

/**
 * Adds a transaction to the ledger; there is no other writer, and entries are never changed (requirement MA90).
 * @param db the transaction of what is booked
 * @throws Error if the entries do not sum to zero, or the transaction is in the ledger already
 */
export async function writeEntries(
  db: Database,
  { txnId, entries, at, way, orderId, paymentId, refundId }: LedgerTransaction,
): Promise<void> {
  const balanced = balancedEntries(entries);
  if (balanced.length === 0) return;
  const accounts = balanced.map(({ account }) => account);
  const amounts = balanced.map(({ fen }) => fen);
  await sql`
    insert into ledger_entry (txn_id, account, fen, order_id, payment_id, refund_id, way, at)
    select ${txnId}::text, n.account, n.fen, ${orderId ?? null}::text, ${paymentId ?? null}::text, ${refundId ?? null}::text,
      ${way ?? null}::text, ${at}::timestamptz
    from unnest(${accounts}::text[], ${amounts}::int[]) as n(account, fen) ${prepared}`.execute(db);
}

/** Sum that is still owed to an order: paid and neither earned nor refunded, fen. @param db with the order's row locked */
export async function openOrderFen(db: Database, orderId: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(-sum(fen), 0)::int as fen from ledger_entry where order_id = ${orderId} and account = 'order'`.execute(
    db,
  );
  return rows[0]?.fen ?? 0;
}
