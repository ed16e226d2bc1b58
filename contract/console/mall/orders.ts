import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { fen } from "../../mall/product.ts";
import { afterSaleState, orderState, shipmentState } from "../../order/order-state.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

/** Tabs of the list of orders: states, orders with an open case, and those with a parcel that has a problem. */
export const mallOrderTabs = {
  pending: "待付款",
  paid: "待发货",
  shipping: "待收货",
  ready: "待自提",
  done: "已完成",
  afterSale: "售后",
  problem: "异常",
  refunded: "已退款",
  cancelled: "已取消",
} as const;
export type MallOrderTab = keyof typeof mallOrderTabs;
const mallOrderTab = z.enum(Object.keys(mallOrderTabs) as [MallOrderTab, ...MallOrderTab[]]);
const shanghaiDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, "日期不正确"));

/** Filter of the list of orders; every field narrows it. */
const mallOrderFilter = z.object({
  tab: z.optional(mallOrderTab),
  delivery: z.optional(z.enum(["express", "pickup"])),
  /** Days of the order in Shanghai, both included. */
  from: z.optional(shanghaiDay),
  to: z.optional(shanghaiDay),
  /** Order number, parcel number, mobile of the buyer, or the last four digits of the recipient's mobile. */
  find: z.optional(z.string().check(upTo(40))),
});
export type MallOrderFilter = z.output<typeof mallOrderFilter>;

/** An order in the list; it has no person. */
const mallOrderRow = z.object({
  orderId: id,
  orderNo: z.string(),
  state: orderState,
  delivery: z.enum(["express", "pickup"]),
  /** Title and cover of the first line. */
  title: z.string(),
  coverUrl: z.string(),
  units: z.int(),
  payableFen: fen,
  refundedFen: fen,
  createdTime: timestamp,
  paidTime: z.nullable(timestamp),
  /** Until when it has to be paid; null: it is not pending. */
  payBefore: z.nullable(timestamp),
  /** Whether it is paid for more than 48 hours, and nothing was sent. */
  isLate: z.boolean(),
  openCases: z.int(),
  hasProblem: z.boolean(),
  dealerName: z.nullable(z.string()),
});
export type MallOrderRow = z.output<typeof mallOrderRow>;

/** Orders in scope: all of them, for a grant of a region or dealer those that its dealers hand over. */
export const listMallOrders = defineOperatorCall({
  name: "listMallOrders",
  path: "mall/orders",
  kind: "read",
  right: "mall.read",
  args: operatorListArgs(mallOrderFilter, ["created", "amount"]),
  result: listPage(mallOrderRow),
  refusals: [],
});
export type MallOrderPage = z.output<typeof listMallOrders.result>;

/** Numbers of orders by tab, and of those that are late. */
export const countMallOrders = defineOperatorCall({
  name: "countMallOrders",
  path: "mall/orders/counts",
  kind: "read",
  right: "mall.read",
  args: z.object({ filter: mallOrderFilter }),
  result: z.object({
    counts: z.record(mallOrderTab, z.int()),
    total: z.int(),
    late: z.int(),
    asOf: timestamp,
  }),
  refusals: [],
});
export type MallOrderCounts = z.output<typeof countMallOrders.result>;

/** Finds orders by a whole number, as in the filter, at most 50. */
export const findMallOrders = defineOperatorCall({
  name: "findMallOrders",
  path: "mall/orders/find",
  kind: "read",
  right: "mall.read",
  reach: "one",
  args: z.object({
    number: z.string("请填写号码").check(z.minLength(6, "请填写完整号码"), upTo(40, "号码不正确")),
  }),
  result: z.object({ rows: z.array(mallOrderRow) }),
  refusals: [],
});

const orderLine = z.object({
  lineId: id,
  skuId: id,
  title: z.string(),
  coverUrl: z.string(),
  optionValues: z.array(z.string()),
  qty: z.int(),
  priceFen: fen,
  couponFen: fen,
  netFen: fen,
  shippedQty: z.int(),
  refundedQty: z.int(),
  refundedFen: fen,
  /** Units of open cases. */
  askedQty: z.int(),
  /** Units that can be sent now. */
  shippableQty: z.int(),
});
export type MallOrderLine = z.output<typeof orderLine>;

const parcel = z.object({
  shipmentId: id,
  carrier: z.string(),
  carrierName: z.string(),
  trackingNo: z.string(),
  state: shipmentState,
  /** Whether its number was corrected, which is possible once. */
  isCorrected: z.boolean(),
  createdTime: timestamp,
  units: z.array(z.object({ title: z.string(), qty: z.int() })),
  nodes: z.array(z.object({ time: timestamp, text: z.string() })),
});

/** One order with its lines, parcels, cases, history and notes; the recipient is masked. */
const mallOrderDetail = z.object({
  order: mallOrderRow,
  lines: z.array(orderLine),
  goodsFen: fen,
  freightFen: fen,
  couponFen: fen,
  freightCouponFen: fen,
  paidFen: fen,
  /** null: pick-up, or erased. */
  recipient: z.nullable(z.object({ name: z.string(), mobile: z.string(), division: z.string() })),
  hasRemark: z.boolean(),
  parcels: z.array(parcel),
  cases: z.array(
    z.object({
      caseNo: z.string(),
      state: afterSaleState,
      kind: z.enum(["refund", "return"]),
      refundFen: fen,
    }),
  ),
  events: z.array(
    z.object({
      from: z.nullable(orderState),
      to: orderState,
      by: z.enum(["person", "system", "channel", "operator", "dealer"]),
      time: timestamp,
    }),
  ),
  notes: z.array(z.object({ noteId: id, text: z.string(), by: z.string(), time: timestamp })),
  /** Acts that the order's state allows; rights are judged apart. */
  can: z.object({
    ship: z.boolean(),
    close: z.boolean(),
    correct: z.boolean(),
    /** The recipient can be corrected: nothing was sent. */
    address: z.boolean(),
  }),
});
export type MallOrderDetail = z.output<typeof mallOrderDetail>;

/** Shows one order. */
export const showMallOrder = defineOperatorCall({
  name: "showMallOrder",
  path: "mall/orders/show",
  kind: "read",
  right: "mall.read",
  reach: "one",
  args: z.object({ orderId: id }),
  result: mallOrderDetail,
  refusals: ["notFound"],
});
