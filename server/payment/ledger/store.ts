import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { unnestRows, type UnnestColumn } from "../../database/batching/unnest-rows.ts";
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

type EntryRow = LedgerEntry & Omit<LedgerTransaction, "entries">;
const columns: Readonly<Record<string, UnnestColumn<EntryRow>>> = {
  txn_id: { type: "text", of: ({ txnId }) => txnId },
  account: { type: "text", of: ({ account }) => account },
  fen: { type: "int", of: ({ fen }) => String(fen) },
  order_id: { type: "text", of: ({ orderId }) => orderId },
  payment_id: { type: "text", of: ({ paymentId }) => paymentId },
  refund_id: { type: "text", of: ({ refundId }) => refundId },
  way: { type: "text", of: ({ way }) => way },
  at: { type: "timestamptz", of: ({ at }) => at.toISOString() },
};
const columnList = sql.join(Object.keys(columns).map((name) => sql.ref(name)));

/**
 * Adds transactions to the ledger; there is no other writer, and entries are never changed (requirement MA90).
 * @param db the transaction of what is booked
 * @throws Error if the entries of one do not sum to zero, or it is in the ledger already
 */
export async function writeTransactions(
  db: Database,
  transactions: readonly LedgerTransaction[],
): Promise<void> {
  const rows = transactions.flatMap(({ entries, ...about }) =>
    balancedEntries(entries).map((entry) => ({ ...about, ...entry })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into ledger_entry (${columnList}) select ${columnList} from ${unnestRows(rows, columns)} ${prepared}`.execute(
    db,
  );
}
/** Adds one transaction to the ledger, as `writeTransactions` does. */
export const writeEntries = (db: Database, transaction: LedgerTransaction): Promise<void> =>
  writeTransactions(db, [transaction]);

/** Sum that is still owed to an order: paid and neither earned nor refunded, fen. @param db with the order's row locked */
export async function openOrderFen(db: Database, orderId: string): Promise<number> {
  const { rows } = await sql<{ fen: number }>`
    select coalesce(-sum(fen), 0)::int as fen from ledger_entry where order_id = ${orderId} and account = 'order'`.execute(
    db,
  );
  return rows[0]?.fen ?? 0;
}
