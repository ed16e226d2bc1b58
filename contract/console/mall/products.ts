import * as z from "zod/mini";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";
import { fen } from "../../mall/product.ts";
import { listPage, operatorListArgs } from "../list.ts";
import { defineOperatorCall } from "../operator-call.ts";

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
  sold: z.int(),
  changedTime: timestamp,
});
export type MallProductRow = z.output<typeof mallProductRow>;
const productFilter = z.object({
  state: z.optional(productState),
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
  isOn: z.boolean(),
  onHand: z.int(),
  reserved: z.int(),
  /** Planned prices that are not over. */
  plans: z.array(
    z.object({
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
    title: z.string(),
    subtitle: z.string(),
    coverUrl: z.string(),
    state: productState,
    options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    sold: z.int(),
    /** Units of one person; null: no limit. */
    buyMost: z.nullable(z.int()),
    skus: z.array(sku),
    /** Of the last change; a save based on another one is refused. */
    revision: z.int(),
  }),
  refusals: ["notFound"],
});
export type MallProductDetail = z.output<typeof showMallProduct.result>;

const price = z.int("价格不正确").check(z.minimum(0, "价格不正确"), z.maximum(50_000_000, "价格不正确"));
/** Changes texts and prices of a product; what orders show is a copy (requirement MA07). */
export const saveMallProduct = defineOperatorCall({
  name: "saveMallProduct",
  path: "mall/products/save",
  kind: "write",
  right: "mall.product",
  args: z.object({
    productId: id,
    basedOn: z.int(),
    title: z.string("请填写标题").check(visible("请填写标题"), upTo(60, "标题最多 60 个字")),
    subtitle: z.string().check(upTo(100, "副标题最多 100 个字")),
    skus: z
      .array(z.object({ skuId: id, priceFen: price, ownerFen: z.nullable(price), isOn: z.boolean() }))
      .check(z.minLength(1), z.maxLength(200)),
  }),
  result: z.object({ revision: z.int() }),
  refusals: ["notFound", "editConflict", "invalid"],
});

/** Publishes or withdraws a product. */
export const publishMallProduct = defineOperatorCall({
  name: "publishMallProduct",
  path: "mall/products/publish",
  kind: "write",
  right: "mall.product",
  args: z.object({ productId: id, state: z.enum(["on", "off"]), basedOn: z.int() }),
  result: z.object({}),
  refusals: ["notFound", "editConflict", "stateChanged"],
});

/** Adjusts the stock of a SKU, never below what open orders hold (requirement MA97). A repeated key adjusts once. */
export const adjustMallStock = defineOperatorCall({
  name: "adjustMallStock",
  path: "mall/stock/adjust",
  kind: "write",
  right: "mall.stock",
  args: z.object({
    skuId: id,
    key: z.uuid(),
    delta: z.int("数量不正确").check(z.minimum(-1_000_000, "数量不正确"), z.maximum(1_000_000, "数量不正确")),
    reason: z.string("请填写原因").check(visible("请填写原因"), upTo(100, "原因最多 100 个字")),
  }),
  result: z.object({ onHand: z.int(), reserved: z.int() }),
  refusals: ["notFound", "stateChanged"],
});

/** Open orders that hold units of a SKU, the oldest first; at most 100. */
export const listStockReservations = defineOperatorCall({
  name: "listStockReservations",
  path: "mall/stock/reservations",
  kind: "read",
  right: "mall.read",
  args: z.object({ skuId: id }),
  result: z.object({
    reservations: z.array(
      z.object({ orderId: id, orderNo: z.string(), units: z.int(), createdTime: timestamp }),
    ),
  }),
  refusals: [],
});
