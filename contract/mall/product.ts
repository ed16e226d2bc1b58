import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { cursor, divisionCode, id, pageSize, timestamp, upTo, wholeNumber } from "../core/fields.ts";
import { organisation } from "../organisation/organisation.ts";
import "./refusals.ts";
import { mallLimits, productSorts } from "./limits.ts";

/** Paths of the mall's calls. */
export const mallPath = "cop-mall/api/v1";

/** Amount in fen (CNY): a whole number, never negative. */
export const fen = z.int().check(z.minimum(0));
/** Number of units of a SKU in a request. */
export const quantity = wholeNumber(1, mallLimits.maxUnits, `数量应在 1 到 ${mallLimits.maxUnits} 之间`);

const productKind = z.enum(["goods"]);
/** State of a product that is shown: for sale, not yet for sale, sold out. */
const productState = z.enum(["on", "soon", "soldOut"]);

/** A product in lists. */
export const productCard = z.object({
  productId: id,
  kind: productKind,
  title: z.string(),
  subtitle: z.string(),
  coverUrl: z.string(),
  /** Lowest current price of its SKUs for everybody. */
  priceFen: fen,
  /** Whether SKUs have different prices: 起. */
  isFrom: z.boolean(),
  /** Crossed-out price; null: none. */
  listFen: z.nullable(fen),
  /** Lowest price for verified owners; null: none. */
  ownerFen: z.nullable(fen),
  /** Rounded number of sold units: "3200+". */
  sold: z.string(),
  tags: z.array(z.string()),
  state: productState,
});
export type ProductCard = z.output<typeof productCard>;

const category = z.object({ categoryId: id, name: z.string(), iconUrl: z.string() });
/** Categories of two levels in the maker's order (requirement MA01). */
export const listCategories = defineCall({
  name: "listCategories",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/category/list`],
  audience: "anyone",
  args: z.object({}),
  result: z.array(z.extend(category, { children: z.array(category) })),
  refusals: [],
});
export type CategoryTree = z.output<typeof listCategories.result>;

/** Published products (requirement MA01): title, pinyin and series are searched. */
export const listProducts = defineCall({
  name: "listProducts",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/product/list`],
  audience: "anyone",
  args: z.object({
    categoryId: z.optional(id),
    keyword: z.optional(z.string().check(upTo(40))),
    seriesCode: z.optional(z.string().check(z.maxLength(40))),
    kind: z.optional(productKind),
    sort: z._default(z.enum(productSorts, "排序方式不正确"), "hot"),
    /** "1": only what can be bought now. */
    inStock: z.optional(z.string().check(z.maxLength(5))),
    /** Price range in fen, both ends included. */
    fromFen: z.optional(wholeNumber(0, 50_000_000, "价格不正确")),
    toFen: z.optional(wholeNumber(0, 50_000_000, "价格不正确")),
    cursor,
    size: pageSize,
  }),
  result: z.object({ list: z.array(productCard), nextCursor: z.nullable(z.string()) }),
  refusals: [],
});

/** At most ten titles and categories that complete a search text; pinyin too. */
export const suggestProducts = defineCall({
  name: "suggestProducts",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/product/suggest`],
  audience: "anyone",
  args: z.object({ keyword: z.string().check(upTo(40)) }),
  result: z.array(z.string()),
  refusals: [],
});

export const skuOption = z.object({ name: z.string(), values: z.array(z.string()) });
const sku = z.object({
  skuId: id,
  /** One value for each option of the product. */
  optionValues: z.array(z.string()),
  imageUrl: z.nullable(z.string()),
  /** Current price for everybody. */
  priceFen: fen,
  listFen: z.nullable(fen),
  ownerFen: z.nullable(fen),
});
export type Sku = z.output<typeof sku>;

/** A rush sale of a SKU: its price and quota hold from `fromTime` to `toTime`. */
const rushOffer = z.object({
  rushId: id,
  priceFen: fen,
  fromTime: timestamp,
  toTime: timestamp,
  /** Sold share of the quota, percent. */
  takenPercent: z.int(),
  buyMost: z.int(),
});
/** A product's page (requirements MA02, MA03); drafts and withdrawn products are not found. */
export const showProduct = defineCall({
  name: "showProduct",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/product/detail/:id`],
  audience: "anyone",
  args: z.object({ id }),
  result: z.extend(productCard, {
    categoryId: id,
    images: z.array(z.string()),
    /** Sanitised HTML. */
    content: z.string(),
    options: z.array(skuOption),
    skus: z.array(sku),
    services: z.array(z.string()),
    /** Excluded from 7 天无理由; agreed to at checkout. */
    noReturn: z.boolean(),
    returnDays: z.int(),
    buyMost: z.nullable(z.int()),
    saleFrom: z.nullable(timestamp),
    /** Dealers of pick-up; null: express only; empty: every dealer. */
    dealerIds: z.nullable(z.array(id)),
    seriesCodes: z.array(z.string()),
    /** Running and coming rush sales of its SKUs, by beginning. */
    rushes: z.array(z.extend(rushOffer, { skuId: id })),
    share: z.object({ title: z.string(), text: z.string(), imageUrl: z.string() }),
    /** Server's clock at the time of the response. */
    serverTime: timestamp,
  }),
  refusals: ["notFound"],
});
export type ProductDetail = z.output<typeof showProduct.result>;

/** Price and stock, which change by the second; never older than 1 s (requirement MA04). */
const offer = z.object({
  skuId: id,
  productId: id,
  /** Price for the caller: an owner's for a verified owner. */
  priceFen: fen,
  stock: z.enum(["in", "low", "out"]),
  /** Units left, only up to 10. */
  left: z.nullable(z.int()),
  /** Running or next rush. */
  rush: z.nullable(rushOffer),
  buyMost: z.nullable(z.int()),
  /** Units that the caller has bought of a limited product; 0 for visitors. */
  bought: z.int(),
  /** Whether the caller waits for a notice of new stock. */
  isNoticed: z.boolean(),
});
export type Offer = z.output<typeof offer>;

/** Prices and stock of SKUs for the caller (requirements MA04, MA05, MA06); unknown ones are left out. */
export const showOffers = defineCall({
  name: "showOffers",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/product/offer`],
  audience: "anyone",
  args: z.object({
    /** At most 50 ids, separated by commas. */
    skuIds: z.string().check(z.maxLength(1000), z.regex(/^[0-9]{1,19}(,[0-9]{1,19}){0,49}$/, "编号不正确")),
  }),
  result: z.object({ list: z.array(offer), serverTime: timestamp }),
  refusals: [],
});

const rushCard = z.extend(productCard, { skuId: id, rush: rushOffer });
export type RushCard = z.output<typeof rushCard>;
/** Running and coming rush sales, by beginning. */
export const listRushes = defineCall({
  name: "listRushes",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/rush/list`],
  audience: "anyone",
  args: z.object({}),
  result: z.object({ list: z.array(rushCard), serverTime: timestamp }),
  refusals: [],
});

/** Freight of a number of units to a city (requirement MA38). */
export const estimateFreight = defineCall({
  name: "estimateFreight",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/freight/estimate`],
  audience: "anyone",
  args: z.object({
    skuId: id,
    qty: z._default(quantity, 1),
    provinceCode: divisionCode,
    cityCode: divisionCode,
  }),
  result: z.object({
    freightFen: fen,
    /** Sum of goods from which freight is free; null: never. */
    freeFromFen: z.nullable(fen),
    /** Days until delivery. */
    days: z.string(),
  }),
  refusals: ["notFound", "addressOut"],
});

/** Dealers of a city that hand over all of these SKUs, 到店自提. */
export const listPickupDealers = defineCall({
  name: "listPickupDealers",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/pickup/dealers`],
  audience: "anyone",
  args: z.object({
    /** At most 50 ids, separated by commas. */
    skuIds: z.string().check(z.maxLength(1000), z.regex(/^[0-9]{1,19}(,[0-9]{1,19}){0,49}$/, "编号不正确")),
    cityCode: divisionCode,
  }),
  result: z.array(organisation),
  refusals: [],
});

/** 到货提醒 for a sold-out SKU, once for each person (requirement MA08). */
export const noticeStock = defineCall({
  name: "noticeStock",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/product/notify`],
  audience: "user",
  args: z.object({ skuId: id }),
  result: z.null(),
  refusals: ["notFound", "tooMany"],
});
