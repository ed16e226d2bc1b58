import * as z from "zod/mini";
import { id, timestamp, upTo } from "../../core/fields.ts";
import { fen } from "../../mall/product.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { productTime, storedProductFields } from "./product-fields.ts";

/** States of a product. */
export const productStates = { draft: "草稿", on: "在售", off: "已下架" } as const;
export type MallProductState = keyof typeof productStates;
const productState = z.enum(Object.keys(productStates) as [MallProductState, ...MallProductState[]]);
/** Units of a SKU for sale that can still be ordered, at and below which it is low. */
export const LOW_STOCK = 10;

/** A product in the list. */
const mallProductRow = z.object({
  productId: id,
  title: z.string(),
  coverUrl: z.string(),
  state: productState,
  categoryName: z.string(),
  /** Lowest and highest price of the SKUs that are for sale; null: none is. */
  priceFen: z.nullable(fen),
  mostFen: z.nullable(fen),
  skus: z.int(),
  /** Units in stock, and those of them that open orders hold. */
  onHand: z.int(),
  reserved: z.int(),
  /** SKUs for sale of which at most LOW_STOCK units can be ordered. */
  lowSkus: z.int(),
  sold: z.int(),
  changedTime: timestamp,
});
export type MallProductRow = z.output<typeof mallProductRow>;
const productFilter = z.object({
  state: z.optional(productState),
  categoryId: z.optional(id),
  /** Words of the title, or the id of a product or SKU. */
  find: z.optional(z.string().check(upTo(60))),
  isLow: z.optional(z.boolean()),
});
export type MallProductFilter = z.output<typeof productFilter>;

/** Products in scope, the newest change first. */
export const listMallProducts = defineOperatorCall({
  name: "listMallProducts",
  path: "mall/products",
  kind: "read",
  right: "mall.read",
  args: operatorListArgs(productFilter, ["changed"]),
  result: listPage(mallProductRow),
  refusals: [],
});
export type MallProductPage = z.output<typeof listMallProducts.result>;

const sku = z.object({
  skuId: id,
  optionValues: z.array(z.string()),
  priceFen: fen,
  ownerFen: z.nullable(fen),
  listFen: z.nullable(fen),
  weightG: z.int(),
  isOn: z.boolean(),
  onHand: z.int(),
  reserved: z.int(),
  /** Planned prices that are not over. */
  plans: z.array(
    z.object({
      planId: id,
      priceFen: fen,
      audience: z.enum(["everyone", "owners"]),
      fromTime: timestamp,
      toTime: timestamp,
    }),
  ),
});
export type MallSkuRow = z.output<typeof sku>;
/** One product with its matrix of SKUs. */
export const showMallProduct = defineOperatorCall({
  name: "showMallProduct",
  path: "mall/products/show",
  kind: "read",
  right: "mall.read",
  args: z.object({ productId: id }),
  result: z.object({
    productId: id,
    state: productState,
    fields: storedProductFields,
    sold: z.int(),
    skus: z.array(sku),
    /** Orders that hold units of it. */
    openOrders: z.int(),
    /** Of the last change; a save that is based on another one is merged or refused. */
    revision: z.int(),
    changedTime: timestamp,
    /** Name of the operator who changed it last; null: a command or the catalogue file. */
    changedBy: z.nullable(z.string()),
    /** Planned publication or withdrawal, the next one first. */
    planned: z.array(
      z.object({ changeId: id, action: z.enum(["publish", "withdraw"]), at: timestamp, by: z.string() }),
    ),
  }),
  refusals: ["notFound"],
});
export type MallProductDetail = z.output<typeof showMallProduct.result>;

/** Publishes or withdraws a product, at once or at a time of the coming year. */
export const publishMallProduct = defineOperatorCall({
  name: "publishMallProduct",
  path: "mall/products/publish",
  kind: "write",
  right: "mall.product",
  args: z.object({
    productId: id,
    state: z.enum(["on", "off"]),
    basedOn: z.int(),
    /** null: at once. */
    at: z.nullable(productTime),
  }),
  result: z.object({}),
  refusals: ["notFound", "editConflict", "stateChanged", "invalid"],
});
/** Cancels a planned publication or withdrawal. */
export const cancelProductPlan = defineOperatorCall({
  name: "cancelProductPlan",
  path: "mall/products/cancel-plan",
  kind: "write",
  right: "mall.product",
  args: z.object({ productId: id, changeId: id }),
  result: z.object({}),
  refusals: ["notFound", "stateChanged"],
});
