import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";
import { fen } from "../../mall/product.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Queues of refunds: waiting for a second person, at the channel, failed, paid back. */
export const refundTabs = {
  waiting: "待复核",
  going: "退款中",
  failed: "退款异常",
  success: "已退款",
} as const;
export type RefundTab = keyof typeof refundTabs;
const refundTab = z.enum(Object.keys(refundTabs) as [RefundTab, ...RefundTab[]]);

/** A refund; it has no person. */
const refundRow = z.object({
  refundId: id,
  orderId: id,
  orderNo: z.string(),
  title: z.string(),
  outRefundNo: z.string(),
  way: z.enum(["wechat", "alipay"]),
  cause: z.enum(["afterSale", "surplus", "closed", "operator"]),
  amountFen: fen,
  state: z.enum(["waiting", "due", "sent", "success", "abnormal", "closed"]),
  tab: refundTab,
  /** Short word of the channel; "": none. */
  problem: z.string(),
  tries: z.int(),
  /** Name of the operator who asked; null: the person, or a rule. */
  askedBy: z.nullable(z.string()),
  isOwn: z.boolean(),
  approvedBy: z.nullable(z.string()),
  /** Waits for whoever asked for it, because the second person returned it. */
  isReturned: z.boolean(),
  /** The second person declined it: the channel was not asked. */
  isDeclined: z.boolean(),
  receiptNo: z.nullable(z.string()),
  createdTime: timestamp,
  /** Next look; null: none. */
  dueTime: z.nullable(timestamp),
});
export type RefundListRow = z.output<typeof refundRow>;

const refundFilter = z.object({ tab: z.optional(refundTab) });
export type RefundFilter = z.output<typeof refundFilter>;
/** Refunds of orders in scope. */
export const listRefunds = defineOperatorCall({
  name: "listRefunds",
  path: "mall/refunds",
  kind: "read",
  right: "mall.read",
  args: operatorListArgs(refundFilter, ["created", "amount"]),
  result: listPage(refundRow),
  refusals: [],
});
export type RefundPage = z.output<typeof listRefunds.result>;

/** Numbers and sums of refunds by queue, and the sum above which a second person is needed. */
export const countRefunds = defineOperatorCall({
  name: "countRefunds",
  path: "mall/refunds/counts",
  kind: "read",
  right: "mall.read",
  args: z.object({}),
  result: z.object({
    counts: z.record(refundTab, z.object({ count: z.int(), sumFen: fen })),
    secondPersonFen: fen,
  }),
  refusals: [],
});
export type RefundCounts = z.output<typeof countRefunds.result>;

/** One refund with what is checked before it is approved. */
export const showRefund = defineOperatorCall({
  name: "showRefund",
  path: "mall/refunds/show",
  kind: "read",
  right: "mall.read",
  args: z.object({ refundId: id }),
  result: z.object({
    refund: refundRow,
    paidFen: fen,
    refundedFen: fen,
    /** Sum that can still be paid back of the payment, with this refund. */
    leftFen: fen,
    paidTime: z.nullable(timestamp),
    /** The second person's last return or decline; its reason is a note of the order. */
    review: z.nullable(z.object({ by: z.string(), reason: z.string(), time: timestamp })),
    /** Case of after-sales that it pays back. */
    caseNo: z.nullable(z.string()),
    /** Lines that it pays back, with the parts of discounts; none: the whole payment. */
    lines: z.array(
      z.object({
        title: z.string(),
        optionValues: z.array(z.string()),
        qty: z.int(),
        goodsFen: fen,
        couponFen: fen,
        refundFen: fen,
      }),
    ),
    freightFen: fen,
  }),
  refusals: ["notFound"],
});
export type RefundDetail = z.output<typeof showRefund.result>;

/** Approves a refund as the second person, never as the one who asked for it (requirements CO76, MA94). */
export const approveRefund = defineOperatorCall({
  name: "approveRefund",
  path: "mall/refunds/approve",
  kind: "write",
  right: "mall.refund",
  stepUp: true,
  args: z.object({ refundId: id }),
  result: z.object({}),
  refusals: ["notFound", "secondPerson", "stateChanged"],
});
const reviewReason = z
  .string("请填写复核意见")
  .check(visible("请填写复核意见"), upTo(200, "复核意见最多 200 个字"));
/**
 * Returns a refund to whoever asked for it (it waits until it is submitted again), or declines it (it stays owed and is
 * closed), as the second person, with a reason that becomes a note of the order.
 */
export const reviewRefund = defineOperatorCall({
  name: "reviewRefund",
  path: "mall/refunds/review",
  kind: "write",
  right: "mall.refund",
  stepUp: true,
  args: z.object({ refundId: id, answer: z.enum(["return", "decline"]), reason: reviewReason }),
  result: z.object({}),
  refusals: ["notFound", "secondPerson", "stateChanged"],
});
/** Submits a returned or declined refund again, which waits for a second person. */
export const resubmitRefund = defineOperatorCall({
  name: "resubmitRefund",
  path: "mall/refunds/resubmit",
  kind: "write",
  right: "mall.ship",
  args: z.object({ refundId: id }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
/** Asks the channel again at once, under the same number. */
export const retryRefund = defineOperatorCall({
  name: "retryRefund",
  path: "mall/refunds/retry",
  kind: "write",
  right: "mall.refund",
  stepUp: true,
  args: z.object({ refundId: id }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
/** Records a refund that was paid back outside the channel, which is asked first. */
export const settleRefund = defineOperatorCall({
  name: "settleRefund",
  path: "mall/refunds/settle",
  kind: "write",
  right: "mall.refund",
  stepUp: true,
  args: z.object({
    refundId: id,
    receiptNo: z
      .string("请填写凭证号")
      .check(z.regex(/^[\w-]{4,64}$/, "凭证号为 4 至 64 位字母、数字、- 或 _")),
  }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
