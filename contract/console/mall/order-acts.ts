import * as z from "zod/mini";
import { id, mobile, personName, upTo, visible } from "../../core/fields.ts";
import { mallLimits } from "../../mall/limits.ts";
import { fen, quantity } from "../../mall/product.ts";
import { orderState } from "../../order/order-state.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { noteText, revealPurpose, revealedMobile } from "../person-shapes.ts";

const carrier = z.string("请选择快递公司").check(z.regex(/^[a-z0-9]{2,30}$/, "请选择快递公司"));
const trackingNo = z
  .string("请填写运单号")
  .check(visible("请填写运单号"), z.regex(/^[A-Za-z0-9-]{6,32}$/, "运单号为 6 至 32 位字母、数字或 -"));

/** Sends units of an order in a parcel; without units everything that can be sent (requirements MA73, MA74). */
export const shipMallOrder = defineOperatorCall({
  name: "shipMallOrder",
  path: "mall/orders/ship",
  kind: "write",
  right: "mall.ship",
  args: z.object({
    orderId: id,
    carrier,
    trackingNo,
    units: z.optional(
      z.array(z.object({ lineId: id, qty: quantity })).check(z.minLength(1, "请选择商品"), z.maxLength(50)),
    ),
  }),
  result: z.object({ shipmentId: id, isAgain: z.boolean() }),
  refusals: ["notFound", "invalid", "stateChanged"],
});

/** Corrects carrier and number of a parcel, once, while the order is on its way. */
export const correctMallParcel = defineOperatorCall({
  name: "correctMallParcel",
  path: "mall/orders/correct",
  kind: "write",
  right: "mall.ship",
  args: z.object({ shipmentId: id, carrier, trackingNo }),
  result: z.object({}),
  refusals: ["notFound", "invalid", "stateChanged"],
});

/**
 * Corrects the recipient of an order of which nothing was sent; missing parts stay, and so does the division: another one
 * has another freight.
 */
export const correctMallRecipient = defineOperatorCall({
  name: "correctMallRecipient",
  path: "mall/orders/address",
  kind: "write",
  right: "mall.ship",
  args: z.object({
    orderId: id,
    name: z.optional(personName),
    mobile: z.optional(mobile),
    detail: z.optional(
      z.string().check(visible("请填写详细地址"), upTo(mallLimits.maxAddressDetail, "详细地址最多 100 个字")),
    ),
  }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});

/** Longest file of parcels, characters; at most 500 rows. */
const MAX_PARCEL_FILE = 200_000;
/** File with a first line of column names, of which the units are optional: `SKU_ID=UNITS`, separated by spaces. */
const parcelFile = z.object({
  text: z
    .string("请选择文件")
    .check(visible("文件没有内容"), z.maxLength(MAX_PARCEL_FILE, "文件过大，请分开上传")),
});
const parcelRows = z.object({
  /** Rows that are sent, were sent before, and are refused. */
  done: z.int(),
  again: z.int(),
  orders: z.int(),
  faults: z.array(z.object({ line: z.int(), fault: z.string(), value: z.string() })),
});
export type ParcelFileResult = z.output<typeof parcelRows>;

/** Dry run of a file of parcels: judges each row as sending would, and writes nothing. */
export const planParcelFile = defineOperatorCall({
  name: "planParcelFile",
  path: "mall/orders/ship-file/plan",
  kind: "read",
  right: "mall.ship",
  args: parcelFile,
  result: parcelRows,
  refusals: ["invalid"],
});

/**
 * Sends the parcels of a file, each row by itself with its own line in the audit log; the same file again changes nothing
 * (requirement MA75).
 */
export const shipParcelFile = defineOperatorCall({
  name: "shipParcelFile",
  path: "mall/orders/ship-file",
  kind: "write",
  right: "mall.ship",
  args: parcelFile,
  result: parcelRows,
  refusals: ["invalid"],
});

/** Closes an order: an unpaid one is cancelled, a paid one of which nothing was sent is refunded as a whole. */
export const closeMallOrder = defineOperatorCall({
  name: "closeMallOrder",
  path: "mall/orders/close",
  kind: "write",
  right: "mall.ship",
  stepUp: true,
  args: z.object({ orderId: id }),
  result: z.object({ state: orderState, refundFen: fen }),
  refusals: ["notFound", "stateChanged"],
});

/** Adds a note to an order; an order has at most 100. */
export const noteMallOrder = defineOperatorCall({
  name: "noteMallOrder",
  path: "mall/orders/note",
  kind: "write",
  right: "mall.read",
  reach: "one",
  args: z.object({ orderId: id, text: noteText }),
  result: z.object({}),
  refusals: ["notFound", "tooMany"],
});

/** Reveals the recipient of an order for 60 s, counted with all reveals (requirement CO100). */
export const revealMallRecipient = defineOperatorCall({
  name: "revealMallRecipient",
  path: "mall/orders/reveal",
  kind: "write",
  isShownOnce: true,
  right: "person.reveal",
  reach: "one",
  args: z.object({ orderId: id, purpose: revealPurpose }),
  result: z.extend(revealedMobile, {
    name: z.string(),
    address: z.string().check(upTo(400)),
    remark: z.string(),
  }),
  refusals: ["notFound", "revealLimit"],
});
