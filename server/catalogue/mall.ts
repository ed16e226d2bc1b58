import type { Database } from "../database/connection/database.ts";
import { findUnfitSkus, keepProductVersions, mallUpserter, readProductSnapshots } from "../mall/index.ts";
import type { ImportLog } from "./import-log.ts";
import { fault } from "../core/faults.ts";
import type { Catalogue } from "./schema.ts";
import { existingIds, type ChangeAuthor } from "./store.ts";

/** Reports entries that name something that neither the file nor the database has. */
function addMissing(
  importLog: ImportLog,
  {
    place,
    what,
    known,
    ids,
  }: { place: string; what: string; known: ReadonlySet<string>; ids: readonly string[] },
): void {
  for (const id of ids) if (!known.has(id)) importLog.problems[place] = fault("noSuch", what, id);
}

/** First-level categories first, since the second level refers to them. */
async function putCategories(
  db: Database,
  { categories }: Catalogue,
  importLog: ImportLog,
  put: ReturnType<typeof mallUpserter>,
): Promise<void> {
  const parents = categories.flatMap(({ parentId }) => parentId ?? []);
  const stored = await existingIds(db, "mall_category", "category_id", parents);
  const known = new Set([...stored, ...categories.map(({ categoryId }) => categoryId)]);
  const second = new Set(
    categories.flatMap(({ categoryId, parentId }) => (parentId === null ? [] : [categoryId])),
  );
  for (const [at, { parentId }] of categories.entries()) {
    if (parentId === null) continue;
    const place = `categories.${at}.parentId`;
    addMissing(importLog, { place, what: "category", known, ids: [parentId] });
    if (second.has(parentId)) importLog.problems[place] = fault("twoLevels");
  }
  importLog.throwIfInvalid();
  for (const isFirst of [true, false])
    for (const [at, entry] of categories.entries())
      if ((entry.parentId === null) === isFirst)
        importLog.add(`categories.${at}`, "category", entry.categoryId, await put.putCategory(entry));
}

async function putProducts(
  db: Database,
  { products, freights }: Catalogue,
  importLog: ImportLog,
  put: ReturnType<typeof mallUpserter>,
): Promise<void> {
  for (const [at, entry] of freights.entries())
    importLog.add(`freights.${at}`, "freight", entry.freightId, await put.putFreight(entry));
  const idsOf = (
    table: "mall_category" | "freight" | "series" | "organisation",
    column: string,
    ids: string[],
  ) => existingIds(db, table, column, ids);
  const known = {
    category: await idsOf(
      "mall_category",
      "category_id",
      products.map(({ categoryId }) => categoryId),
    ),
    freight: await idsOf(
      "freight",
      "freight_id",
      products.map(({ freightId }) => freightId),
    ),
    series: await idsOf(
      "series",
      "series_code",
      products.flatMap(({ seriesCodes }) => seriesCodes),
    ),
    dealer: await idsOf(
      "organisation",
      "organisation_id",
      products.flatMap((one) => one.pickupDealers ?? []),
    ),
  };
  for (const [at, one] of products.entries()) {
    const add = (field: string, what: keyof typeof known, ids: readonly string[]): void =>
      addMissing(importLog, { place: `products.${at}.${field}`, what, known: known[what], ids });
    add("categoryId", "category", [one.categoryId]);
    add("freightId", "freight", [one.freightId]);
    add("seriesCodes", "series", one.seriesCodes);
    add("pickupDealers", "dealer", one.pickupDealers ?? []);
  }
  importLog.throwIfInvalid();
  for (const [at, entry] of products.entries())
    importLog.add(`products.${at}`, "product", entry.productId, await put.putProduct(entry));
}

async function putSkus(
  db: Database,
  { products, skus }: Catalogue,
  importLog: ImportLog,
  put: ReturnType<typeof mallUpserter>,
): Promise<void> {
  const productIds = skus.map(({ productId }) => productId);
  const known = await existingIds(db, "product", "product_id", productIds);
  for (const [at, { productId }] of skus.entries())
    addMissing(importLog, { place: `skus.${at}.productId`, what: "product", known, ids: [productId] });
  importLog.throwIfInvalid();
  for (const [at, entry] of skus.entries())
    importLog.add(`skus.${at}`, "sku", entry.skuId, await put.putSku(entry));
  importLog.throwIfInvalid();
  const changed = products.map(({ productId }) => productId);
  const unfit = await findUnfitSkus(db, [...productIds, ...changed]);
  for (const [at, { skuId }] of skus.entries())
    if (unfit.has(skuId)) importLog.problems[`skus.${at}.optionValues`] = fault("unfitOptions");
  // A SKU that the file does not name, of a product whose options it changes.
  const named = new Set(skus.map(({ skuId }) => skuId));
  const others = [...unfit].filter((skuId) => !named.has(skuId));
  if (others.length > 0) importLog.problems[`skus ${others.join(", ")}`] = fault("unfitOptions");
  importLog.throwIfInvalid();
}

/** Imports the mall's entries of a catalogue, with a version of each changed product (requirements MA96, CO88). */
export async function putMall(
  db: Database,
  catalogue: Catalogue,
  importLog: ImportLog,
  author: ChangeAuthor,
): Promise<void> {
  const put = mallUpserter(db, author.now);
  await putCategories(db, catalogue, importLog, put);
  const productIds = [
    ...new Set([...catalogue.products, ...catalogue.skus].map(({ productId }) => productId)),
  ];
  const before = await readProductSnapshots(db, productIds);
  await putProducts(db, catalogue, importLog, put);
  await putSkus(db, catalogue, importLog, put);
  await keepProductVersions(db, productIds, before, author);
  const { pricePlans, rushes } = catalogue;
  const known = await existingIds(
    db,
    "sku",
    "sku_id",
    [...pricePlans, ...rushes].map(({ skuId }) => skuId),
  );
  for (const list of ["pricePlans", "rushes"] as const)
    for (const [at, { skuId }] of catalogue[list].entries())
      addMissing(importLog, { place: `${list}.${at}.skuId`, what: "SKU", known, ids: [skuId] });
  importLog.throwIfInvalid();
  for (const [at, entry] of pricePlans.entries())
    importLog.add(`pricePlans.${at}`, "price-plan", entry.planId, await put.putPricePlan(entry));
  for (const [at, entry] of rushes.entries())
    importLog.add(`rushes.${at}`, "rush", entry.rushId, await put.putRush(entry));
  importLog.throwIfInvalid();
}
