import type { SeededMall, SeededProduct } from "../../server/mall/index.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import { DAY, timeOnDay } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { urlOf, type PictureUrls } from "../pictures.ts";
import { categoryIdOf, demoCategories } from "./categories.ts";
import { demoFreights, freightIds } from "./freights.ts";
import { colourPictureName, productLines, type ProductLine } from "./lines.ts";
import { contentOf, servicesOf, tagsOf } from "./texts.ts";
import { demoPricePlans, demoRushes } from "./offers.ts";
import { skusOf } from "./skus.ts";

function stateOf({ marks }: ProductLine): SeededProduct["state"] {
  if (marks.has("off")) return "off";
  return marks.has("draft") ? "draft" : "on";
}

function toProduct(
  line: ProductLine,
  place: number,
  {
    pictures,
    dealers,
    now,
  }: {
    readonly pictures: PictureUrls;
    readonly dealers: readonly string[];
    readonly now: number;
  },
): SeededProduct {
  const { key, marks } = line;
  const names = marks.has("gallery")
    ? [`product-${key}`, `product-${key}-close`, `product-${key}-scene`]
    : [`product-${key}`];
  return {
    productId: demoId("product", place),
    kind: "goods",
    categoryId: categoryIdOf(marks.get("c") ?? ""),
    title: line.title,
    subtitle: line.subtitle,
    coverUrl: urlOf(pictures, `product-${key}`),
    images: names.map((name) => ({ pictureUrl: urlOf(pictures, name) })),
    content: contentOf(line, pictures),
    options: line.options.map(({ name, values }) => ({ name, values: values.map(({ value }) => value) })),
    tags: tagsOf(line),
    services: servicesOf(line),
    seriesCodes: marks.get("series")?.split(",") ?? [],
    saleFrom: marks.has("soon") ? timeOnDay(startOfShanghaiDay(now + 9 * DAY), "10:00") : null,
    buyMost: marks.has("buy") ? Number(marks.get("buy")) : null,
    noReturn: marks.has("noReturn"),
    returnDays: 7,
    freightId: marks.has("bulky") ? freightIds.bulky : freightIds.parcel,
    // Heavy goods, and those that a dealer installs.
    pickupDealers: marks.has("pickup") ? dealers : null,
    place,
    state: stateOf(line),
    sold: Number(marks.get("sold") ?? 0),
    createdTime: now - (marks.has("new") ? 2 : 20 + ((place * 7) % 160)) * DAY - place * 60_000,
  };
}

/**
 * The mall of the demo brand: products in every state, with prices, stock, freights and rushes.
 * @param dealers ids of dealers that hand over pick-up orders
 * @param now ms; times are relative to it
 */
export function demoMall(pictures: PictureUrls, dealers: readonly string[], now: number): SeededMall {
  const lines = productLines();
  const products = lines.map((line, place) => toProduct(line, place, { pictures, dealers, now }));
  let skuCount = 0;
  const skusOfLine = lines.map((line, place) => {
    const skus = skusOf(line, {
      productId: demoId("product", place),
      firstSku: skuCount,
      pictureOf: (colour) => pictures.get(colourPictureName(line.key, colour)) ?? null,
    });
    skuCount += skus.length;
    return { line, skus };
  });
  return {
    categories: demoCategories.map(({ categoryId, parent, name, icon, place }) => ({
      categoryId,
      parentId: parent === "-" ? null : categoryIdOf(parent),
      name,
      iconUrl: urlOf(pictures, `product-${icon}`),
      place,
    })),
    freights: demoFreights,
    products,
    skus: skusOfLine.flatMap(({ skus }) => skus),
    pricePlans: demoPricePlans(skusOfLine, now),
    rushes: demoRushes(skusOfLine, now),
  };
}
