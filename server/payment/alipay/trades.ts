import * as z from "zod/mini";
import { parseBeijingTime, toBeijingTime } from "../bill.ts";
import {
  ChannelForged,
  ChannelSilent,
  type CloseResult,
  type PrepareRequest,
  type PrepareResult,
  type QueryRefundResult,
  type RefundRequest,
  type RefundState,
  type TradeResult,
} from "../channel.ts";
import { fenToYuan, yuanToFen } from "../yuan.ts";
import { AlipayError, parseAlipayAnswer, type AlipayClient } from "./client.ts";

/** Longest subject, characters; `/`, `=` and `&` are not allowed in it. */
const MAX_SUBJECT = 256;
const subjectOf = (text: string): string => [...text.replace(/[/=&]/gu, " ")].slice(0, MAX_SUBJECT).join("");

const amount = z.string().check(z.refine((text) => yuanToFen(text) !== null));
const createAnswer = z.object({ trade_no: z.string() });
const queryAnswer = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.enum(["WAIT_BUYER_PAY", "TRADE_SUCCESS", "TRADE_FINISHED", "TRADE_CLOSED"]),
  total_amount: amount,
  send_pay_date: z.optional(z.string()),
  buyer_open_id: z.optional(z.string()),
  buyer_user_id: z.optional(z.string()),
});
const refundAnswer = z.object({ out_trade_no: z.string(), fund_change: z._default(z.string(), "N") });
const refundQueryAnswer = z.object({
  out_request_no: z.optional(z.string()),
  refund_status: z.optional(z.string()),
  refund_amount: z.optional(amount),
  gmt_refund_pay: z.optional(z.string()),
});

const tradeOf = ({ outTradeNo, amountFen, description, payBefore }: PrepareRequest) => ({
  out_trade_no: outTradeNo,
  total_amount: fenToYuan(amountFen),
  subject: subjectOf(description),
  time_expire: toBeijingTime(payBefore),
});

/** Begins a payment. For wap, page and app Alipay hears of it only when the person confirms in the cashier. */
export async function prepareAlipayTrade(
  client: AlipayClient,
  request: PrepareRequest,
  notifyUrl: string,
): Promise<PrepareResult> {
  const { scene, returnUrl, appId, openId } = request;
  const trade = tradeOf(request);
  const returning = returnUrl === undefined ? {} : { return_url: returnUrl };
  const query = (method: string, content: object, more: Record<string, string>): string =>
    new URLSearchParams(client.parameters(method, content, { notify_url: notifyUrl, ...more })).toString();
  const cashier = (method: string, content: object): PrepareResult => ({
    state: "prepared",
    entry: { kind: "form", formUrl: `${client.account.gateway()}?${query(method, content, returning)}` },
  });
  if (scene === "wap") {
    const content = { ...trade, product_code: "QUICK_WAP_WAY", ...(returnUrl && { quit_url: returnUrl }) };
    return cashier("alipay.trade.wap.pay", content);
  }
  if (scene === "page")
    return cashier("alipay.trade.page.pay", { ...trade, product_code: "FAST_INSTANT_TRADE_PAY" });
  if (scene === "app") {
    const content = { ...trade, product_code: "QUICK_MSECURITY_PAY" };
    const orderString = query("alipay.trade.app.pay", content, {});
    return { state: "prepared", entry: { kind: "orderString", orderString } };
  }
  if (scene !== "miniProgram") return { state: "refused", code: "SCENE", message: `no scene ${scene}` };
  const payer = { buyer_open_id: openId ?? "", op_app_id: appId };
  return createTrade(client, { ...trade, ...payer, product_code: "JSAPI_PAY" }, notifyUrl);
}
const createStates: Readonly<Record<string, PrepareResult>> = {
  "ACQ.TRADE_HAS_SUCCESS": { state: "paid" },
  "ACQ.TRADE_HAS_CLOSE": { state: "closed" },
};
async function createTrade(client: AlipayClient, content: object, notifyUrl: string): Promise<PrepareResult> {
  try {
    const answer = await client.send("alipay.trade.create", content, { notify_url: notifyUrl });
    const { trade_no: tradeNo } = parseAlipayAnswer(createAnswer, answer);
    return { state: "prepared", entry: { kind: "tradeNo", tradeNo } };
  } catch (error) {
    if (!(error instanceof AlipayError)) throw error;
    return createStates[error.code] ?? error.refusal;
  }
}

/** alipay.trade.query. */
export async function queryAlipayTrade(client: AlipayClient, outTradeNo: string): Promise<TradeResult> {
  let answer: unknown;
  try {
    answer = await client.send("alipay.trade.query", { out_trade_no: outTradeNo });
  } catch (error) {
    if (error instanceof AlipayError && error.code === "ACQ.TRADE_NOT_EXIST") return { state: "unknown" };
    if (error instanceof AlipayError) throw new ChannelSilent(error.code);
    throw error;
  }
  const data = parseAlipayAnswer(queryAnswer, answer);
  // A signature does not name its request: an older answer could be replayed.
  if (data.out_trade_no !== outTradeNo) throw new ChannelForged("another trade");
  if (data.trade_status === "WAIT_BUYER_PAY") return { state: "open" };
  const paidTime = data.send_pay_date === undefined ? null : parseBeijingTime(data.send_pay_date);
  const isClosed = data.trade_status === "TRADE_CLOSED";
  // A trade that was paid and wholly refunded is closed too, and has the time of its payment.
  if (isClosed && paidTime === null) return { state: "closed" };
  const trade = {
    outTradeNo,
    channelNo: data.trade_no,
    amountFen: yuanToFen(data.total_amount) ?? 0,
    currency: "CNY",
    merchantId: null,
    appId: null,
    payer: data.buyer_open_id ?? data.buyer_user_id ?? null,
    paidTime: paidTime ?? client.now(),
  };
  return { state: "paid", trade, isRefunded: isClosed };
}

/** alipay.trade.close. */
export async function closeAlipayTrade(client: AlipayClient, outTradeNo: string): Promise<CloseResult> {
  try {
    await client.send("alipay.trade.close", { out_trade_no: outTradeNo });
    return { state: "accepted" };
  } catch (error) {
    if (!(error instanceof AlipayError)) throw error;
    if (error.code === "ACQ.TRADE_HAS_SUCCESS") return { state: "paid" };
    return error.code === "ACQ.TRADE_NOT_EXIST" ? { state: "unknown" } : error.refusal;
  }
}

/** alipay.trade.refund; only `fund_change` Y says that money has moved now. */
export async function requestAlipayRefund(
  client: AlipayClient,
  request: RefundRequest,
): Promise<RefundState> {
  const { outTradeNo, outRefundNo, refundFen, reason } = request;
  try {
    const answer = await client.send("alipay.trade.refund", {
      out_trade_no: outTradeNo,
      out_request_no: outRefundNo,
      refund_amount: fenToYuan(refundFen),
      refund_reason: subjectOf(reason),
    });
    const data = parseAlipayAnswer(refundAnswer, answer);
    if (data.out_trade_no !== outTradeNo) throw new ChannelForged("another trade");
    const isDone = data.fund_change === "Y";
    const refund = { outTradeNo, outRefundNo, channelNo: null, refundFen };
    return {
      state: isDone ? "success" : "processing",
      refund: { ...refund, refundTime: isDone ? client.now() : null },
    };
  } catch (error) {
    if (!(error instanceof AlipayError)) throw error;
    return error.code === "ACQ.SELLER_BALANCE_NOT_ENOUGH" ? { state: "noBalance" } : error.refusal;
  }
}

/** alipay.trade.fastpay.refund.query; without a status the refund never arrived, or failed. */
export async function queryAlipayRefund(
  client: AlipayClient,
  { outTradeNo, outRefundNo }: Pick<RefundRequest, "outTradeNo" | "outRefundNo">,
): Promise<QueryRefundResult> {
  try {
    const answer = await client.send("alipay.trade.fastpay.refund.query", {
      out_trade_no: outTradeNo,
      out_request_no: outRefundNo,
      query_options: ["gmt_refund_pay"],
    });
    const data = parseAlipayAnswer(refundQueryAnswer, answer);
    if (data.refund_status === undefined || data.refund_status === "") return { state: "unknown" };
    if (data.out_request_no !== outRefundNo) throw new ChannelForged("another refund");
    const refundTime = data.gmt_refund_pay === undefined ? null : parseBeijingTime(data.gmt_refund_pay);
    const refundFen = data.refund_amount === undefined ? null : yuanToFen(data.refund_amount);
    const refund = { outTradeNo, outRefundNo, channelNo: null, refundFen, refundTime };
    return { state: data.refund_status === "REFUND_SUCCESS" ? "success" : "processing", refund };
  } catch (error) {
    if (!(error instanceof AlipayError)) throw error;
    return error.code === "ACQ.TRADE_NOT_EXIST" ? { state: "unknown" } : error.refusal;
  }
}
