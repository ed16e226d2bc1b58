import {
  ChannelForged,
  ChannelSilent,
  type PaymentChannel,
  type QueryRefundResult,
  type RefundState,
} from "../channel.ts";
import { refundMessages } from "./messages.ts";
import type { LeasedRefund } from "./lease-store.ts";

/** Answer of a channel about a refund, or none. */
export type RefundAnswer =
  | RefundState
  /** No answer, or one that is not the channel's: whether it did something is unknown. */
  | { readonly state: "silent"; readonly reason: string };

/**
 * Asks a channel for a refund. One that was asked for before is queried first, and asked for again under its number only
 * if the channel does not know it (requirement MA66).
 */
export async function askForRefund(channel: PaymentChannel, refund: LeasedRefund): Promise<RefundAnswer> {
  const { outTradeNo, outRefundNo, sendFen, totalFen, isFirst } = refund;
  try {
    const known: QueryRefundResult = isFirst
      ? { state: "unknown" }
      : await channel.queryRefund({ outTradeNo, outRefundNo });
    if (known.state !== "unknown") return known;
    return await channel.refund({
      outTradeNo,
      outRefundNo,
      refundFen: sendFen,
      totalFen,
      reason: refundMessages.reason,
    });
  } catch (error) {
    if (error instanceof ChannelSilent || error instanceof ChannelForged)
      return { state: "silent", reason: `${error.name} ${error.message}` };
    throw error;
  }
}
