import { sql } from "kysely";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";

/** Disagreement between a channel and us. notice: a report that fits nothing of ours. */
export type DifferenceKind = "onlyTheirs" | "onlyOurs" | "amount" | "fee" | "notice";
/** A disagreement to show to operators. Sums are what the channel's account gains, so those of refunds are negative. */
export type NewDifference = {
  readonly way: PaymentWay;
  /** Day of the bill, YYYY-MM-DD in Shanghai; null: reported otherwise. */
  readonly day: string | null;
  readonly kind: DifferenceKind;
  /** Number of the payment or refund, ours or theirs. */
  readonly number: string;
  readonly oursFen: number | null;
  readonly theirsFen: number | null;
  /** Short English words, without personal data. */
  readonly details: string;
  readonly now: Date;
};

/** Adds a difference for operators to resolve. @returns false if there is one of this kind for the number */
export async function openDifference(db: Database, difference: NewDifference): Promise<boolean> {
  const { way, day, kind, number, oursFen, theirsFen, details, now } = difference;
  const { rows } = await sql`
    insert into difference (difference_id, way, day, kind, number, ours_fen, theirs_fen, details, created_time)
    values (${newId()}, ${way}, ${day}::date, ${kind}, ${number}, ${oursFen}, ${theirsFen}, ${details}, ${now})
    on conflict (way, kind, number) do nothing returning 1`.execute(db);
  return rows.length > 0;
}

/** A difference as operators see it: numbers and sums, no person. */
export type DifferenceEntry = {
  readonly differenceId: string;
  readonly way: PaymentWay;
  readonly day: string | null;
  readonly kind: DifferenceKind;
  readonly number: string;
  readonly oursFen: number | null;
  readonly theirsFen: number | null;
  readonly details: string;
  readonly state: "open" | "resolved";
  readonly resolvedBy: string | null;
  readonly resolvedReason: string | null;
  readonly createdTime: Date;
};
const columns = sql`difference_id as "differenceId", way, day::text as day, kind, number, ours_fen as "oursFen",
  theirs_fen as "theirsFen", details, state, resolved_by as "resolvedBy", resolved_reason as "resolvedReason",
  created_time as "createdTime"`;

/** Lists open differences, the oldest first. */
export async function listOpenDifferences(db: Database, most: number): Promise<DifferenceEntry[]> {
  const { rows } = await sql<DifferenceEntry>`
    select ${columns} from difference where state = 'open' order by difference_id limit ${most}`.execute(db);
  return rows;
}

/** Marks an open difference as resolved. @returns null if it is not open, or there is none */
export async function closeDifference(
  db: Database,
  differenceId: string,
  { by, reason, now }: { readonly by: string; readonly reason: string; readonly now: Date },
): Promise<DifferenceEntry | null> {
  const { rows } = await sql<DifferenceEntry>`
    update difference set state = 'resolved', resolved_by = ${by}, resolved_reason = ${reason}, resolved_time = ${now}
    where difference_id = ${differenceId} and state = 'open' returning ${columns}`.execute(db);
  return rows[0] ?? null;
}
