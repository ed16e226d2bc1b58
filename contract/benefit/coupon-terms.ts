import "../core/call.ts";
import * as z from "zod/mini";
import { id } from "../core/fields.ts";

/** Largest amount of an order, fen: a product of two amounts stays a safe integer. */
export const MAX_ORDER_FEN = 50_000_000;

const amount = (least: number) => z.int("金额不正确").check(z.minimum(least), z.maximum(MAX_ORDER_FEN));
const scopeOf = (entry: typeof id) => z.optional(z.array(entry).check(z.minLength(1), z.maxLength(200)));
const scopeFields = {
  /** Sum of the eligible lines from which it is usable, fen. */
  fromFen: z._default(amount(0), 0),
  /** Products, and categories (a first-level one includes its children), of which either makes a line eligible. */
  productIds: scopeOf(id),
  categoryIds: scopeOf(id),
  /** Car series; a line must be for one of them. Missing lists restrict nothing. */
  seriesCodes: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(40))).check(z.minLength(1))),
};

/**
 * Value of a coupon in the mall (requirements MA29, MA31, MA32): an amount, a rate of the price (`payPerMille`
 * 880 is 8.8 折) with an optional cap, or the freight (missing `offFen`: all of it).
 */
export const couponTerms = z.discriminatedUnion("use", [
  z.strictObject({ use: z.literal("amount"), offFen: amount(1), ...scopeFields }),
  z.strictObject({
    use: z.literal("rate"),
    payPerMille: z.int().check(z.minimum(1), z.maximum(999)),
    capFen: z.optional(amount(1)),
    ...scopeFields,
  }),
  z.strictObject({ use: z.literal("freight"), offFen: z.optional(amount(1)), ...scopeFields }),
]);
export type CouponTerms = z.output<typeof couponTerms>;
