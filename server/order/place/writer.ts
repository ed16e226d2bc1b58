import { BatchWriter } from "../../database/batching/batch-writer.ts";
import type { Database } from "../../database/connection/database.ts";
import { markPaid } from "../life/paid-store.ts";
import { lockOrder } from "../order-store.ts";
import { insertOrders } from "./insert-store.ts";
import { findPlaced, lockCounters } from "./lock-store.ts";
import type { NewOrder, OrderWriteResult, StoredOrder } from "./new-order.ts";
import { giveOrders, requestKey, storedAnswer, type Decision } from "./rules.ts";

/** Options for the tests that prove that lock and transaction are needed. */
export type OrderWriterOptions = {
  /** false leaves out lock and transaction. */
  readonly isGuarded: boolean;
  /** Runs between reading and writing the counters, so that a test can let another process do the same in between. */
  readonly beforeWrite?: () => Promise<void>;
};

export type OrderWriter = BatchWriter<NewOrder, OrderWriteResult>;

/** Key of the batches of all orders that are no rush orders. */
export const COMMON_KEY = "orders";

const toStored = (order: NewOrder): StoredOrder => ({
  order_id: order.order_id,
  order_no: order.order_no,
  user_id: order.user_id,
  state: "pending",
  payable_fen: order.payable_fen,
  pay_before: order.pay_before,
  idempotency_key: order.idempotency_key,
  body_hash: order.body_hash,
});

/** Pays the orders that cost nothing, in the transaction that writes them (requirement MA28). */
async function payFree(db: Database, orders: readonly NewOrder[]): Promise<ReadonlySet<string>> {
  const free = orders.filter(({ payable_fen }) => payable_fen === 0);
  for (const { order_id, created_time } of free) {
    const locked = await lockOrder(db, order_id);
    if (locked) await markPaid(db, locked, { paidFen: 0, by: "system", now: created_time });
  }
  return new Set(free.map(({ order_id }) => order_id));
}

/** Answers for orders that the database did not insert: the key, or the number, belongs to another order. */
async function answersOfRest(
  db: Database,
  rest: readonly NewOrder[],
): Promise<Map<NewOrder, OrderWriteResult>> {
  if (rest.length === 0) return new Map();
  const placed = await findPlaced(db, rest);
  return new Map(
    rest.map((order) => {
      const stored = placed.get(requestKey(order));
      return [order, stored ? storedAnswer(stored, order) : { kind: "numberTaken" }];
    }),
  );
}

type WrittenBatch = {
  readonly results: OrderWriteResult[];
  /** Orders whose tokens were spent. */
  readonly presented: readonly NewOrder[];
};
/** Locks, decides, inserts; see `lockCounters`, `giveOrders`, `insertOrders`. */
async function writeBatch(
  db: Database,
  orders: readonly NewOrder[],
  { isGuarded, beforeWrite }: OrderWriterOptions,
): Promise<WrittenBatch> {
  const counters = await lockCounters(db, orders, { isGuarded });
  await beforeWrite?.();
  const decisions = giveOrders(orders, counters);
  const given = orders.filter((_order, at) => decisions[at]?.kind === "made");
  const inserted = given.length > 0 ? await insertOrders(db, given) : new Set<string>();
  const made = given.filter(({ order_id }) => inserted.has(order_id));
  const paid = await payFree(db, made);
  const answers = await answersOfRest(
    db,
    given.filter(({ order_id }) => !inserted.has(order_id)),
  );
  for (const order of made) {
    const state = paid.has(order.order_id) ? "paid" : "pending";
    answers.set(order, { kind: "placed", isNew: true, order: { ...toStored(order), state } });
  }
  const answerOf = (order: NewOrder | undefined, decision: Decision | undefined): OrderWriteResult => {
    if (order === undefined || decision === undefined) throw new Error("an order without a decision");
    if (decision.kind === "same") return repeated(answerOf(orders[decision.at], decisions[decision.at]));
    return decision.kind === "made" ? (answers.get(order) ?? { kind: "numberTaken" }) : decision;
  };
  const results = orders.map((order, at) => answerOf(order, decisions[at]));
  return { results, presented: counters.presented };
}
const repeated = (answer: OrderWriteResult): OrderWriteResult =>
  answer.kind === "placed" ? { ...answer, isNew: false } : answer;

/**
 * The group-commit writer of orders: exact stock, quotas, limits and coupons, whole orders, answered after the commit. The
 * key is the SKU for rush orders, which are alone, and `COMMON_KEY` for all others. A batch that the database refuses for
 * one of its rows is written in halves, so that nobody else's order fails (requirement MA25).
 */
export function orderWriter(db: Database, options: OrderWriterOptions = { isGuarded: true }): OrderWriter {
  return new BatchWriter(async (_key, orders) => {
    const { results, presented } = options.isGuarded
      ? await db.transaction().execute((transaction) => writeBatch(transaction, orders, options))
      : await writeBatch(db, orders, options);
    for (const { tokens } of presented) tokens?.nonce?.markSpent();
    return results;
  });
}
