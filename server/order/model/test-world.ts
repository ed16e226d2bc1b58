import type { Database } from "../../database/connection/database.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import type { SampleSku } from "../../testing/samples/sample-mall.ts";
import type { Payments } from "../../payment/index.ts";
import type { OrderWriter } from "../place/writer.ts";
import type { AttemptsOutcome } from "../ports.ts";
import type { ClosingBy } from "../tables.ts";

/** A payment attempt as the pure model knows it. */
export type ModelPayment = {
  readonly paymentId: string;
  readonly outTradeNo: string;
  readonly amountFen: number;
  state: "open" | "closed" | "paid" | "surplus";
};
/** A refund as the pure model knows it; a cause is refunded once. */
export type ModelRefund = {
  readonly orderId: string;
  readonly outTradeNo: string;
  readonly amountFen: number;
  readonly cause: "surplus" | "closed" | "operator";
  isDone: boolean;
};
/** An order as the pure model knows it. */
export type ModelOrder = {
  readonly orderId: string;
  readonly user: number;
  /** Units by SKU. */
  readonly units: readonly { readonly sku: number; readonly qty: number }[];
  readonly coupon: number | null;
  state: OrderState;
  closingBy: ClosingBy | null;
  /** The first attempt first; one at most is open. */
  readonly payments: ModelPayment[];
  isSent: boolean;
};
export const openAttempt = ({ payments }: ModelOrder): ModelPayment | undefined =>
  payments.find(({ state }) => state === "open");
/** The pure model: what must be true of the store after each command. */
export type Model = {
  /** Free units of each SKU. */
  readonly free: number[];
  /** Units of the limited product by person. */
  readonly bought: number[];
  /** Whether each coupon is free, held or used; a coupon's person is the one of the same place. */
  readonly coupons: ("free" | "held" | "used")[];
  readonly orders: ModelOrder[];
  readonly refunds: ModelRefund[];
};
/** The real store, with people, SKUs of one limited product, and one coupon for each person. */
export type World = {
  readonly db: Database;
  readonly writer: OrderWriter;
  readonly users: readonly string[];
  readonly skus: readonly SampleSku[];
  readonly coupons: readonly string[];
  /** Units of the product that a person may buy. */
  readonly most: number;
  readonly now: () => Date;
  readonly payments: Payments;
  /** Works on a closing order with a channel that answers so. */
  finishClosing(orderId: string, answer: AttemptsOutcome): Promise<void>;
};

/** Gives back what an order held. */
export function give(model: Model, order: ModelOrder): void {
  for (const { sku, qty } of order.units) {
    model.free[sku] = (model.free[sku] ?? 0) + qty;
    model.bought[order.user] = (model.bought[order.user] ?? 0) - qty;
  }
  if (order.coupon !== null) model.coupons[order.coupon] = "free";
}
