import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { SimulatedRefund, SimulatedTrade } from "./store.ts";

/** Amount that the fault `otherAmount` reports. */
const reported = (amountFen: number, fault: string | null): number =>
  fault === "otherAmount" ? Math.max(amountFen - 1, 1) : amountFen;

const tradeStateOf = ({ state }: SimulatedTrade, isRefunded: boolean): string => {
  if (state === "paid") return isRefunded ? "REFUND" : "SUCCESS";
  return state === "closed" ? "CLOSED" : "NOTPAY";
};
/** A transaction as queries and notices have it. */
export function wechatTransaction(
  trade: SimulatedTrade,
  mchid: string,
  { isRefunded = false, fault = null }: { isRefunded?: boolean; fault?: string | null } = {},
): object {
  const total = reported(trade.amountFen, fault);
  const plain = {
    appid: trade.appId,
    mchid,
    out_trade_no: trade.outTradeNo,
    trade_state: tradeStateOf(trade, isRefunded),
    trade_state_desc: "simulated",
    amount: { total, currency: "CNY" },
  };
  if (trade.paidTime === null) return plain;
  return {
    ...plain,
    transaction_id: trade.tradeNo,
    trade_type: { h5: "MWEB", native: "NATIVE", app: "APP" }[trade.scene] ?? "JSAPI",
    bank_type: "OTHERS",
    success_time: toShanghaiIso(trade.paidTime),
    payer: { openid: trade.payer },
    amount: { total, payer_total: total, currency: "CNY", payer_currency: "CNY" },
  };
}

const statuses = { processing: "PROCESSING", success: "SUCCESS", abnormal: "ABNORMAL", closed: "CLOSED" };
const refundFields = (refund: SimulatedRefund, trade: SimulatedTrade) => ({
  refund_id: refund.refundNo,
  out_refund_no: refund.outRefundNo,
  transaction_id: trade.tradeNo,
  out_trade_no: trade.outTradeNo,
  user_received_account: "支付用户零钱",
  ...(refund.status === "success" && { success_time: toShanghaiIso(refund.dueTime) }),
  amount: {
    total: trade.amountFen,
    refund: refund.refundFen,
    payer_total: trade.amountFen,
    payer_refund: refund.refundFen,
  },
});
/** A refund as calls have it. */
export const wechatRefund = (refund: SimulatedRefund, trade: SimulatedTrade): object => ({
  ...refundFields(refund, trade),
  channel: "ORIGINAL",
  create_time: toShanghaiIso(refund.createdTime),
  status: statuses[refund.status],
  funds_account: "AVAILABLE",
});
/** A refund as notices have it. */
export const wechatRefundNotice = (
  refund: SimulatedRefund,
  trade: SimulatedTrade,
  mchid: string,
): object => ({
  mchid,
  ...refundFields(refund, trade),
  refund_status: statuses[refund.status],
});
