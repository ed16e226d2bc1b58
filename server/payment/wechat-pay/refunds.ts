import * as z from "zod/mini";
import {
  ChannelForged,
  type ChannelRefund,
  type QueryRefundResult,
  type RefundRequest,
  type RefundState,
} from "../channel.ts";
import { cutToBytes } from "../channel-http.ts";
import { parseWechatAnswer, WechatPayError, type WechatPayClient } from "./client.ts";

/** Longest reason: 80 characters, or bytes; both hold. */
const MAX_REASON = 80;

const states = {
  PROCESSING: "processing",
  SUCCESS: "success",
  CLOSED: "closed",
  ABNORMAL: "abnormal",
} as const;
const statusName = z.enum(["PROCESSING", "SUCCESS", "CLOSED", "ABNORMAL"]);
const refundFields = {
  out_trade_no: z.string(),
  out_refund_no: z.string(),
  refund_id: z.string(),
  success_time: z.optional(z.string()),
  amount: z.object({ refund: z.int() }),
};
const refundAnswer = z.object({ ...refundFields, status: statusName });
const refundNotice = z.object({ ...refundFields, refund_status: statusName, mchid: z.string() });

const refundOf = (data: z.output<z.ZodMiniObject<typeof refundFields>>): ChannelRefund => ({
  outTradeNo: data.out_trade_no,
  outRefundNo: data.out_refund_no,
  channelNo: data.refund_id,
  refundFen: data.amount.refund,
  refundTime: data.success_time === undefined ? null : Date.parse(data.success_time),
});
/** Reads the resource of a refund's notice; null: it has another shape. */
export function readRefundNotice(content: unknown): { refund: ChannelRefund; mchid: string } | null {
  const { success, data } = refundNotice.safeParse(content);
  return success ? { refund: refundOf(data), mchid: data.mchid } : null;
}

function stateOf(answer: unknown, outRefundNo: string): Extract<RefundState, { refund: ChannelRefund }> {
  const data = parseWechatAnswer(refundAnswer, answer);
  // A signature does not name its request: an older answer could be replayed.
  if (data.out_refund_no !== outRefundNo) throw new ChannelForged("another refund");
  return { state: states[data.status], refund: refundOf(data) };
}

/** POST /v3/refund/domestic/refunds. */
export async function requestWechatRefund(
  client: WechatPayClient,
  request: RefundRequest,
  notifyUrl: string,
): Promise<RefundState> {
  try {
    const answer = await client.send("POST", "/v3/refund/domestic/refunds", {
      out_trade_no: request.outTradeNo,
      out_refund_no: request.outRefundNo,
      reason: cutToBytes(request.reason, MAX_REASON),
      notify_url: notifyUrl,
      amount: { refund: request.refundFen, total: request.totalFen, currency: "CNY" },
    });
    return stateOf(answer, request.outRefundNo);
  } catch (error) {
    if (!(error instanceof WechatPayError)) throw error;
    if (error.code === "FREQUENCY_LIMITED") return { state: "tooSoon" };
    return error.code === "NOT_ENOUGH" ? { state: "noBalance" } : error.refusal;
  }
}

/** GET /v3/refund/domestic/refunds/{n}. */
export async function queryWechatRefund(
  client: WechatPayClient,
  outRefundNo: string,
): Promise<QueryRefundResult> {
  try {
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(outRefundNo)}`;
    return stateOf(await client.send("GET", path), outRefundNo);
  } catch (error) {
    if (!(error instanceof WechatPayError)) throw error;
    return error.code === "RESOURCE_NOT_EXISTS" ? { state: "unknown" } : error.refusal;
  }
}
