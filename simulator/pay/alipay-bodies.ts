import { randomUUID } from "node:crypto";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { PayMerchant } from "./simulator.ts";
import type { SimulatedRefund, SimulatedTrade } from "./store.ts";

/** “yyyy-MM-dd HH:mm:ss” of Beijing. */
export const beijingTime = (time: number): string => toShanghaiIso(time).slice(0, 19).replace("T", " ");
/** Amount in yuan with two decimals. */
export function yuan(fen: number): string {
  const text = String(Math.abs(fen)).padStart(3, "0");
  return `${fen < 0 ? "-" : ""}${text.slice(0, -2)}.${text.slice(-2)}`;
}

type NoticeOptions = {
  readonly now: number;
  readonly fault: string | null;
  readonly refund?: SimulatedRefund;
  /** Sum of all refunds of the trade, fen. */
  readonly refundedFen?: number;
};
/** Parameters of a notice as a form, not signed yet. */
export function alipayNotice(
  trade: SimulatedTrade,
  { alipayAppId, sellerId }: PayMerchant,
  { now, fault, refund, refundedFen = 0 }: NoticeOptions,
): string {
  const isClosed = refundedFen >= trade.amountFen;
  const total = fault === "otherAmount" ? Math.max(trade.amountFen - 1, 1) : trade.amountFen;
  return new URLSearchParams({
    notify_time: beijingTime(now),
    notify_type: "trade_status_sync",
    notify_id: randomUUID().replaceAll("-", ""),
    charset: "utf-8",
    version: "1.0",
    sign_type: "RSA2",
    app_id: alipayAppId,
    auth_app_id: alipayAppId,
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    buyer_open_id: trade.payer,
    seller_id: sellerId,
    trade_status: isClosed ? "TRADE_CLOSED" : "TRADE_SUCCESS",
    total_amount: yuan(total),
    receipt_amount: yuan(total),
    subject: trade.description,
    body: "",
    gmt_create: beijingTime(trade.createdTime),
    gmt_payment: beijingTime(trade.paidTime ?? now),
    ...(refund && {
      out_biz_no: refund.outRefundNo,
      refund_fee: yuan(refundedFen),
      gmt_refund: `${beijingTime(refund.dueTime)}.320`,
    }),
  }).toString();
}
