import { fenOfYuan, type AlipayCall } from "./alipay-call.ts";
import { newAlipayTrade } from "./alipay-drafts.ts";
import { beijingTime, yuan } from "./alipay-bodies.ts";
import { alipayBillLink } from "./bills.ts";
import { makeRefund, refundedFenOf, type RefundOutcome } from "./refunds.ts";
import type { PaySimulator } from "./simulator.ts";
import type { SimulatedTrade } from "./store.ts";

type Method = (simulator: PaySimulator, call: AlipayCall, fault: string | null) => object;

const success = (content: object): object => ({ code: "10000", msg: "Success", ...content });
const alipayError = (code: string, message: string): object => ({
  code: "40004",
  msg: "Business Failed",
  sub_code: code,
  sub_msg: message,
});
const NO_TRADE = alipayError("ACQ.TRADE_NOT_EXIST", "交易不存在");

/** A trade that Alipay knows: one in whose cashier nobody has confirmed does not exist. */
function knownTrade({ store }: PaySimulator, outTradeNo: string): SimulatedTrade | null {
  const trade = store.trade("alipay", outTradeNo);
  return trade === null || trade.state === "draft" ? null : trade;
}

const create: Method = (simulator, call) => {
  const { store } = simulator;
  return store.change(() => {
    const known = store.trade("alipay", call.outTradeNo);
    if (known?.state === "paid") return alipayError("ACQ.TRADE_HAS_SUCCESS", "交易已被支付");
    if (known?.state === "closed") return alipayError("ACQ.TRADE_HAS_CLOSE", "交易已经关闭");
    const trade = known ?? newAlipayTrade(simulator, call, "alipay.trade.create", "open");
    if (trade === null) return alipayError("ACQ.INVALID_PARAMETER", "参数无效");
    const { tradeNo, outTradeNo } = store.putTrade({ ...trade, state: "open" });
    return success({ trade_no: tradeNo, out_trade_no: outTradeNo });
  });
};

const query: Method = (simulator, { outTradeNo }, fault) => {
  const trade = knownTrade(simulator, outTradeNo);
  if (trade === null) return NO_TRADE;
  const refunded = refundedFenOf(simulator.store.refunds("alipay", outTradeNo));
  const isOver = trade.state === "closed" || (trade.state === "paid" && refunded >= trade.amountFen);
  const open = trade.state === "paid" ? "TRADE_SUCCESS" : "WAIT_BUYER_PAY";
  const total = fault === "otherAmount" ? Math.max(trade.amountFen - 1, 1) : trade.amountFen;
  return success({
    out_trade_no: outTradeNo,
    trade_no: trade.tradeNo,
    trade_status: isOver ? "TRADE_CLOSED" : open,
    total_amount: yuan(total),
    buyer_open_id: trade.payer,
    ...(trade.paidTime !== null && { send_pay_date: beijingTime(trade.paidTime) }),
  });
};

const close: Method = (simulator, { outTradeNo }) =>
  simulator.store.change(() => {
    const trade = knownTrade(simulator, outTradeNo);
    if (trade === null) return NO_TRADE;
    if (trade.state === "paid") return alipayError("ACQ.TRADE_HAS_SUCCESS", "交易已被支付");
    simulator.store.putTrade({ ...trade, state: "closed" });
    return success({ trade_no: trade.tradeNo, out_trade_no: outTradeNo });
  });

const refusals: Readonly<Record<Extract<RefundOutcome, { kind: "refused" }>["reason"], string>> = {
  noTrade: "ACQ.TRADE_NOT_EXIST",
  other: "ACQ.DISCORDANT_REPEAT_REQUEST",
  tooMuch: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
  tooMany: "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
  tooSoon: "ACQ.SYSTEM_ERROR",
  noBalance: "ACQ.SELLER_BALANCE_NOT_ENOUGH",
};
const refund: Method = (simulator, { content, outTradeNo }, fault) => {
  const refundFen = fenOfYuan(content["refund_amount"]);
  if (refundFen === null) return alipayError("ACQ.INVALID_PARAMETER", "参数无效");
  const outRefundNo = content["out_request_no"] ?? outTradeNo;
  const notifyUrl = simulator.store.trade("alipay", outTradeNo)?.notifyUrl ?? "";
  const outcome = makeRefund(
    simulator,
    { channel: "alipay", outTradeNo, outRefundNo, refundFen, notifyUrl },
    fault,
  );
  if (outcome.kind === "refused") return alipayError(refusals[outcome.reason], "退款失败");
  if (outcome.kind === "made" && outcome.refund.status === "success") simulator.notifyRefund(outcome.refund);
  return success({
    trade_no: outcome.trade.tradeNo,
    out_trade_no: outTradeNo,
    // Only the first request moves money.
    fund_change: outcome.kind === "made" && outcome.refund.status === "success" ? "Y" : "N",
    refund_fee: yuan(refundedFenOf(simulator.store.refunds("alipay", outTradeNo))),
  });
};
const refundQuery: Method = ({ store }, { content, outTradeNo }) => {
  const found = store.refund("alipay", content["out_request_no"] ?? "");
  // Without a status: the refund was not received, or has failed.
  if (found?.outTradeNo !== outTradeNo || found.status !== "success") return success({});
  return success({
    out_trade_no: outTradeNo,
    out_request_no: found.outRefundNo,
    refund_amount: yuan(found.refundFen),
    refund_status: "REFUND_SUCCESS",
    gmt_refund_pay: beijingTime(found.dueTime),
  });
};

/** Methods of the gateway that the product uses. */
export const alipayMethods: Readonly<Record<string, Method>> = {
  "alipay.trade.create": create,
  "alipay.trade.query": query,
  "alipay.trade.close": close,
  "alipay.trade.refund": refund,
  "alipay.trade.fastpay.refund.query": refundQuery,
  "alipay.data.dataservice.bill.downloadurl.query": (simulator, { content }, fault) =>
    alipayBillLink(simulator, content["bill_date"] ?? "", fault),
};
