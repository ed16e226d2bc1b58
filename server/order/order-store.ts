import { sql, type RawBuilder } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import "#contract/mall/refusals.ts";
import { newId } from "../core/ids.ts";
import type { Database } from "../database/connection/database.ts";
import { prepared } from "../database/statements/prepared-statements.ts";
import { nextState, type OrderEvent } from "./rules/order-machine.ts";
import type { OrderActor, OrderLineRow, OrderRow } from "./tables.ts";

/** An order with its lines by position, whose row is locked by the transaction that read it. */
export type LockedOrder = OrderRow & { readonly lines: readonly OrderLineRow[] };

/** Lists the lines of orders, by order and position. */
export async function listLines(db: Database, orderIds: readonly string[]): Promise<OrderLineRow[]> {
  const { rows } = await sql<OrderLineRow>`
    select line_id, order_id, position, sku_id, snapshot, qty, price_fen, coupon_fen, net_fen, shipped_qty, refunded_qty,
      cancelled_qty, asked_qty, refunded_fen
    from order_line where order_id = any(${orderIds}::text[]) order by order_id, position ${prepared}`.execute(
    db,
  );
  return rows;
}

/**
 * Locks an order, which is the first lock of whatever changes one: order, then SKUs by id, then the coupon.
 * @param db a transaction
 * @param isSkipped true: an order that another transaction has locked is left to it
 * @returns null if there is no such order
 */
export async function lockOrder(
  db: Database,
  orderId: string,
  isSkipped = false,
): Promise<LockedOrder | null> {
  const { rows } = await sql<OrderRow>`
    select * from mall_order where order_id = ${orderId}
    for no key update ${sql.raw(isSkipped ? "skip locked" : "")}`.execute(db);
  const [order] = rows;
  return order ? { ...order, lines: await listLines(db, [orderId]) } : null;
}

/** Author and reason of a move; `why` is a short English word for the books, not shown to people. */
export type MoveReason = { readonly by: OrderActor; readonly why: string; readonly now: Date };
/** Columns that change together with the state. */
export type MovedColumns = Partial<
  Pick<
    OrderRow,
    | "closing_by"
    | "close_due_time"
    | "close_tries"
    | "paid_fen"
    | "paid_time"
    | "pickup_code"
    | "shipped_time"
    | "signed_time"
    | "receive_due_time"
    | "done_time"
  >
>;

const assignments = (columns: MovedColumns): RawBuilder<unknown> =>
  sql.join(
    Object.entries(columns).map(([column, value]) => sql`, ${sql.ref(column)} = ${value}`),
    sql``,
  );

/**
 * Moves a locked order by an event, and writes what happened in the same statement (requirement MA60).
 * @param columns further columns that change with the state
 * @returns the order as it is now
 * @throws Refusal "orderState" if the order does not accept the event now
 */
export async function moveOrder(
  db: Database,
  order: LockedOrder,
  event: OrderEvent,
  { by, why, now }: MoveReason,
  columns: MovedColumns = {},
): Promise<LockedOrder> {
  const state = nextState(order, event);
  if (state === null) throw new Refusal("orderState");
  await sql`
    with moved as (
      update mall_order set state = ${state}${assignments(columns)} where order_id = ${order.order_id} returning order_id
    )
    insert into order_event (event_id, order_id, at, from_state, to_state, by, why)
    select ${newId()}, order_id, ${now}::timestamptz, ${order.state}::text, ${state}::text, ${by}::text, ${why}::text
    from moved ${prepared}`.execute(db);
  return { ...order, ...columns, state };
}
