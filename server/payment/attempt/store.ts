import { sql } from "kysely";
import type { OrderState } from "#contract/order/order-state.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import type { PaymentRow } from "../tables.ts";
import { LOOK_INTERVAL } from "./rules.ts";

/** An attempt with the deadline and the state of its order. */
export type Attempt = PaymentRow & { readonly pay_before: Date; readonly order_state: OrderState };

const attempts = sql`select p.*, o.pay_before, o.state as order_state from payment p join mall_order o using (order_id)`;

/** Finds the attempt of an order that may still be paid; there is one at most. */
export async function findOpenAttempt(db: Database, orderId: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    ${attempts} where p.order_id = ${orderId} and p.state in ('made', 'open')`.execute(db);
  return rows[0] ?? null;
}
export async function findAttempt(db: Database, paymentId: string): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`${attempts} where p.payment_id = ${paymentId}`.execute(db);
  return rows[0] ?? null;
}

/** Adds an attempt to a locked order, as `made`: the channel may have it from now on. */
export async function addAttempt(
  db: Database,
  order: { readonly order_id: string; readonly order_no: string; readonly payable_fen: number },
  plan: Pick<PaymentRow, "way" | "scene" | "app_id">,
  { now, queryDue }: { readonly now: Date; readonly queryDue: Date },
): Promise<string> {
  const paymentId = newId();
  await sql`
    insert into payment (payment_id, order_id, attempt, out_trade_no, way, scene, app_id, amount_fen, state, query_due_time,
      created_time)
    select ${paymentId}::text, ${order.order_id}::text, n, concat(${order.order_no}::text, '_', n), ${plan.way}::text,
      ${plan.scene}::text, ${plan.app_id}::text, ${order.payable_fen}::int, 'made', ${queryDue}::timestamptz,
      ${now}::timestamptz
    from (select coalesce(max(attempt), 0) + 1 as n from payment where order_id = ${order.order_id}) as next`.execute(
    db,
  );
  return paymentId;
}

/** The channel has the attempt. @returns false if it was closed meanwhile */
export async function markOpen(db: Database, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    update payment set state = 'open' where payment_id = ${paymentId} and state in ('made', 'open')
    returning payment_id`.execute(db);
  return rows.length > 0;
}

/**
 * The attempt cannot be paid any more.
 * @returns the state that it then has: a payment that was settled meanwhile stays paid
 */
export async function markClosed(db: Database, paymentId: string): Promise<PaymentRow["state"] | null> {
  const { rows } = await sql<Pick<PaymentRow, "state">>`
    update payment set state = case state when 'paid' then 'paid' else 'closed' end, query_due_time = null
    where payment_id = ${paymentId} returning state`.execute(db);
  return rows[0]?.state ?? null;
}

/**
 * Gives an attempt up of which the channel knows nothing, while its cashier may still be open somewhere: it is closed here,
 * and questions about it go on until its deadline, so that a late payment is refunded as a surplus.
 * @returns false if it was paid meanwhile
 */
export async function markAbandoned(db: Database, paymentId: string): Promise<boolean> {
  const { rows } = await sql`
    update payment set state = 'closed' where payment_id = ${paymentId} and state in ('made', 'open')
    returning payment_id`.execute(db);
  return rows.length > 0;
}

/**
 * Takes the right to ask the channel about an order for a person who waits: counted in the statement, for all processes
 * together (requirement MA50).
 * @returns the attempt to ask about; null: there is none, or somebody asked a moment ago
 */
export async function takeLook(db: Database, orderId: string, now: number): Promise<string | null> {
  const since = new Date(now - LOOK_INTERVAL);
  // A look of the future is of a clock that was set back; callers of one moment may come in any order.
  const future = new Date(now + LOOK_INTERVAL);
  const { rows } = await sql<{ payment_id: string }>`
    update payment set looked_time = ${new Date(now)}
    where order_id = ${orderId} and state in ('made', 'open')
      and (looked_time is null or looked_time <= ${since} or looked_time > ${future})
      and not exists (select from payment other where other.order_id = ${orderId} and other.state = 'closed'
        and other.looked_time > ${since} and other.looked_time <= ${future})
    returning payment_id`.execute(db);
  return rows[0]?.payment_id ?? null;
}

/**
 * Takes attempts that are to be asked about: each is given to one process, and again after the lease if that one ends
 * meanwhile.
 */
export async function claimDueAttempts(
  db: Database,
  { now, leaseUntil, most }: { readonly now: Date; readonly leaseUntil: Date; readonly most: number },
): Promise<string[]> {
  const { rows } = await sql<{ payment_id: string }>`
    update payment set query_due_time = ${leaseUntil}, query_tries = query_tries + 1 where payment_id in (
      select payment_id from payment where query_due_time <= ${now} order by query_due_time limit ${most}
      for no key update skip locked)
    returning payment_id`.execute(db);
  return rows.map(({ payment_id }) => payment_id);
}

/** Sets the next question about an attempt that this process has asked about, unless none is needed any more. */
export async function setNextQuery(
  db: Database,
  paymentId: string,
  { leaseUntil, due }: { readonly leaseUntil: Date; readonly due: Date },
): Promise<void> {
  await sql`update payment set query_due_time = ${due}
    where payment_id = ${paymentId} and query_due_time = ${leaseUntil}`.execute(db);
}

/** State of an order of a person, as its pay page needs it; null: the person has no such order. */
export async function findPayState(
  db: Database,
  orderId: string,
  userId: string,
): Promise<{ state: OrderState; paid_fen: number } | null> {
  const { rows } = await sql<{ state: OrderState; paid_fen: number }>`
    select state, paid_fen from mall_order where order_id = ${orderId} and user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** Number of the payment by which WeChat's mini-program has paid an order; null: it was paid otherwise, or not. */
export async function findMiniProgramNumber(db: Database, orderId: string): Promise<string | null> {
  const { rows } = await sql<{ out_trade_no: string }>`
    select out_trade_no from payment where order_id = ${orderId} and way = 'wechat' and scene = 'miniProgram'
      and state = 'paid' and not is_surplus`.execute(db);
  return rows[0]?.out_trade_no ?? null;
}
