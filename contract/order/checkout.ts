import { coupon } from "../benefit/benefit.ts";
import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { channel, id, timestamp, upTo } from "../core/fields.ts";
import "../mall/refusals.ts";
import { mallLimits } from "../mall/limits.ts";
import { fen, mallPath, quantity } from "../mall/product.ts";
import { money } from "./money.ts";
import { orderState } from "./order-state.ts";

const delivery = z.enum(["express", "pickup"], "请选择配送方式");

const wantedLines = z
  .array(z.object({ skuId: id, qty: quantity }))
  .check(
    z.minLength(1, "请选择商品"),
    z.maxLength(mallLimits.maxOrderLines, `一单最多 ${mallLimits.maxOrderLines} 种商品`),
  );
/** Input of a client for an order: products and choices; prices are the server's alone (requirement MA17). */
const choices = {
  lines: wantedLines,
  delivery,
  addressId: z.optional(id),
  dealerId: z.optional(id),
  /** Missing: the best one. */
  couponId: z.optional(id),
  noCoupon: z._default(z.boolean(), false),
};

const quotedLine = z.object({
  skuId: id,
  productId: id,
  title: z.string(),
  coverUrl: z.string(),
  optionValues: z.array(z.string()),
  qty: z.int(),
  priceFen: fen,
  /** Price of all units after the coupon. */
  netFen: fen,
  noReturn: z.boolean(),
  state: z.enum(["ok", "short", "out", "gone", "limit"]),
  left: z.nullable(z.int()),
});
export type QuotedLine = z.output<typeof quotedLine>;

/** The server's sums for a selection; changes nothing (requirement MA14). */
const quote = z.object({
  money,
  lines: z.array(quotedLine),
  coupons: z.array(
    z.object({
      coupon,
      isUsable: z.boolean(),
      /** Why it cannot be used; empty if it can. */
      why: z.string(),
      saveFen: fen,
    }),
  ),
  /** The coupon that is used; null: none. */
  couponId: z.nullable(id),
  /** Address of the delivery: the chosen one, or the default; null: none, or pick-up. */
  addressId: z.nullable(id),
  freight: z.object({
    /** Sum of goods that is missing for free freight; null: freight is free already, or never is. */
    missingFen: z.nullable(fen),
    days: z.string(),
  }),
  /** Whether some line is excluded from 7 天无理由, which is agreed to by a tick of its own. */
  needsNoReturnAgreed: z.boolean(),
  /** Facts that the person should know: lines that cannot be bought, an address that is missing. */
  warnings: z.array(z.string()),
});
export type Quote = z.output<typeof quote>;

export const previewCheckout = defineCall({
  name: "previewCheckout",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/checkout/preview`],
  audience: "user",
  acts: false,
  args: z.object({
    ...choices,
    /** Preview of a rush order: its price and limit, and no coupon. */
    isRush: z._default(z.boolean(), false),
  }),
  result: quote,
  refusals: ["notFound", "addressOut"],
});

const placed = z.object({
  orderId: id,
  orderNo: z.string(),
  state: orderState,
  payableFen: fen,
  payBefore: timestamp,
});
export type PlacedOrder = z.output<typeof placed>;

const confirmed = {
  /** The sum that was shown; another one is refused with the new quote in `data` (requirement MA15). */
  payableFen: fen,
  remark: z._default(z.string().check(upTo(mallLimits.maxRemark, "备注最多 100 个字")), ""),
  noReturnAgreed: z._default(z.boolean(), false),
  channel: z._default(channel, {}),
};

/** Places an order with the header Idempotency-Key: the same key and body give the same order (requirement MA16). */
export const placeOrder = defineCall({
  name: "placeOrder",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/order`],
  audience: "userWithMobile",
  args: z.object({ ...choices, ...confirmed }),
  result: placed,
  refusals: [
    "notFound",
    "priceChanged",
    "stockShort",
    "buyLimit",
    "couponUnusable",
    "addressOut",
    "conflict",
    "tooMany",
  ],
});

/** 限时抢购: one SKU, alone, without a coupon (requirement MA26). */
export const placeRushOrder = defineCall({
  name: "placeRushOrder",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/order/rush`],
  audience: "userWithMobile",
  captcha: "order",
  signature: "activity",
  args: z.object({
    skuId: id,
    qty: quantity,
    delivery,
    addressId: z.optional(id),
    dealerId: z.optional(id),
    ...confirmed,
  }),
  result: placed,
  refusals: [
    "notFound",
    "priceChanged",
    "stockShort",
    "buyLimit",
    "addressOut",
    "conflict",
    "rushSoon",
    "rushOver",
    "tooMany",
  ],
});
