import * as z from "zod/mini";
import { MAX_ORDER_FEN } from "#contract/benefit/coupon-terms.ts";
import { fault } from "../core/faults.ts";
import { entryFields } from "./schema-fields.ts";

const { count, free, id, line, list, matching, moment, picture, series, text } = entryFields;

/* Entries of the mall (docs/catalogue.md); amounts in fen, weights in grams. */

const fen = z.int().check(z.gte(0), z.lte(MAX_ORDER_FEN));
const units = z.int().check(z.gte(1), z.lte(1_000_000));

const category = z.strictObject({
  categoryId: id,
  /** null: first level. */
  parentId: z._default(z.nullable(id), null),
  name: line(12),
  iconUrl: picture,
  place: z._default(count(0), 0),
});
const freightRule = z.strictObject({
  /** Empty: all other provinces. */
  provinces: list(matching(/^[1-9][0-9]{5}$/, fault("division")), 40),
  firstG: z._default(count(0), 0),
  firstFen: z._default(fen, 0),
  nextG: z._default(count(0), 0),
  nextFen: z._default(fen, 0),
  freeFromFen: z._default(z.nullable(fen), null),
  isBlocked: z._default(z.boolean(), false),
  days: free(12),
});
const freight = z.strictObject({
  freightId: id,
  name: line(40),
  rules: z.array(freightRule).check(z.minLength(1), z.maxLength(40)),
});
const product = z.strictObject({
  productId: id,
  kind: z._default(z.enum(["goods"]), "goods"),
  categoryId: id,
  title: line(60),
  subtitle: free(100),
  coverUrl: picture,
  images: list(z.strictObject({ pictureUrl: picture }), 12),
  content: text(200_000),
  options: list(
    z.strictObject({ name: line(12), values: z.array(line(20)).check(z.minLength(1), z.maxLength(40)) }),
    3,
  ),
  tags: list(line(12), 5),
  services: list(line(20), 8),
  seriesCodes: list(series, 50),
  saleFrom: z._default(z.nullable(moment), null),
  buyMost: z._default(z.nullable(units), null),
  noReturn: z._default(z.boolean(), false),
  returnDays: z._default(z.int().check(z.gte(0), z.lte(365)), 7),
  freightId: id,
  /** null: express only; empty: every dealer. */
  pickupDealers: z._default(z.nullable(z.array(id).check(z.maxLength(1_000))), null),
  place: z._default(count(0), 0),
});
const sku = z.strictObject({
  skuId: id,
  productId: id,
  place: z._default(count(0), 0),
  optionValues: list(line(20), 3),
  priceFen: fen,
  listFen: z._default(z.nullable(fen), null),
  ownerFen: z._default(z.nullable(fen), null),
  weightG: z._default(count(0), 0),
  imageUrl: z._default(z.nullable(picture), null),
  isOn: z._default(z.boolean(), true),
  /** First stock; later changes are adjustments. */
  stock: z._default(count(0), 0),
});
const pricePlan = z.strictObject({
  planId: id,
  skuId: id,
  fromTime: moment,
  toTime: moment,
  priceFen: fen,
  audience: z._default(z.enum(["everyone", "owners"]), "everyone"),
});
const rush = z.strictObject({
  rushId: id,
  skuId: id,
  priceFen: fen,
  quota: units,
  fromTime: moment,
  toTime: moment,
  buyMost: z._default(units, 1),
});

/** Lists of the mall in a catalogue. */
export const mallLists = {
  categories: list(category, 500),
  freights: list(freight, 200),
  products: list(product, 10_000),
  skus: list(sku, 50_000),
  pricePlans: list(pricePlan, 50_000),
  rushes: list(rush, 2_000),
};
