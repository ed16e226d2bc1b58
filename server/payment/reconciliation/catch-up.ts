import type { Database } from "../../database/connection/database.ts";
import type { PaidTrade, PaymentChannel } from "../channel.ts";
import type { RefundReports } from "../refund/index.ts";
import type { LeasedDay } from "./day-store.ts";
import { listUnbooked, type UnbookedLine } from "./line-store.ts";

/** Interface of payments and refunds that only a bill reports. */
export type CatchUpPorts = {
  /** Settles a payment, or books it as a surplus. */
  settle(way: PaymentChannel["way"], trade: PaidTrade): Promise<unknown>;
  readonly refunds: Pick<RefundReports, "applySuccess">;
};

/** A bill names refunds that are still in process too, so the channel is asked. */
async function catchUpRefund(
  channel: PaymentChannel,
  { number, outTradeNo, amountFen }: UnbookedLine,
  refunds: CatchUpPorts["refunds"],
): Promise<void> {
  const answer = await channel.queryRefund({ outTradeNo, outRefundNo: number });
  if (answer.state !== "success") return;
  const { refundFen, ...report } = answer.refund;
  await refunds.applySuccess(channel.way, { ...report, refundFen: refundFen ?? amountFen });
}

/**
 * Settles payments and ends refunds of a day that only the bill knows (requirement MA93).
 * @throws ChannelSilent, ChannelForged
 */
export async function catchUp(
  db: Database,
  channel: PaymentChannel,
  day: Pick<LeasedDay, "way" | "day">,
  { settle, refunds }: CatchUpPorts,
): Promise<void> {
  for (const line of await listUnbooked(db, day)) {
    if (line.kind === "refund") {
      await catchUpRefund(channel, line, refunds);
      continue;
    }
    await settle(channel.way, {
      outTradeNo: line.number,
      channelNo: line.channelNo,
      amountFen: line.amountFen,
      currency: "CNY",
      merchantId: null,
      appId: null,
      payer: null,
      paidTime: line.at.getTime(),
    });
  }
}
