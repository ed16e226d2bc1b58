import { sql } from "kysely";
import { BatchWriter } from "../database/batching/batch-writer.ts";
import type { Database } from "../database/connection/database.ts";
import { unnestIds, prepared } from "../database/statements/prepared-statements.ts";
import { allocateCoupons } from "./rules.ts";
import type { BenefitRow, CouponRow } from "./tables.ts";

/** A requested coupon; the writer assigns its number. */
export type CouponRequest = Omit<CouponRow, "benefit_id" | "number" | "used_time" | "used_by" | "order_id">;
/** The result of a request; the row is null if no stock is left. */
export type CouponWriteResult = {
  readonly kind: "sent" | "already" | "soldOut";
  readonly row: CouponRow | null;
};
/** Options for the tests that prove that lock and transaction are needed. */
export type CouponWriterOptions = {
  /** false leaves out lock and transaction. */
  readonly isLocked: boolean;
  /** Runs between reading the stock and writing, so that a test can let another process do the same in between. */
  readonly beforeWrite?: () => Promise<void>;
};
/** Whether each coupon is delivered to an outside coupon system. */
type Delivery = { readonly isDelivered: boolean };

async function insertCoupons(
  db: Database,
  benefitId: string,
  rows: readonly CouponRow[],
  { isDelivered }: Delivery,
): Promise<void> {
  await sql`
    with input as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i(user_id text, number int, coupon_id text, code text,
        valid_from timestamptz, valid_to timestamptz, channel jsonb, idempotency_key text, created_time timestamptz)
    ), made as (
      insert into coupon (benefit_id, user_id, number, coupon_id, code, valid_from, valid_to, channel, idempotency_key, created_time)
      select ${benefitId}, user_id, number, coupon_id, code, valid_from, valid_to, channel, idempotency_key, created_time
      from input returning coupon_id, created_time
    ), told as (
      insert into coupon_delivery (coupon_id, due_time) select coupon_id, created_time from input where ${isDelivered}
    )
    update benefit set sent = sent + (select count(*)::int from made) where benefit_id = ${benefitId} ${prepared}`.execute(
    db,
  );
}

/** Writes a batch: locks the benefit, finds existing coupons, allocates the stock, inserts (requirement M16). */
async function writeBatch(
  db: Database,
  benefitId: string,
  batch: readonly CouponRequest[],
  options: CouponWriterOptions & Delivery,
): Promise<CouponWriteResult[]> {
  const lock = sql.raw(options.isLocked ? "for update" : "");
  const { rows: benefits } = await sql<Pick<BenefitRow, "stock" | "sent" | "per_person">>`
    select stock, sent, per_person from benefit where benefit_id = ${benefitId} ${lock} ${prepared}`.execute(
    db,
  );
  const [benefit] = benefits;
  if (!benefit) throw new Error(`no benefit ${benefitId}`);
  await options.beforeWrite?.();
  const userIds = [...new Set(batch.map(({ user_id }) => user_id))];
  const { rows: existing } = await sql<CouponRow>`
    select own.* from ${unnestIds(userIds)} cross join lateral (
      select * from coupon where benefit_id = ${benefitId} and user_id = asked.id offset 0) own order by number`.execute(
    db,
  );
  const owned = new Map<string, CouponRow[]>(userIds.map((userId) => [userId, []]));
  for (const row of existing) owned.get(row.user_id)?.push(row);
  const allocations = allocateCoupons(
    batch.map((one) => ({ userId: one.user_id, idempotencyKey: one.idempotency_key })),
    { stock: benefit.stock, sent: benefit.sent, perPerson: benefit.per_person },
    new Map([...owned].map(([userId, rows]) => [userId, rows.map((row) => row.idempotency_key)])),
  );
  const made: CouponRow[] = [];
  const written = batch.map((one, at): CouponWriteResult => {
    const allocation = allocations[at];
    const own = owned.get(one.user_id) ?? [];
    if (allocation?.kind === "again") return { kind: "sent", row: own[allocation.at] ?? null };
    if (allocation?.kind === "already") return { kind: "already", row: own.at(-1) ?? null };
    if (allocation?.kind !== "new") return { kind: "soldOut", row: null };
    const unused = { used_time: null, used_by: null, order_id: null };
    const row = { ...one, ...unused, benefit_id: benefitId, number: allocation.number };
    own.push(row);
    made.push(row);
    return { kind: "sent", row };
  });
  if (made.length > 0) await insertCoupons(db, benefitId, made, options);
  return written;
}

/** The group-commit writer of coupons: exact stock, limit per person, answered after the commit. */
export function couponWriter(
  db: Database,
  options: CouponWriterOptions & Delivery,
): BatchWriter<CouponRequest, CouponWriteResult> {
  return new BatchWriter((benefitId, batch) =>
    options.isLocked
      ? db.transaction().execute((transaction) => writeBatch(transaction, benefitId, batch, options))
      : writeBatch(db, benefitId, batch, options),
  );
}
