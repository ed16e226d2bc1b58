import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { Product } from "../../server/app.ts";
import type { PaymentChannels } from "../../server/payment/index.ts";
import type { SimulatedChannel, PayStore, SimulatedRefund, SimulatedTrade } from "./store.ts";

export type PayMerchant = NonNullable<ReturnType<PaymentChannels["simulated"]>>;
/** Dependencies of the simulated channels. */
export type PayCore = {
  readonly product: Product;
  readonly store: PayStore;
  /** The merchant with the keys of both sides. */
  merchant(): PayMerchant;
  /** The product's time, ms. */
  now(): number;
};
/** The channels with their notices. */
export type PaySimulator = PayCore & {
  /** Sends the notice of a payment. */
  notifyPaid(trade: SimulatedTrade): void;
  /** Sends the notice of a refund that has ended. */
  notifyRefund(refund: SimulatedRefund): void;
};

export const digits = (count: number): string =>
  Array.from(randomBytes(count), (byte) => String(byte % 10)).join("");

/** Time by which a slow answer is late: longer than the product waits, ms. */
const SLOW = 11_000;
/** Ends a connection without an answer. */
export function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

/** Marks a trade as paid, and sends its notice. @returns the trade as it then is */
export function pay(
  { store, now, notifyPaid }: PaySimulator,
  channel: SimulatedChannel,
  outTradeNo: string,
): { readonly trade: SimulatedTrade | null; readonly isPaid: boolean } {
  const result = store.change(() => {
    const trade = store.trade(channel, outTradeNo);
    const mayPay = trade !== null && (trade.state === "open" || trade.state === "draft");
    // The deadline ends paying; the trade stays open.
    if (!mayPay || trade.timeExpire <= now()) return { trade, isPaid: false };
    return { trade: store.putTrade({ ...trade, state: "paid", paidTime: now() }), isPaid: true };
  });
  if (result.isPaid && result.trade) notifyPaid(result.trade);
  return result;
}

/** Answers one call under the fault of its step: down, slow, lost, paidWhileClosing; others are given to `answer`. */
export async function withFault(
  simulator: PaySimulator,
  channel: SimulatedChannel,
  at: string,
  outTradeNo: string,
  reply: FastifyReply,
  answer: (fault: string | null) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const fault = simulator.store.takeFault(channel, at);
  if (fault === "down") return hangUp(reply);
  if (fault === "paidWhileClosing") pay(simulator, channel, outTradeNo);
  if (fault === "slow") await setTimeout(SLOW, undefined, { ref: false });
  return answer(fault);
}
