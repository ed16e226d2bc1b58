import openGraph from "open-graph-scraper";
import sharp from "sharp";
import { expect, inject, test } from "vitest";
import { showCarClub } from "#contract/club/club.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { allProducts } from "../testing/mall.ts";
import { appAddress, formPath } from "../testing/page-actions.ts";

const origin = inject("origin");
const app = appAddress(origin);

/** A page as an independent parser of Open Graph reads it. */
async function previewOf(path: string) {
  const html = await (await fetch(app + path)).text();
  const { error, result } = await openGraph({ html });
  expect([path, error]).toEqual([path, false]);
  return { ...result, canonical: /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1] };
}

test("Z20 a pasted link shows title, text and picture", { timeout: 120_000 }, async () => {
  const call = contractClient(origin);
  const activity = await findActivity(origin, activityFilters.plain);
  const online = await findActivity(origin, activityFilters.online);
  const { feed } = await call(showCarClub, {});
  const [product] = await allProducts(origin);
  const [article] = feed.list.filter(({ title }) => title !== "");
  const offlinePath = `offline/${activity.activityId}`;
  for (const [path, title] of [
    ["", "青岚汽车"],
    ["list", "青岚汽车"],
    [offlinePath, activity.title],
    [`${offlinePath}?utm_source=x&from=y`, activity.title],
    [`online/${online.activityId}`, online.title],
    ["club", "青岚汽车"],
    [`club/article/${article?.articleId}`, article?.title ?? ""],
    [`club/group/${article?.groupId}`, article?.groupName ?? ""],
    ["mall", "青岚汽车"],
    [`mall/product/${product?.productId ?? ""}`, product?.title ?? ""],
  ] as const) {
    const preview = await previewOf(path);
    expect([path, preview.ogTitle]).toEqual([path, expect.stringContaining(title)]);
    expect([path, (preview.ogDescription ?? "").length]).toEqual([
      path,
      expect.toSatisfy((length) => length >= 8),
    ]);
    expect(preview.canonical).toBe(app + path.split("?")[0]);
    expect(preview.ogUrl).toBe(preview.canonical);
    const address = preview.ogImage?.[0]?.url ?? "";
    expect(new URL(address).origin).toBe(origin);
    // Messengers send no Accept header for pictures, and do not draw SVG.
    const answer = await fetch(address, { headers: { accept: "*/*" } });
    const { format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([path, answer.status, format === "jpeg" || format === "png", width >= 180]).toEqual([
      path,
      200,
      true,
      true,
    ]);
  }
});

test("Z20 personal pages, steps of a process and unknown pages are not indexed", async () => {
  const { activityId } = await findActivity(origin, activityFilters.plain);
  for (const path of [
    "mine",
    "mine/signups",
    formPath(activityId),
    "check-in",
    "compose",
    "404",
    "offline/1",
  ]) {
    const html = await (await fetch(app + path)).text();
    const robots = html.match(/<meta name="robots" content="[^"]*"/g) ?? [];
    expect([path, robots]).toEqual([path, ['<meta name="robots" content="noindex"']]);
    expect(html).not.toContain('rel="canonical"');
  }
});

test("Z20 robots.txt names the sitemap, whose addresses are pages", { timeout: 120_000 }, async () => {
  const robots = await (await fetch(`${origin}/robots.txt`)).text();
  const address = /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? "";
  expect(address).toBe(`${origin}/sitemap.xml`);
  const sitemap = await fetch(address);
  expect(sitemap.headers.get("content-type")).toContain("application/xml");
  const pages = [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url ?? "");
  for (const part of ["/offline/", "/online/", "/club/group/", "/club/article/"])
    expect(pages.filter((url) => url.includes(part)).length).toBeGreaterThan(3);
  for (const url of [pages[0], pages.at(5), pages.at(-1)]) expect((await fetch(url ?? "")).status).toBe(200);
});
