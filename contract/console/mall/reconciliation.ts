import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";

const way = z.enum(["wechat", "alipay"]);
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "日期不正确"));
const fen = z.int();

/** A disagreement between the bill of a channel and us; sums are what the channel's account gains. */
const differenceRow = z.object({
  differenceId: id,
  way,
  day: z.nullable(day),
  kind: z.enum(["onlyTheirs", "onlyOurs", "amount", "fee", "notice"]),
  /** Number of the payment or refund. */
  number: z.string(),
  /** The order of the number; null: none of ours, or another's scope. */
  order: z.nullable(z.object({ orderId: id, orderNo: z.string() })),
  oursFen: z.nullable(fen),
  theirsFen: z.nullable(fen),
  state: z.enum(["open", "resolved"]),
  resolvedBy: z.nullable(z.string()),
  resolvedReason: z.nullable(z.string()),
  createdTime: timestamp,
});
export type DifferenceRow = z.output<typeof differenceRow>;

/** A day of a channel: our books, its bill, and how they compare. */
const reconciliationDay = z.object({
  way,
  day,
  /** waiting: its bill is still to be fetched; open: it differs; resolved: differences were resolved. */
  state: z.enum(["waiting", "clean", "open", "resolved"]),
  problem: z.string(),
  ours: z.object({ count: z.int(), fen }),
  bill: z.object({ count: z.int(), paidFen: fen, refundedFen: fen, feeFen: fen, fen }),
  open: z.int(),
  differences: z.int(),
});
export type ReconciliationDay = z.output<typeof reconciliationDay>;

/** Days of a month, the newest first, and the differences that no day has (requirement CO77). */
export const showReconciliation = defineOperatorCall({
  name: "showReconciliation",
  path: "mall/reconciliation",
  kind: "read",
  right: "mall.reconcile",
  args: z.object({ month: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, "月份不正确")) }),
  result: z.object({
    days: z.array(reconciliationDay),
    /** Open differences of all days: number and absolute sum. */
    open: z.object({ count: z.int(), sumFen: fen }),
    others: z.array(differenceRow),
  }),
  refusals: [],
});
export type ReconciliationMonth = z.output<typeof showReconciliation.result>;

/** Differences of one day of a channel, open ones first; at most 500. */
export const listDifferences = defineOperatorCall({
  name: "listDifferences",
  path: "mall/reconciliation/differences",
  kind: "read",
  right: "mall.reconcile",
  args: z.object({ way, day }),
  result: z.object({ differences: z.array(differenceRow) }),
  refusals: [],
});

/** Fetches the bill of a day again at once. */
export const refetchBill = defineOperatorCall({
  name: "refetchBill",
  path: "mall/reconciliation/refetch",
  kind: "write",
  right: "mall.reconcile",
  args: z.object({ way, day }),
  result: z.object({}),
  refusals: ["notFound"],
});

/** Resolves an open difference with a reason; one of a bill is booked, so that the ledger has what the channel has. */
export const resolveDifference = defineOperatorCall({
  name: "resolveDifference",
  path: "mall/reconciliation/resolve",
  kind: "write",
  right: "mall.reconcile",
  args: z.object({
    differenceId: id,
    reason: z.string("请填写处理说明").check(visible("请填写处理说明"), upTo(200, "处理说明最多 200 个字")),
  }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
