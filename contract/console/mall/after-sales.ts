import * as z from "zod/mini";
import { id, timestamp, upTo, visible, wholeNumber } from "../../core/fields.ts";
import { mallLimits } from "../../mall/limits.ts";
import { fen } from "../../mall/product.ts";
import { afterSaleReasons } from "../../order/after-sale.ts";
import { afterSaleState } from "../../order/order-state.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Queues of cases: to be decided, on their way back, being refunded, ended. */
const caseTabs = {
  asked: "待审核",
  returning: "退货中",
  refunding: "退款中",
  ended: "已结束",
} as const;
export type CaseTab = keyof typeof caseTabs;
const caseTab = z.enum(Object.keys(caseTabs) as [CaseTab, ...CaseTab[]]);
const caseNo = z.string().check(z.regex(/^R\d{14}$/, "售后单号不正确"));

/** A case of after-sales; it has no person. */
const mallCaseRow = z.object({
  caseNo,
  orderId: id,
  orderNo: z.string(),
  kind: z.enum(["refund", "return"]),
  state: afterSaleState,
  reason: z.enum(afterSaleReasons),
  title: z.string(),
  units: z.int(),
  /** Goods and freight together. */
  refundFen: fen,
  createdTime: timestamp,
  dueTime: z.nullable(timestamp),
});
export type MallCaseRow = z.output<typeof mallCaseRow>;

const caseFilter = z.object({ tab: z.optional(caseTab) });
export type MallCaseFilter = z.output<typeof caseFilter>;
/** Cases of orders in scope. */
export const listMallCases = defineOperatorCall({
  name: "listMallCases",
  path: "mall/after-sales",
  kind: "read",
  right: "mall.read",
  args: operatorListArgs(caseFilter, ["created"]),
  result: listPage(mallCaseRow),
  refusals: [],
});
export type MallCasePage = z.output<typeof listMallCases.result>;

/** One case with its units, text and pictures. */
export const showMallCase = defineOperatorCall({
  name: "showMallCase",
  path: "mall/after-sales/show",
  kind: "read",
  right: "mall.read",
  args: z.object({ caseNo }),
  result: z.object({
    found: mallCaseRow,
    freightFen: fen,
    isOurFault: z.boolean(),
    /** Text of the person; "": none, or erased. */
    text: z.string(),
    pictureUrls: z.array(z.string()),
    decidedReason: z.string(),
    parcel: z.nullable(z.object({ carrierName: z.string(), trackingNo: z.string() })),
    units: z.array(
      z.object({
        lineId: id,
        title: z.string(),
        optionValues: z.array(z.string()),
        qty: z.int(),
        isShipped: z.boolean(),
        refundFen: fen,
        receivedQty: z.int(),
        goodQty: z.int(),
      }),
    ),
    events: z.array(z.object({ state: afterSaleState, time: timestamp })),
    can: z.object({ agree: z.boolean(), decline: z.boolean(), receive: z.boolean() }),
  }),
  refusals: ["notFound"],
});
export type MallCaseDetail = z.output<typeof showMallCase.result>;

/** Decides about a case: a refund is paid back, a return is to be sent back first; a decline has a reason for the person. */
export const decideMallCase = defineOperatorCall({
  name: "decideMallCase",
  path: "mall/after-sales/decide",
  kind: "write",
  right: "mall.ship",
  stepUp: true,
  args: z.discriminatedUnion("isAgreed", [
    z.object({ caseNo, isAgreed: z.literal(true) }),
    z.object({
      caseNo,
      isAgreed: z.literal(false),
      reason: z.string("请填写原因").check(visible("请填写原因"), upTo(200, "原因最多 200 个字")),
    }),
  ]),
  result: z.object({ state: afterSaleState }),
  refusals: ["notFound", "stateChanged"],
});

const units = wholeNumber(0, mallLimits.maxUnits, "件数不正确");
/** Receives a return with what its inspection has found: what came is refunded, what is good goes to stock (requirement MA71). */
export const receiveMallCase = defineOperatorCall({
  name: "receiveMallCase",
  path: "mall/after-sales/receive",
  kind: "write",
  right: "mall.ship",
  stepUp: true,
  args: z.object({
    caseNo,
    units: z
      .array(z.object({ lineId: id, received: units, good: units }))
      .check(z.minLength(1, "请填写收到的件数"), z.maxLength(50)),
  }),
  result: z.object({ state: afterSaleState }),
  refusals: ["notFound", "stateChanged", "invalid"],
});
