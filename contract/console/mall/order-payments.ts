import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

const way = z.enum(["wechat", "alipay"]);
const fen = z.int();
/** Accounts of the ledger. */
export const ledgerAccounts = {
  channel: "渠道",
  order: "订单",
  revenue: "收入",
  suspense: "挂账",
  fee: "手续费",
  offline: "线下",
} as const;
export type LedgerAccount = keyof typeof ledgerAccounts;

/** Attempts to pay an order with their notices, its refunds, and the entries of the ledger. */
export const showOrderPayments = defineOperatorCall({
  name: "showOrderPayments",
  path: "mall/orders/payments",
  kind: "read",
  right: "mall.read",
  reach: "one",
  args: z.object({ orderId: id }),
  result: z.object({
    attempts: z.array(
      z.object({
        outTradeNo: z.string(),
        attempt: z.int(),
        way,
        scene: z.string(),
        amountFen: fen,
        state: z.enum(["made", "open", "paid", "closed"]),
        /** Paid for an order that was paid or cancelled already; it is refunded. */
        isSurplus: z.boolean(),
        channelNo: z.nullable(z.string()),
        createdTime: timestamp,
        paidTime: z.nullable(timestamp),
        /** Notices of the channel, and the time of the last one. */
        notices: z.int(),
        noticeTime: z.nullable(timestamp),
        /** Next question to the channel; null: none. */
        queryTime: z.nullable(timestamp),
      }),
    ),
    refunds: z.array(
      z.object({
        refundId: id,
        outRefundNo: z.string(),
        cause: z.enum(["afterSale", "surplus", "closed", "operator"]),
        amountFen: fen,
        state: z.enum(["waiting", "due", "sent", "success", "abnormal", "closed"]),
        createdTime: timestamp,
        successTime: z.nullable(timestamp),
      }),
    ),
    /** Sum that can still be refunded of what was paid. */
    leftFen: fen,
    /** Entries of the ledger, the oldest first; those of one transaction add up to 0. */
    ledger: z.array(
      z.object({
        txnId: z.string(),
        account: z.enum(Object.keys(ledgerAccounts) as [LedgerAccount, ...LedgerAccount[]]),
        way: z.nullable(way),
        fen,
        time: timestamp,
      }),
    ),
  }),
  refusals: ["notFound"],
});
export type OrderPayments = z.output<typeof showOrderPayments.result>;
