import type { AfterSaleKind } from "#contract/order/after-sale.ts";
import type { AfterSaleState, OrderState } from "#contract/order/order-state.ts";
import type { PaymentWay } from "#contract/payment/payment.ts";
import type { Database } from "../../database/connection/database.ts";
import type { ChannelShop } from "../../testing/mall/channel-shop.ts";
import type { SampleSku } from "../../testing/samples/sample-mall.ts";
import type { OrderWriter } from "../place/writer.ts";
import type { ClosingBy } from "../tables.ts";

export const DAY = 86_400_000;

/** A payment attempt as the pure model knows it. */
export type ModelPayment = {
  readonly paymentId: string;
  readonly outTradeNo: string;
  readonly way: PaymentWay;
  readonly amountFen: number;
  state: "open" | "closed" | "paid" | "surplus";
};
/** A refund as the pure model knows it; a cause is refunded once. */
export type ModelRefund = {
  readonly order: ModelOrder;
  readonly payment: ModelPayment;
  readonly amountFen: number;
  readonly cause: "surplus" | "closed" | "operator" | "afterSale";
  readonly causeId: string;
  /** waiting: for a second operator. */
  state: "waiting" | "open" | "done";
  isOffline: boolean;
};
/** A line: units sent, refunded before sending, refunded in all; and what was paid back for them. */
export type ModelLine = {
  readonly lineId: string;
  readonly sku: number;
  readonly qty: number;
  readonly netFen: number;
  sent: number;
  cancelled: number;
  refunded: number;
  refundedFen: number;
};
export type ModelCase = {
  readonly caseId: string;
  readonly caseNo: string;
  readonly kind: AfterSaleKind;
  readonly isOurFault: boolean;
  readonly units: readonly { readonly line: ModelLine; readonly qty: number; readonly isSent: boolean }[];
  readonly since: number;
  /** End of the time to send goods back, ms. */
  sendBefore: number | null;
  state: AfterSaleState;
};
export type ModelParcel = {
  readonly shipmentId: string;
  trackingNo: string;
  nodes: number;
  isCorrected: boolean;
  state: "sent" | "moving" | "signed";
};
/** An order as the pure model knows it; times in ms. */
export type ModelOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly user: number;
  readonly delivery: "express" | "pickup";
  readonly lines: readonly ModelLine[];
  readonly coupon: number | null;
  readonly freightFen: number;
  readonly payBefore: number;
  freightBack: number;
  state: OrderState;
  closingBy: ClosingBy | null;
  /** The first attempt first; one at most is open. */
  readonly payments: ModelPayment[];
  readonly parcels: ModelParcel[];
  readonly cases: ModelCase[];
  /** End of 自动收货, or of the time to pick up. */
  receiveDue: number | null;
  signedAt: number | null;
  isExtended: boolean;
  doneAt: number | null;
};
/** The pure model: what must be true of the store after each command. */
export type Model = {
  /** Units on hand less units that orders hold, of each SKU. */
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
  readonly dealerId: string;
  /** Units of the product that a person may buy. */
  readonly most: number;
  /** Sum above which a refund that an operator asked for waits for a second one, fen. */
  readonly secondEyesFen: number;
  readonly now: () => Date;
  /** Moves the product's clock by ms. */
  wait(ms: number): void;
  readonly shop: ChannelShop;
};
/** A command with three numbers, which each command reads in its own way. */
export type Seed = readonly [number, number, number];
/** Runs a command on the model and on the store; throws where they differ. */
export type Run = (world: World, model: Model, seed: Seed) => Promise<void>;

/** Picks one of a list, mostly one for which a command is meant: refusals are tried too, but do not lead far. */
export function pick<T>(all: readonly T[], at: number, isMeant: (one: T) => boolean): T | undefined {
  const meant = at % 6 === 0 ? [] : all.filter(isMeant);
  const from = meant.length > 0 ? meant : all;
  return from[at % from.length];
}
export const orderAt = (
  model: Model,
  at: number,
  isMeant: (order: ModelOrder) => boolean = () => true,
): ModelOrder | undefined => pick(model.orders, at, isMeant);
export const openAttempt = ({ payments }: ModelOrder): ModelPayment | undefined =>
  payments.find(({ state }) => state === "open");
export function mustBe<T>(what: string, real: T, wanted: T): void {
  if (real !== wanted)
    throw new Error(`${what}: the store says ${String(real)}, the model ${String(wanted)}`);
}

export const unsentOf = ({ qty, sent, cancelled }: ModelLine): number => qty - sent - cancelled;
/** Units that the person has: sent and not refunded. */
export const keptOf = ({ sent, refunded, cancelled }: ModelLine): number => sent - (refunded - cancelled);
const openCases: readonly AfterSaleState[] = ["asked", "agreed", "sent"];
export const isOpenCase = ({ state }: ModelCase): boolean => openCases.includes(state);
/** Units of a line that open cases ask for. @param isSent only those that were sent, or were not */
export const askedOf = ({ cases }: ModelOrder, line: ModelLine, isSent?: boolean): number =>
  cases
    .filter(isOpenCase)
    .flatMap(({ units }) => units)
    .filter((unit) => unit.line === line && (isSent === undefined || unit.isSent === isSent))
    .reduce((sum, { qty }) => sum + qty, 0);
export const hasOpenCase = ({ cases }: ModelOrder): boolean => cases.some(isOpenCase);
export const isNothingSent = ({ lines }: ModelOrder): boolean => lines.every(({ sent }) => sent === 0);
export const isEverythingSent = ({ lines }: ModelOrder): boolean =>
  lines.every((line) => unsentOf(line) === 0);
const isEverythingRefunded = ({ lines }: ModelOrder): boolean =>
  lines.every(({ qty, refunded }) => refunded === qty);
export const paymentOf = (order: ModelOrder): ModelPayment => {
  const paid = order.payments.find(({ state }) => state === "paid");
  if (!paid) throw new Error(`order ${order.orderId} of the model has no payment`);
  return paid;
};

/** Gives back what an unpaid order held. */
export function release(model: Model, order: ModelOrder): void {
  for (const line of order.lines) releaseUnits(model, order, line, line.qty);
  if (order.coupon !== null) model.coupons[order.coupon] = "free";
}
function releaseUnits(model: Model, { user }: ModelOrder, { sku }: ModelLine, units: number): void {
  model.free[sku] = (model.free[sku] ?? 0) + units;
  model.bought[user] = (model.bought[user] ?? 0) - units;
}

/** Refunds units of a line; unsent ones leave the order. @returns their sum, fen: all units together are the line's net */
export function refundUnits(
  model: Model,
  order: ModelOrder,
  line: ModelLine,
  units: number,
  isSent: boolean,
): number {
  const upTo = (count: number): number => Math.floor((line.netFen * count) / line.qty);
  const fen = upTo(line.refunded + units) - upTo(line.refunded);
  line.refunded += units;
  line.refundedFen += fen;
  if (!isSent) {
    line.cancelled += units;
    releaseUnits(model, order, line, units);
  }
  return fen;
}
/** Freight and coupon that come back with the last unit of an order of which nothing was sent, or by our fault. */
export function refundExtras(model: Model, order: ModelOrder, isOurFault: boolean): number {
  const isWhole = isNothingSent(order) && isEverythingRefunded(order);
  const freight = isWhole || isOurFault ? order.freightFen - order.freightBack : 0;
  order.freightBack += freight;
  if (isWhole && order.coupon !== null) model.coupons[order.coupon] = "free";
  if (isEverythingRefunded(order) && order.state !== "done") order.state = "refunded";
  return freight;
}
/** Refunds an order of which nothing was sent as a whole. @returns the sum, fen */
export function refundWhole(model: Model, order: ModelOrder): number {
  const fen = order.lines.reduce(
    (sum, line) => sum + refundUnits(model, order, line, line.qty - line.refunded, false),
    0,
  );
  return fen + refundExtras(model, order, false);
}

/** Adds the refund that the model expects. @param isByOperator whether an operator asked for it */
export function addRefund(
  { secondEyesFen }: Pick<World, "secondEyesFen">,
  model: Model,
  refund: Omit<ModelRefund, "state" | "isOffline">,
  isByOperator = false,
): void {
  const state = isByOperator && refund.amountFen > secondEyesFen ? "waiting" : "open";
  model.refunds.push({ ...refund, state, isOffline: false });
}

/** Marks an order of the model as paid by a payment, or the payment as a surplus. */
export function payInModel(world: World, model: Model, order: ModelOrder, payment: ModelPayment): void {
  if (order.state !== "pending" && order.state !== "closing") {
    payment.state = "surplus";
    const { amountFen, paymentId } = payment;
    addRefund(world, model, { order, payment, amountFen, cause: "surplus", causeId: paymentId });
    return;
  }
  payment.state = "paid";
  if (order.coupon !== null) model.coupons[order.coupon] = "used";
  const isRefunded = order.state === "closing" && order.closingBy !== "deadline";
  order.state = "paid";
  if (isRefunded) {
    const amountFen = refundWhole(model, order);
    addRefund(world, model, { order, payment, amountFen, cause: "closed", causeId: order.orderId });
  } else if (order.delivery === "pickup") {
    order.state = "ready";
    order.receiveDue = world.now().getTime() + 14 * DAY;
  }
}

/** Begins 自动收货 once everything was sent and every parcel is signed. */
export function beginReceipt(order: ModelOrder, now: number): void {
  if (order.state !== "shipping" || order.signedAt !== null || !isEverythingSent(order)) return;
  if (order.parcels.some(({ state }) => state !== "signed")) return;
  order.signedAt = now;
  order.receiveDue = now + (order.isExtended ? 14 : 7) * DAY;
}
