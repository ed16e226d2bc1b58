import {
  estimateFreight,
  listCategories,
  listProducts,
  listRushes,
  showProduct,
  suggestProducts,
} from "#contract/mall/product.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { searchKeyword } from "#contract/core/text.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { freightOf } from "../freight/rules.ts";
import { mallMessages } from "../messages.ts";
import { currentPrice, saleStateOf } from "../price/rules.ts";
import { loadSkus } from "../price/store.ts";
import { toCard, toCategoryTree, toProductDetail, toRushCard } from "./present.ts";
import { decodeProductCursor, encodeProductCursor } from "./rules.ts";
import { findProduct, findProducts, findRushes, findSuggestedTexts, listCategoryRows } from "./store.ts";

/** Slightly outdated answers are acceptable for visitors: offers are current, and an order reads current rows. */
const SHORT_CACHE = { freshMs: 1_000, staleMs: 10_000 } as const;
const LONG_CACHE = { freshMs: 5_000, staleMs: 60_000 } as const;
const MAX_KEYWORD = 40;
const MAX_SUGGESTIONS = 10;
const MAX_RUSHES = 50;

/** Registers the calls of the catalogue, which are the same for everybody (requirements MA01, MA38). */
export function catalogueRoutes(context: Pick<AppContext, "reads" | "clock">, calls: RpcRouter): void {
  const { reads, clock } = context;
  const list: CallHandler<typeof listProducts> = async ({ cursor, keyword, inStock, ...args }) => {
    const now = clock.now();
    const rows = await findProducts(reads, {
      ...args,
      keyword: searchKeyword(keyword ?? "", MAX_KEYWORD),
      isInStock: inStock === "1",
      after: cursor === undefined ? null : decodeProductCursor(cursor, args.sort),
      now: new Date(now),
    });
    const shown = rows.slice(0, args.size);
    const last = shown.at(-1);
    const isMore = rows.length > args.size && last !== undefined;
    return {
      list: shown.map((row) => toCard(row, now)),
      nextCursor: isMore
        ? encodeProductCursor({ sort: args.sort, key: last.key, id: last.product_id })
        : null,
    };
  };
  const show: CallHandler<typeof showProduct> = async ({ id }) => {
    const now = clock.now();
    const row = await findProduct(reads, id, new Date(now));
    if (!row) throw new Refusal("notFound", { message: mallMessages.unknownProduct });
    return toProductDetail(row, now);
  };
  const suggest: CallHandler<typeof suggestProducts> = async ({ keyword }) => {
    const text = searchKeyword(keyword, MAX_KEYWORD);
    return text === "" ? [] : findSuggestedTexts(reads, text, MAX_SUGGESTIONS);
  };
  const rushes: CallHandler<typeof listRushes> = async () => {
    const now = clock.now();
    const rows = await findRushes(reads, new Date(now), MAX_RUSHES);
    return { list: rows.map((row) => toRushCard(row, now)), serverTime: toShanghaiIso(now) };
  };
  const estimate: CallHandler<typeof estimateFreight> = async ({ skuId, qty, provinceCode }) => {
    const now = clock.now();
    const sku = (await loadSkus(reads, [skuId], now)).get(skuId);
    if (!sku || saleStateOf(sku, now) === "gone")
      throw new Refusal("notFound", { message: mallMessages.unknownProduct });
    const priceFen = currentPrice(sku, sku.plans, null, { isOwner: false, now });
    const freight = freightOf([{ ...sku, qty, priceFen }], provinceCode);
    if (freight.isBlocked) throw new Refusal("addressOut");
    return { freightFen: freight.freightFen, freeFromFen: freight.freeFromFen, days: freight.days };
  };
  calls.on(listCategories, async () => toCategoryTree(await listCategoryRows(reads)), LONG_CACHE);
  calls.on(listProducts, list, SHORT_CACHE);
  calls.on(showProduct, show, SHORT_CACHE);
  calls.on(suggestProducts, suggest, LONG_CACHE);
  calls.on(listRushes, rushes, SHORT_CACHE);
  calls.on(estimateFreight, estimate, LONG_CACHE);
}
