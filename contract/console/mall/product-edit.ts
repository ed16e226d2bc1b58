import * as z from "zod/mini";
import { id, timestamp } from "../../core/fields.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { productFields, productLimits, productTime, productPrice, skuEdit } from "./product-fields.ts";

const revision = z.int().check(z.minimum(0));
const skus = z.array(skuEdit).check(z.maxLength(productLimits.skus, `最多 ${productLimits.skus} 个规格`));

/** Choices of a product's form. */
export const listProductChoices = defineOperatorCall({
  name: "listProductChoices",
  path: "mall/products/choices",
  kind: "read",
  right: "mall.read",
  args: z.object({}),
  result: z.object({
    /** Categories of products, with the name of the first level before that of the second. */
    categories: z.array(z.object({ categoryId: id, name: z.string() })),
    freights: z.array(z.object({ freightId: id, name: z.string(), freeFromFen: z.nullable(z.int()) })),
    series: z.array(z.object({ seriesCode: z.string(), name: z.string() })),
    dealers: z.array(z.object({ dealerId: id, name: z.string() })),
  }),
  refusals: [],
});
export type ProductChoices = z.output<typeof listProductChoices.result>;

/** Adds a product with its matrix; it is a draft until it is published. */
export const addMallProduct = defineOperatorCall({
  name: "addMallProduct",
  path: "mall/products/add",
  kind: "write",
  right: "mall.product",
  args: z.object({ fields: productFields, skus: skus.check(z.minLength(1, "请添加至少一个规格")) }),
  result: z.object({ productId: id, revision }),
  refusals: ["notFound", "invalid"],
});

/** Colleagues' changes that stay beside one's own, or stand against them. */
const otherChanges = z.object({
  /** Name of the operator; null: a command or the catalogue file. */
  by: z.nullable(z.string()),
  at: timestamp,
  fields: z.array(z.string()),
});
/**
 * Changes the given fields of a product. Fields that only others changed since `basedOn` stay as they are now; where both
 * changed one, the call is refused with data {by, at, fields} (requirement CO86).
 */
export const saveMallProduct = defineOperatorCall({
  name: "saveMallProduct",
  path: "mall/products/save",
  kind: "write",
  right: "mall.product",
  args: z.object({ productId: id, basedOn: revision, fields: z.partial(productFields), skus }),
  result: z.object({ revision, merged: z.nullable(otherChanges) }),
  refusals: ["notFound", "editConflict", "invalid"],
});
export type SavedMallProduct = z.output<typeof saveMallProduct.result>;

const pricePlan = {
  fromTime: productTime,
  toTime: productTime,
  priceFen: productPrice,
  audience: z.enum(["everyone", "owners"]),
};
/** Plans a price of a SKU for a time, or changes a plan; one that has ended stays as it was. */
export const putPricePlan = defineOperatorCall({
  name: "putPricePlan",
  path: "mall/prices/put",
  kind: "write",
  right: "mall.product",
  args: z.object({ planId: z.nullable(id), skuId: id, ...pricePlan }),
  result: z.object({ planId: id }),
  refusals: ["notFound", "invalid", "stateChanged"],
});
/** Removes a planned price, or ends one that runs. */
export const removePricePlan = defineOperatorCall({
  name: "removePricePlan",
  path: "mall/prices/remove",
  kind: "write",
  right: "mall.product",
  args: z.object({ planId: id }),
  result: z.object({}),
  refusals: ["notFound"],
});

const version = z.object({
  revision,
  /** Changed fields; none: the content before the first kept change, or a new product. */
  fields: z.array(z.string()),
  /** Operator's name; null: a command, the catalogue file or the server, as `door` says. */
  by: z.nullable(z.string()),
  door: z.string(),
  time: timestamp,
});
export type ProductVersion = z.output<typeof version>;
/** Live changes of a product, the newest first (requirement CO88). */
export const listProductVersions = defineOperatorCall({
  name: "listProductVersions",
  path: "mall/products/versions",
  kind: "read",
  right: "mall.read",
  args: z.object({ productId: id, before: z.optional(revision) }),
  /** `next`: `before` of the next page; null: the last page */
  result: z.object({ versions: z.array(version), next: z.nullable(revision), liveRevision: revision }),
  refusals: ["notFound"],
});
const difference = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });
/** One version: what it changed, and how it differs from what is live. */
export const showProductVersion = defineOperatorCall({
  name: "showProductVersion",
  path: "mall/products/versions/show",
  kind: "read",
  right: "mall.read",
  args: z.object({ productId: id, revision }),
  result: z.object({
    ...version.shape,
    changes: z.array(difference),
    /** `before`: live now, `after`: restored. */
    restored: z.array(difference),
  }),
  refusals: ["notFound"],
});
/** Puts an earlier content back as a new version, judged by today's rules; whether it is for sale stays. */
export const restoreProductVersion = defineOperatorCall({
  name: "restoreProductVersion",
  path: "mall/products/versions/restore",
  kind: "write",
  right: "mall.product",
  args: z.object({ productId: id, revision, basedOn: revision }),
  result: z.object({ revision, outcome: z.enum(["done", "same"]) }),
  refusals: ["notFound", "editConflict", "invalid"],
});
