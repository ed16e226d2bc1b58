import { sql, type RawBuilder } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import type { AfterSaleState } from "#contract/order/order-state.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import "#contract/mall/refusals.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { encryptedText } from "../../database/encryption/encrypted-columns.ts";
import { nextCaseState, type CaseEvent } from "./case-machine.ts";
import type { AskedUnit, CaseUnit } from "./rules.ts";
import type { AfterSaleRow, AfterSaleUnitRow, CaseActor, LockedCase } from "./tables.ts";

/** Lists the units of an order's open cases. */
export async function listAskedUnits(db: Database, orderId: string): Promise<AskedUnit[]> {
  const { rows } = await sql<AskedUnit>`
    select u.line_id as "lineId", u.qty, u.is_shipped as "isShipped" from after_sale a
    join after_sale_unit u on u.after_sale_id = a.after_sale_id
    where a.order_id = ${orderId} and a.state in ('asked', 'agreed', 'sent', 'received')`.execute(db);
  return rows;
}

/** Finds the case that a person's key has opened. */
export async function findCaseByKey(
  db: Database,
  userId: string,
  key: string,
): Promise<Pick<AfterSaleRow, "after_sale_id" | "body_hash"> | null> {
  const { rows } = await sql<Pick<AfterSaleRow, "after_sale_id" | "body_hash">>`
    select after_sale_id, body_hash from after_sale where user_id = ${userId} and idempotency_key = ${key}`.execute(
    db,
  );
  return rows[0] ?? null;
}
/** Finds a case by its number or id, without a lock. */
export async function findCase(
  db: Database,
  by: { readonly caseNo: string } | { readonly afterSaleId: string },
): Promise<Pick<AfterSaleRow, "after_sale_id" | "order_id" | "user_id"> | null> {
  const which = "caseNo" in by ? sql`case_no = ${by.caseNo}` : sql`after_sale_id = ${by.afterSaleId}`;
  const { rows } = await sql<Pick<AfterSaleRow, "after_sale_id" | "order_id" | "user_id">>`
    select after_sale_id, order_id, user_id from after_sale where ${which}`.execute(db);
  return rows[0] ?? null;
}

export type NewCase = Pick<
  AfterSaleRow,
  | "order_id"
  | "kind"
  | "reason"
  | "is_our_fault"
  | "picture_ids"
  | "refund_fen"
  | "freight_fen"
  | "due_time"
  | "idempotency_key"
  | "body_hash"
> & {
  readonly user_id: string;
  readonly text: string;
  readonly units: readonly CaseUnit[];
  readonly now: Date;
  /** Numbers to try; a number that is taken is passed over. */
  readonly numbers: readonly string[];
};
/** tooMany: the order has as many cases as it may; keyTaken: another request of the person has this key. */
export type AddedCase =
  | { readonly kind: "added"; readonly afterSaleId: string }
  | { readonly kind: "tooMany" }
  | { readonly kind: "keyTaken" };
/**
 * Adds a case in state "asked", whose units are held; the order's row is locked, so that the count of its cases holds.
 */
export async function addCase(db: Database, added: NewCase): Promise<AddedCase> {
  const afterSaleId = newId();
  const text = added.text === "" ? null : encryptedText(added.text, "aftersale", afterSaleId);
  let isAdded = false;
  for (const caseNo of added.numbers) {
    const { rows } = await sql`
      insert into after_sale (after_sale_id, case_no, order_id, user_id, kind, state, reason, is_our_fault, case_text,
        picture_ids, refund_fen, freight_fen, due_time, idempotency_key, body_hash, created_time, changed_time)
      select ${afterSaleId}, ${caseNo}, ${added.order_id}, ${added.user_id}, ${added.kind}, 'asked', ${added.reason},
        ${added.is_our_fault}, ${text}, ${JSON.stringify(added.picture_ids)}::jsonb, ${added.refund_fen}::int,
        ${added.freight_fen}::int, ${added.due_time}::timestamptz, ${added.idempotency_key}, ${added.body_hash},
        ${added.now}::timestamptz, ${added.now}::timestamptz
      where (select count(*) from after_sale where order_id = ${added.order_id}) < ${mallLimits.maxAfterSales}
      on conflict do nothing returning after_sale_id`.execute(db);
    isAdded = rows.length > 0;
    if (isAdded) break;
    if (await findCaseByKey(db, added.user_id, added.idempotency_key)) return { kind: "keyTaken" };
  }
  if (!isAdded) return { kind: "tooMany" };
  await addUnits(db, afterSaleId, added.units);
  await addEvent(db, afterSaleId, "asked", "person", added.now);
  return { kind: "added", afterSaleId };
}

const columnsOf = (units: readonly CaseUnit[]) => ({
  lineIds: units.map(({ lineId }) => lineId),
  counts: units.map(({ qty }) => qty),
});
async function addUnits(db: Database, afterSaleId: string, units: readonly CaseUnit[]): Promise<void> {
  const { lineIds, counts } = columnsOf(units);
  await sql`
    with n as materialized (
      select * from unnest(${lineIds}::text[], ${counts}::int[], ${units.map(({ isShipped }) => isShipped)}::bool[],
        ${units.map(({ refundFen }) => refundFen)}::int[]) as n(line_id, qty, is_shipped, refund_fen)
    ), added as (
      insert into after_sale_unit (after_sale_id, line_id, qty, is_shipped, refund_fen)
      select ${afterSaleId}, line_id, qty, is_shipped, refund_fen from n
    )
    update order_line l set asked_qty = l.asked_qty + n.qty from n where l.line_id = n.line_id`.execute(db);
}
async function addEvent(
  db: Database,
  afterSaleId: string,
  to: AfterSaleState,
  by: CaseActor,
  now: Date,
): Promise<void> {
  await sql`insert into after_sale_event (event_id, after_sale_id, at, to_state, by)
    values (${newId()}, ${afterSaleId}, ${now}, ${to}, ${by})`.execute(db);
}

/** Locks a case of an order whose row is locked. */
export async function lockCase(db: Database, afterSaleId: string): Promise<LockedCase | null> {
  const { rows } = await sql<AfterSaleRow>`
    select * from after_sale where after_sale_id = ${afterSaleId} for no key update`.execute(db);
  const [found] = rows;
  if (!found) return null;
  const { rows: units } = await sql<AfterSaleUnitRow>`
    select line_id, qty, received_qty, good_qty, is_shipped, refund_fen from after_sale_unit
    where after_sale_id = ${afterSaleId} order by line_id`.execute(db);
  return { ...found, units };
}

/** Columns that change together with a case's state. */
export type MovedCaseColumns = Partial<
  Pick<AfterSaleRow, "due_time" | "decided_reason" | "carrier" | "tracking_no" | "refund_fen" | "freight_fen">
>;
const assignments = (columns: MovedCaseColumns): RawBuilder<unknown> =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`),
    sql``,
  );

/**
 * Moves a locked case by an event, and writes what happened in the same statement.
 * @returns the case as it is now
 * @throws Refusal "orderState" if the case does not accept the event now
 */
export async function moveCase(
  db: Database,
  found: LockedCase,
  event: CaseEvent,
  { by, now }: { readonly by: CaseActor; readonly now: Date },
  columns: MovedCaseColumns = {},
): Promise<LockedCase> {
  const state = nextCaseState(found.state, event);
  if (state === null) throw new Refusal("orderState");
  const moved = { due_time: null, ...columns };
  await sql`
    with moved as (
      update after_sale set state = ${state}, changed_time = ${now}${assignments(moved)}
      where after_sale_id = ${found.after_sale_id} returning after_sale_id
    )
    insert into after_sale_event (event_id, after_sale_id, at, to_state, by)
    select ${newId()}, after_sale_id, ${now}::timestamptz, ${state}::text, ${by}::text from moved`.execute(
    db,
  );
  return { ...found, ...moved, state };
}
/** Sets the next deadline of a locked case. */
export async function setCaseDue(db: Database, afterSaleId: string, due: Date | null): Promise<void> {
  await sql`update after_sale set due_time = ${due} where after_sale_id = ${afterSaleId}`.execute(db);
}

/** Lists cases whose deadline has passed, the oldest first, without locks. */
export async function listDueCases(
  db: Database,
  now: Date,
  most: number,
): Promise<{ readonly after_sale_id: string; readonly order_id: string }[]> {
  const { rows } = await sql<{ after_sale_id: string; order_id: string }>`
    select after_sale_id, order_id from after_sale where due_time <= ${now} order by due_time limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Returns those of the given pictures that a case shows. */
export async function findCasePictures(db: Database, pictureIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ picture_id: string }>`
    select distinct p.picture_id from after_sale a, jsonb_array_elements_text(a.picture_ids) as p(picture_id)
    where a.picture_ids ?| ${pictureIds}::text[] and p.picture_id = any(${pictureIds}::text[])`.execute(db);
  return rows.map(({ picture_id }) => picture_id);
}
