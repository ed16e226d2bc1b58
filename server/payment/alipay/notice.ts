import * as z from "zod/mini";
import { parseBeijingTime } from "../bill.ts";
import type { NoticeAnswer, NoticeEvent, NoticeResult, RawNotice } from "../channel.ts";
import { yuanToFen } from "../yuan.ts";
import type { AlipayAccount } from "./client.ts";
import { verifyNotice } from "./signature.ts";

const content = z.object({
  notify_id: z.string().check(z.minLength(1), z.maxLength(128)),
  trade_status: z.string(),
  app_id: z.string(),
  seller_id: z.optional(z.string()),
  out_trade_no: z.string().check(z.minLength(1)),
  trade_no: z.string().check(z.minLength(1)),
  total_amount: z.string(),
  refund_fee: z.optional(z.string()),
  out_biz_no: z.optional(z.string()),
  gmt_refund: z.optional(z.string()),
  gmt_payment: z.optional(z.string()),
  notify_time: z.optional(z.string()),
  buyer_open_id: z.optional(z.string()),
  buyer_id: z.optional(z.string()),
});
type NoticeContent = z.output<typeof content>;

/** The parameters of a form; null: no form, or one that names a parameter twice. */
function readForm(body: Uint8Array): Record<string, string> | null {
  const entries = [...new URLSearchParams(Buffer.from(body).toString())];
  const parameters = Object.fromEntries(entries);
  return Object.keys(parameters).length === entries.length ? parameters : null;
}

function paidEvent(data: NoticeContent): NoticeEvent | null {
  const amountFen = yuanToFen(data.total_amount);
  const paidTime = parseBeijingTime(data.gmt_payment ?? data.notify_time ?? "");
  if (amountFen === null || paidTime === null) return null;
  const trade = {
    outTradeNo: data.out_trade_no,
    channelNo: data.trade_no,
    amountFen,
    currency: "CNY",
    merchantId: data.seller_id ?? null,
    appId: data.app_id,
    payer: data.buyer_open_id ?? data.buyer_id ?? null,
    paidTime,
  };
  return { kind: "paid", noticeId: data.notify_id, trade };
}
/** `refund_fee` is the sum of all refunds of the trade, so the amount of this one is not reported. */
const refundedEvent = (data: NoticeContent): NoticeEvent => ({
  kind: "refunded",
  noticeId: data.notify_id,
  merchantId: data.seller_id ?? null,
  refund: {
    outTradeNo: data.out_trade_no,
    // Without a number of its own a refund has the number of its trade.
    outRefundNo: data.out_biz_no ?? data.out_trade_no,
    channelNo: null,
    refundFen: null,
    refundTime: parseBeijingTime(data.gmt_refund ?? ""),
  },
});
/** A refund's notice has the status of its trade, so its own fields tell it. */
function eventOf(data: NoticeContent): NoticeEvent | null {
  if (data.refund_fee !== undefined || data.gmt_refund !== undefined) return refundedEvent(data);
  const isPaid = data.trade_status === "TRADE_SUCCESS" || data.trade_status === "TRADE_FINISHED";
  return isPaid ? paidEvent(data) : { kind: "ignored", noticeId: data.notify_id, subject: data.trade_status };
}

/** Verifies a notice, whose parameters are a form. */
export function readAlipayNotice(
  { body }: RawNotice,
  { publicKey }: Pick<AlipayAccount, "publicKey">,
): NoticeResult {
  const parameters = readForm(body);
  if (parameters === null) return { kind: "refused", reason: "malformed" };
  if (!parameters["sign"]) return { kind: "refused", reason: "unsigned" };
  const isRsa2 = (parameters["sign_type"] ?? "RSA2") === "RSA2";
  if (!isRsa2 || !verifyNotice(parameters, publicKey)) return { kind: "refused", reason: "signature" };
  const { success, data } = content.safeParse(parameters);
  return (success && eventOf(data)) || { kind: "refused", reason: "malformed" };
}

const answers = {
  stored: { status: 200, body: "success" },
  refused: { status: 401, body: "failure" },
  failed: { status: 500, body: "failure" },
} as const;
/** Alipay looks for exactly `success`; anything else comes again. */
export const alipayNoticeAnswer = (outcome: keyof typeof answers): NoticeAnswer => ({
  ...answers[outcome],
  type: "text/plain; charset=utf-8",
});
