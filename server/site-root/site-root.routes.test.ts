import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { renderBrandIcon } from "./brand-icon.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const asPerson = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers });

test("C31 whoever opens the site's root comes to the app", async () => {
  const answer = await get("/", asPerson);
  expect([answer.statusCode, answer.headers.location]).toEqual([302, WEB_BASE]);
});

test("C31 a person at a wrong address sees the app's page for it, a program its envelope", async () => {
  const person = await get("/mal/?x=1", asPerson);
  expect([person.statusCode, person.headers.location]).toEqual([302, `${WEB_BASE}404`]);
  const lost = [
    ["/mal/", {}],
    ["/mall-api/none", asPerson],
    ["/media/none.png", asPerson],
    [`${WEB_BASE}assets/none.js`, asPerson],
  ] as const;
  for (const [url, headers] of lost) {
    const answer = await get(url, headers);
    expect([url, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([url, 404, "404"]);
  }
  const posted = await app.app.inject({ method: "POST", url: "/mal/", headers: asPerson });
  expect(posted.statusCode).toBe(404);
});

test("icons are pictures of the brand's mark in its colour; robots.txt keeps crawlers to the pages", async () => {
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

test("A13 another maker's icon has their colour and their mark", async () => {
  const other = { ...app.context.config.brand, theme: { "--brand-700": "#a01020" }, logo: ["M0 12H40"] };
  const icon = await renderBrandIcon(other, 64, 0);
  const { data } = await sharp(icon).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 64 + x) * 3, (y * 64 + x) * 3 + 3)];
  expect(at(4, 4)).toEqual([0xa0, 0x10, 0x20]);
  expect(at(32, 32)).toEqual([255, 255, 255]);
});
