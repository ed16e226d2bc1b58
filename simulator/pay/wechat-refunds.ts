import type { FastifyReply } from "fastify";
import * as z from "zod/mini";
import { makeRefund, type RefundOutcome } from "./refunds.ts";
import { withFault, type PaySimulator } from "./simulator.ts";
import { wechatError, type SignedPayRequest, type WechatAnswer } from "./wechat-answer.ts";
import { wechatRefund } from "./wechat-bodies.ts";
import { sendWechat } from "./wechat-signature.ts";

const wish = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string().check(z.regex(/^[\w|@*-]{1,64}$/)),
  reason: z.optional(z.string().check(z.maxLength(80))),
  notify_url: z.string(),
  amount: z.object({
    refund: z.int().check(z.minimum(1)),
    total: z.int().check(z.minimum(1)),
    currency: z.literal("CNY"),
  }),
});
const refusals: Readonly<
  Record<Extract<RefundOutcome, { kind: "refused" }>["reason"], [number, string, string]>
> = {
  noTrade: [404, "RESOURCE_NOT_EXISTS", "订单不存在"],
  other: [400, "PARAM_ERROR", "商户退款单号已用于另一笔退款"],
  tooMuch: [400, "INVALID_REQUEST", "退款金额大于支付金额"],
  tooMany: [400, "INVALID_REQUEST", "一笔交易最多退款 50 次"],
  tooSoon: [429, "FREQUENCY_LIMITED", "同一笔交易的退款应间隔一分钟"],
  noBalance: [403, "NOT_ENOUGH", "余额不足"],
};
function answerTo(simulator: PaySimulator, body: unknown, fault: string | null): WechatAnswer {
  const { success, data } = wish.safeParse(body);
  if (!success) return wechatError(400, "PARAM_ERROR", "参数错误");
  const { out_trade_no: outTradeNo, out_refund_no: outRefundNo, notify_url: notifyUrl, amount } = data;
  const trade = simulator.store.trade("wechat", outTradeNo);
  if (trade && trade.amountFen !== amount.total) return wechatError(400, "PARAM_ERROR", "订单金额不一致");
  const outcome = makeRefund(
    simulator,
    { channel: "wechat", outTradeNo, outRefundNo, refundFen: amount.refund, notifyUrl },
    fault,
  );
  if (outcome.kind === "refused") return wechatError(...refusals[outcome.reason]);
  if (outcome.kind === "made" && outcome.refund.status === "abnormal") simulator.notifyRefund(outcome.refund);
  return { status: 200, content: wechatRefund(outcome.refund, outcome.trade) };
}

/** POST refund/domestic/refunds. */
export function answerWechatRefund(
  simulator: PaySimulator,
  { request, reply, body }: SignedPayRequest,
): Promise<FastifyReply> {
  const { out_trade_no: number = "" } = (body ?? {}) as { out_trade_no?: string };
  return withFault(simulator, "wechat", "refund", number, reply, (fault) =>
    sendWechat(simulator, request, reply, { ...answerTo(simulator, body, fault), fault }),
  );
}
/** GET refund/domestic/refunds/{n}. */
export function showWechatRefund(
  simulator: PaySimulator,
  { request, reply, parameters }: SignedPayRequest,
): Promise<FastifyReply> {
  const { store } = simulator;
  return withFault(simulator, "wechat", "query", "", reply, (fault) => {
    const refund = store.refund("wechat", parameters["number"] ?? "");
    const trade = refund && store.trade("wechat", refund.outTradeNo);
    const answer =
      refund && trade
        ? { status: 200, content: wechatRefund(refund, trade) }
        : wechatError(404, "RESOURCE_NOT_EXISTS", "退款单不存在");
    return sendWechat(simulator, request, reply, { ...answer, fault });
  });
}
