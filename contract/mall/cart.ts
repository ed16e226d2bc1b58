import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";
import "./refusals.ts";
import { mallLimits } from "./limits.ts";
import { fen, mallPath, quantity } from "./product.ts";

/**
 * A line of a cart. ok: can be bought; short: less stock than wanted; out: sold out; gone: withdrawn, or not yet for
 * sale (requirement MA10).
 */
const cartLine = z.object({
  skuId: id,
  productId: id,
  title: z.string(),
  coverUrl: z.string(),
  optionValues: z.array(z.string()),
  qty: z.int(),
  isChosen: z.boolean(),
  /** Price when it was added. */
  addedFen: fen,
  /** Current price for the caller. */
  priceFen: fen,
  listFen: z.nullable(fen),
  state: z.enum(["ok", "short", "out", "gone"]),
  /** Units left, only up to 10. */
  left: z.nullable(z.int()),
  buyMost: z.nullable(z.int()),
});
export type CartLine = z.output<typeof cartLine>;

/** Whole cart; the sum is of chosen lines that can be bought, before freight and discounts. */
export const cart = z.object({
  lines: z.array(cartLine),
  goodsFen: fen,
  /** Sum of goods from which freight is free; null: never, or different for the lines. */
  freeFromFen: z.nullable(fen),
});
export type Cart = z.output<typeof cart>;

/** The caller's cart, newest lines first. */
export const showCart = defineCall({
  name: "showCart",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/cart`],
  audience: "user",
  args: z.object({}),
  result: cart,
  refusals: [],
});

/** Prices and states of a visitor's cart, which is kept on the device (requirement MA09). */
export const showVisitorCart = defineCall({
  name: "showVisitorCart",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/cart/visitor`],
  audience: "anyone",
  args: z.object({
    skuIds: z.string().check(z.maxLength(2000), z.regex(/^[0-9]{1,19}(,[0-9]{1,19}){0,99}$/, "编号不正确")),
  }),
  /** The lines with one unit each; the device knows quantity and choice. */
  result: cart,
  refusals: [],
});

/** Adds units to the cart; a line that exists grows. */
export const addToCart = defineCall({
  name: "addToCart",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/cart/add`],
  audience: "user",
  args: z.object({ skuId: id, qty: quantity }),
  result: cart,
  refusals: ["notFound", "buyLimit", "invalid"],
});

/** Sets quantity and choice of a line. */
export const changeCartLine = defineCall({
  name: "changeCartLine",
  method: "PUT",
  base: "api",
  paths: [`${mallPath}/cart/line`],
  audience: "user",
  args: z.object({ skuId: id, qty: quantity, isChosen: z.boolean() }),
  result: cart,
  refusals: ["notFound", "buyLimit"],
});

const skuIds = z.array(id).check(z.minLength(1), z.maxLength(mallLimits.maxCartLines));
/** Removes lines; lines that are not there are no fault. */
export const removeFromCart = defineCall({
  name: "removeFromCart",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/cart/remove`],
  audience: "user",
  args: z.object({ skuIds }),
  result: cart,
  refusals: [],
});

/** Joins a visitor's cart to the caller's; the greater quantity of a line stands (requirement MA09). */
export const mergeCart = defineCall({
  name: "mergeCart",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/cart/merge`],
  audience: "user",
  args: z.object({
    lines: z
      .array(z.object({ skuId: id, qty: quantity, isChosen: z._default(z.boolean(), true) }))
      .check(z.maxLength(mallLimits.maxCartLines)),
  }),
  result: cart,
  refusals: [],
});
