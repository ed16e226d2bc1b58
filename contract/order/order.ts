import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, pageSize, timestamp, upTo } from "../core/fields.ts";
import "../mall/refusals.ts";
import { cart } from "../mall/cart.ts";
import { fen, mallPath } from "../mall/product.ts";
import { money } from "./money.ts";
import { afterSaleState, orderActions, orderState, shipmentState } from "./order-state.ts";

export const orderTabs = ["all", "pending", "paid", "shipping", "done", "afterSale"] as const;
export type OrderTab = (typeof orderTabs)[number];
const action = z.enum(orderActions);

/** A line as it was bought (requirement MA07). */
const orderLine = z.object({
  lineId: id,
  skuId: id,
  productId: id,
  title: z.string(),
  coverUrl: z.string(),
  optionValues: z.array(z.string()),
  qty: z.int(),
  priceFen: fen,
  netFen: fen,
  shippedQty: z.int(),
  refundedQty: z.int(),
  /** Units of an open case. */
  askedQty: z.int(),
  noReturn: z.boolean(),
});
export type OrderLine = z.output<typeof orderLine>;

const orderSummary = z.object({
  orderId: id,
  orderNo: z.string(),
  state: orderState,
  /** State as shown: 待付款, 待自提 … */
  stateText: z.string(),
  delivery: z.enum(["express", "pickup"]),
  lines: z.array(orderLine),
  payableFen: fen,
  refundedFen: fen,
  payBefore: timestamp,
  createdTime: timestamp,
  actions: z.array(action),
});
export type OrderSummary = z.output<typeof orderSummary>;

/** The caller's orders, newest first; hidden ones are left out. */
export const listOrders = defineCall({
  name: "listOrders",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/order/list`],
  audience: "user",
  args: z.object({ tab: z._default(z.enum(orderTabs), "all"), cursor, size: pageSize }),
  result: z.object({ list: z.array(orderSummary), nextCursor: z.nullable(z.string()) }),
  refusals: [],
});

/** Numbers at the tabs and on "mine", and the unseen news. */
export const countOrders = defineCall({
  name: "countOrders",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/order/counts`],
  audience: "user",
  args: z.object({}),
  result: z.object({
    pending: z.int(),
    paid: z.int(),
    shipping: z.int(),
    done: z.int(),
    afterSale: z.int(),
    news: z.array(
      z.object({
        kind: z.enum(["shipped", "refunded", "arrived", "closed", "ready"]),
        /** Id of the order, or of the product that arrived. */
        aboutId: id,
        text: z.string(),
        createdTime: timestamp,
      }),
    ),
  }),
  refusals: [],
});

/** Marks the news as seen. */
export const seeMallNews = defineCall({
  name: "seeMallNews",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/order/news/seen`],
  audience: "user",
  acts: false,
  args: z.object({}),
  result: z.null(),
  refusals: [],
});

const orderDetail = z.extend(orderSummary, {
  money,
  paidFen: fen,
  /** Address with a masked mobile; null for pick-up. */
  address: z.nullable(
    z.object({ name: z.string(), mobile: z.string(), divisionName: z.string(), detail: z.string() }),
  ),
  dealer: z.nullable(z.object({ dealerId: id, name: z.string(), address: z.string(), phone: z.string() })),
  /** Code for the dealer; null unless the order waits there. */
  pickupCode: z.nullable(z.string()),
  remark: z.string(),
  /** Last payment's way; null: not paid. */
  way: z.nullable(z.enum(["wechat", "alipay"])),
  timeline: z.array(z.object({ state: z.string(), text: z.string(), time: timestamp })),
  shipments: z.array(
    z.object({
      shipmentId: id,
      carrier: z.string(),
      carrierName: z.string(),
      trackingNo: z.string(),
      state: shipmentState,
      units: z.array(z.object({ lineId: id, qty: z.int() })),
      lastText: z.string(),
      lastTime: z.nullable(timestamp),
    }),
  ),
  afterSales: z.array(
    z.object({
      afterSaleId: id,
      caseNo: z.string(),
      state: afterSaleState,
      refundFen: fen,
      createdTime: timestamp,
    }),
  ),
  /** Refunds without a case: cancelled after payment, paid twice. */
  refunds: z.array(z.object({ amountFen: fen, text: z.string(), createdTime: timestamp })),
  /** End of 自动收货 or of pick-up; null: none. */
  receiveBefore: z.nullable(timestamp),
  serverTime: timestamp,
});
export type OrderDetail = z.output<typeof orderDetail>;

export const showOrder = defineCall({
  name: "showOrder",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/order/detail/:id`],
  audience: "user",
  args: z.object({ id }),
  result: orderDetail,
  refusals: ["notFound"],
});

/** Changes the address once, at the same freight, before anything is sent (requirement MA62). */
export const changeOrderAddress = defineCall({
  name: "changeOrderAddress",
  method: "PUT",
  base: "api",
  paths: [`${mallPath}/order/address/:id`],
  audience: "user",
  args: z.object({ id, addressId: id }),
  result: orderDetail,
  refusals: ["notFound", "orderState", "addressOut"],
});

/** Common part of the calls that move an order; a second call gives the first one's answer. */
const orderStep = {
  method: "POST",
  base: "api",
  audience: "user",
  args: z.object({ id, reason: z._default(z.string().check(upTo(100)), "") }),
  result: orderDetail,
  refusals: ["notFound", "orderState"],
} as const;
/** Cancels an unpaid order: it closes once the channel says that nothing was paid. */
export const cancelOrder = defineCall({
  name: "cancelOrder",
  ...orderStep,
  paths: [`${mallPath}/order/cancel/:id`],
});
/** Confirms that everything has come. */
export const receiveOrder = defineCall({
  name: "receiveOrder",
  ...orderStep,
  paths: [`${mallPath}/order/receive/:id`],
});
/** 延长收货, once (requirement MA78). */
export const extendReceipt = defineCall({
  name: "extendReceipt",
  ...orderStep,
  paths: [`${mallPath}/order/extend/:id`],
});
/** Removes a finished order from the person's lists; it stays in the books. */
export const hideOrder = defineCall({
  name: "hideOrder",
  ...orderStep,
  paths: [`${mallPath}/order/hide/:id`],
});
/** 提醒发货, once a day. */
export const remindOrder = defineCall({
  name: "remindOrder",
  ...orderStep,
  paths: [`${mallPath}/order/remind/:id`],
});

/** Puts the order's lines into the cart again and gives the cart. */
export const orderAgain = defineCall({
  name: "orderAgain",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/order/again/:id`],
  audience: "user",
  args: z.object({ id }),
  result: cart,
  refusals: ["notFound", "orderState"],
});

/** The track of a parcel, newest first. */
export const trackShipment = defineCall({
  name: "trackShipment",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/shipment/track/:id`],
  audience: "user",
  args: z.object({ id }),
  result: z.object({
    orderId: id,
    carrier: z.string(),
    carrierName: z.string(),
    carrierPhone: z.string(),
    trackingNo: z.string(),
    state: shipmentState,
    nodes: z.array(z.object({ time: timestamp, text: z.string(), city: z.string() })),
  }),
  refusals: ["notFound"],
});
export type TrackedShipment = z.output<typeof trackShipment.result>;
