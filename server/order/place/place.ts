import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { PlacedOrder } from "#contract/order/checkout.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { hasSqlState } from "../../database/statements/sql-state.ts";
import { orderMessages } from "../messages.ts";
import type { NewOrder, OrderWriteResult, StoredOrder } from "./new-order.ts";
import { newOrderNo } from "./order-number.ts";
import type { OrderWriter } from "./writer.ts";

/** Tries with new order numbers; of a day's hundred million numbers few are taken. */
const MAX_NUMBERS = 5;

const presentPlaced = (order: StoredOrder): PlacedOrder => ({
  orderId: order.order_id,
  orderNo: order.order_no,
  state: order.state,
  payableFen: order.payable_fen,
  payBefore: toShanghaiIso(order.pay_before),
});

/** The Idempotency-Key of a request. @throws Refusal "invalid" without one, since a lost answer would order twice */
export function requireKey({ idempotencyKey }: Caller): string {
  if (idempotencyKey === null || idempotencyKey === "")
    throw new Refusal("invalid", { message: orderMessages.idempotencyKeyMissing });
  return idempotencyKey;
}

/** Writes an order of a person who may have been erased since the request began. @throws Refusal "unauthenticated" */
const addOrder = (writer: OrderWriter, key: string, order: NewOrder): Promise<OrderWriteResult> =>
  writer.add(key, order).catch((error: unknown) => {
    throw hasSqlState(error, "missing") ? new Refusal("unauthenticated") : error;
  });

/** Writes an order, with another number if its own is taken. @throws Refusal "unauthenticated" */
export async function writeOrder(
  writer: OrderWriter,
  key: string,
  order: NewOrder,
): Promise<OrderWriteResult> {
  let result = await addOrder(writer, key, order);
  for (let tries = 1; tries < MAX_NUMBERS && result.kind === "numberTaken"; tries++)
    // Its tokens are spent.
    result = await addOrder(writer, key, {
      ...order,
      order_no: newOrderNo(order.created_time.getTime()),
      tokens: null,
    });
  return result;
}

/** Answers with the written order. @param data facts for a refusal @throws Refusal */
export function placedOrRefused(result: OrderWriteResult, data: unknown = null): PlacedOrder {
  switch (result.kind) {
    case "placed":
      return presentPlaced(result.order);
    case "conflict":
      throw new Refusal("conflict");
    case "short":
      throw new Refusal("stockShort", { message: orderMessages.short(result.left), data });
    case "limit":
      throw new Refusal("buyLimit", { message: orderMessages.limit(result.most, result.bought), data });
    case "coupon":
      throw new Refusal("couponUnusable", { message: orderMessages.couponUnusable, data });
    case "nonceUsed":
      throw new Refusal("forbidden");
    case "passUsed":
      throw new Refusal("captchaRequired");
    case "numberTaken":
      throw new Refusal("busy");
  }
}
