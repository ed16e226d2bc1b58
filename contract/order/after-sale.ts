import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, id, pageSize, timestamp, upTo, visible } from "../core/fields.ts";
import "../mall/refusals.ts";
import { mallLimits } from "../mall/limits.ts";
import { fen, mallPath, quantity } from "../mall/product.ts";
import { afterSaleState } from "./order-state.ts";

const path = `${mallPath}/after-sale`;
/** refund: money back, the goods stay or were not sent; return: the goods come back first. */
const afterSaleKind = z.enum(["refund", "return"]);
export type AfterSaleKind = z.output<typeof afterSaleKind>;
/** Reasons; the last three are the maker's fault, whose freight is paid back (requirement MA69). */
export const afterSaleReasons = [
  "unwanted",
  "wrongChoice",
  "late",
  "other",
  "damaged",
  "wrongGoods",
  "missing",
] as const;
export type AfterSaleReason = (typeof afterSaleReasons)[number];

const wanted = {
  orderId: id,
  kind: afterSaleKind,
  units: z
    .array(z.object({ lineId: id, qty: quantity }))
    .check(z.minLength(1, "请选择商品"), z.maxLength(50)),
  reason: z.enum(afterSaleReasons, "请选择原因"),
};

/** The sum that would be paid back; changes nothing. */
export const previewAfterSale = defineCall({
  name: "previewAfterSale",
  method: "POST",
  base: "api",
  paths: [`${path}/preview`],
  audience: "user",
  acts: false,
  args: z.object(wanted),
  result: z.object({
    /** Goods and freight together. */
    refundFen: fen,
    freightFen: fen,
    /** Whether the coupon comes back. */
    isCouponBack: z.boolean(),
    /** Whether it is agreed at once, since nothing of it was sent. */
    isImmediate: z.boolean(),
    /** How the sum comes about, in sentences. */
    explain: z.array(z.string()),
  }),
  refusals: ["notFound", "orderState", "afterSaleOver", "afterSaleOpen", "returnNotAllowed"],
});

const afterSale = z.object({
  afterSaleId: id,
  caseNo: z.string(),
  orderId: id,
  orderNo: z.string(),
  kind: afterSaleKind,
  state: afterSaleState,
  stateText: z.string(),
  reason: z.enum(afterSaleReasons),
  text: z.string(),
  pictureUrls: z.array(z.string()),
  units: z.array(
    z.object({
      lineId: id,
      title: z.string(),
      coverUrl: z.string(),
      optionValues: z.array(z.string()),
      qty: z.int(),
      refundFen: fen,
    }),
  ),
  refundFen: fen,
  freightFen: fen,
  /** Reason of the operator who declined. */
  decidedReason: z.string(),
  /** Address to send the goods to; null unless they are to be sent. */
  returnAddress: z.nullable(z.object({ name: z.string(), phone: z.string(), address: z.string() })),
  carrier: z.nullable(z.string()),
  trackingNo: z.nullable(z.string()),
  /** Until when the goods must be sent; null: no such time. */
  dueTime: z.nullable(timestamp),
  refundText: z.string(),
  timeline: z.array(z.object({ text: z.string(), time: timestamp })),
  actions: z.array(z.enum(["cancel", "send"])),
  createdTime: timestamp,
});
export type AfterSale = z.output<typeof afterSale>;

/** Opens a case with the header Idempotency-Key. */
export const requestAfterSale = defineCall({
  name: "requestAfterSale",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "user",
  args: z.object({
    ...wanted,
    text: z._default(z.string().check(upTo(mallLimits.maxAfterSaleText, "说明最多 300 个字")), ""),
    pictureKeys: z._default(
      z.array(id).check(z.maxLength(mallLimits.maxAfterSalePictures, "最多 6 张图片")),
      [],
    ),
  }),
  result: afterSale,
  refusals: [
    "notFound",
    "orderState",
    "afterSaleOver",
    "afterSaleOpen",
    "returnNotAllowed",
    "conflict",
    "tooMany",
  ],
});

export const listAfterSales = defineCall({
  name: "listAfterSales",
  method: "GET",
  base: "api",
  paths: [`${path}/list`],
  audience: "user",
  args: z.object({ cursor, size: pageSize }),
  result: z.object({ list: z.array(afterSale), nextCursor: z.nullable(z.string()) }),
  refusals: [],
});

export const showAfterSale = defineCall({
  name: "showAfterSale",
  method: "GET",
  base: "api",
  paths: [`${path}/:id`],
  audience: "user",
  args: z.object({ id }),
  result: afterSale,
  refusals: ["notFound"],
});

/** Withdraws a case that is not decided or not sent yet. */
export const cancelAfterSale = defineCall({
  name: "cancelAfterSale",
  method: "POST",
  base: "api",
  paths: [`${path}/:id/cancel`],
  audience: "user",
  args: z.object({ id }),
  result: afterSale,
  refusals: ["notFound", "orderState"],
});

/** Names the parcel in which the goods come back. */
export const sendAfterSale = defineCall({
  name: "sendAfterSale",
  method: "POST",
  base: "api",
  paths: [`${path}/:id/send`],
  audience: "user",
  args: z.object({
    id,
    carrier: z.string("请选择快递公司").check(z.regex(/^[a-z0-9]{2,30}$/, "请选择快递公司")),
    trackingNo: z
      .string("请填写运单号")
      .check(visible("请填写运单号"), z.regex(/^[A-Za-z0-9-]{6,32}$/, "运单号不正确")),
  }),
  result: afterSale,
  refusals: ["notFound", "orderState"],
});
