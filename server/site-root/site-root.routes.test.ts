import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { addSampleProduct } from "../testing/samples/sample-mall.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { renderBrandIcon } from "./brand-icon.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const navigation = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

test("C31 the root of the site redirects to the app", async () => {
  const answer = await get("/", navigation);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, WEB_BASE]);
});

test("C31 at an unknown URL a person sees the app's page for it, and a program gets an envelope", async () => {
  const page = await get("/mal/?x=1", navigation);
  expect([page.statusCode, page.headers.location]).toEqual([302, `${WEB_BASE}404`]);
  const requests = [
    ["/mal/", {}],
    ["/mall-api/none", navigation],
    ["/media/none.png", navigation],
    [`${WEB_BASE}assets/none.js`, navigation],
  ] as const;
  for (const [url, headers] of requests) {
    const answer = await get(url, headers);
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 404, "404"]);
  }
  const posted = await app.app.inject({ method: "POST", url: "/mal/", headers: navigation });
  expect(posted.statusCode).toBe(404);
});

test("icons are PNG files; robots.txt allows crawlers the pages only", async () => {
  for (const [url, size] of [
    ["/favicon.ico", 64],
    ["/apple-touch-icon.png", 180],
  ] as const) {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({
      format: "png",
      width: size,
      height: size,
    });
  }
  const robots = await get("/robots.txt");
  expect(robots.body).toContain("Disallow: /mall-api");
  expect(robots.body).not.toContain("/marketing");
});

test("A13 the icon of another brand has its colour and its logo", async () => {
  const other = { ...app.context.config.brand, theme: { "--brand-700": "#a01020" }, logo: ["M0 12H40"] };
  const icon = await renderBrandIcon(other, 64, 0);
  const { data } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  expect(at(4, 4)).toEqual([0xa0, 0x10, 0x20]);
  expect(at(32, 32)).toEqual([255, 255, 255]);
});

test("MA02 Z20 the sitemap has every published product over the pages of the list, and no other", async () => {
  const { db } = app.context;
  const made: string[] = [];
  for (let count = 0; count < 60; count++) {
    const [sku] = await addSampleProduct(db, { stock: [1] });
    made.push(sku?.productId ?? "");
  }
  const [draft = "", withdrawn = "", ...published] = made;
  await sql`update product set state = 'draft' where product_id = ${draft}`.execute(db);
  await sql`update product set state = 'off' where product_id = ${withdrawn}`.execute(db);
  const answer = await get("/sitemap.xml");
  expect(answer.headers["content-type"]).toContain("application/xml");
  const listed = [...answer.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? "");
  const products = listed.filter((url) => url.includes("/mall/product/"));
  const address = (productId: string) => `${app.context.origin()}${WEB_BASE}mall/product/${productId}`;
  expect(products.toSorted()).toEqual(published.map(address).toSorted());
  expect(listed).toContain(`${app.context.origin()}${WEB_BASE}mall`);
  for (const path of ["mall/cart", "mall/orders", "mall/addresses"])
    expect(listed).not.toContain(`${app.context.origin()}${WEB_BASE}${path}`);
});
