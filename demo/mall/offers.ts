import type { NewPricePlan, NewSku, SeededRush } from "../../server/mall/index.ts";
import { DAY, HOUR } from "../calendar.ts";
import { demoId } from "../ids.ts";
import type { ProductLine } from "./lines.ts";

type WithSkus = readonly { readonly line: ProductLine; readonly skus: readonly NewSku[] }[];

/** Planned prices: from a day before the start of the demo, for 45 days, with the surcharges of each SKU. */
export const demoPricePlans = (all: WithSkus, now: number): NewPricePlan[] =>
  all
    .flatMap(({ line, skus }) => {
      const planned = line.marks.get("plan");
      if (planned === undefined) return [];
      return skus.map((sku) => ({
        skuId: sku.skuId,
        priceFen: Number(planned) * 100 + sku.priceFen - line.priceFen,
      }));
    })
    .map((one, place) => ({
      ...one,
      planId: demoId("pricePlan", place),
      fromTime: now - DAY,
      toTime: now + 45 * DAY,
      audience: "everyone",
    }));

/** 限时抢购 of the first SKU of a product: running ones for three weeks, coming ones from the next full hours on. */
export const demoRushes = (all: WithSkus, now: number): SeededRush[] =>
  all
    .flatMap(({ line, skus: [sku] }) => {
      const running = line.marks.get("rush");
      const coming = line.marks.get("rushsoon");
      if (!sku || (running === undefined && coming === undefined)) return [];
      const fromTime = running === undefined ? Math.ceil(now / HOUR) * HOUR + 2 * DAY : now - 2 * HOUR;
      const quota = Math.max(1, Math.floor(sku.stock / 2));
      return [
        {
          skuId: sku.skuId,
          priceFen: Number(running ?? coming) * 100,
          quota,
          taken: running === undefined ? 0 : Math.floor(quota * 0.6),
          fromTime,
          toTime: fromTime + 21 * DAY,
          buyMost: 2,
        },
      ];
    })
    .map((one, place) => ({ ...one, rushId: demoId("rush", place) }));
