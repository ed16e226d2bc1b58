import lighthouse from "lighthouse";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch } from "../testing/chromium.ts";
import { allProducts } from "../testing/mall.ts";
import { appAddress } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let port: number;
beforeAll(async () => {
  port = await freePort();
  browser = await launch(`--remote-debugging-port=${port}`);
});
afterAll(() => browser.close());

const CATEGORIES = ["accessibility", "best-practices", "seo"];

test("Z22 Lighthouse gives 100 points to each main page", { timeout: 300_000 }, async () => {
  const { activityId } = await findActivity(origin, activityFilters.plain);
  const [product] = await allProducts(origin);
  const productPath = `mall/product/${product?.productId ?? ""}`;
  for (const path of ["", "list", `offline/${activityId}`, "club", "mall", productPath]) {
    const options = { port, onlyCategories: CATEGORIES, logLevel: "error" } as const;
    const result = await lighthouse(app + path, { ...options, onlyCategories: [...CATEGORIES] });
    const { categories = {}, audits = {} } = result?.lhr ?? {};
    const failed = Object.values(audits)
      .filter(
        ({ score, scoreDisplayMode }) => score !== null && score < 1 && scoreDisplayMode !== "informative",
      )
      .map(({ id }) => id);
    const scores = Object.values(categories).map(({ id, score }) => [id, score]);
    expect([path, failed, scores]).toEqual([path, [], CATEGORIES.map((id) => [id, 1])]);
  }
});
