import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { PageCache, type RenderedPage } from "./page-cache.ts";
import type { PageCacheKey } from "./page-cache-key.ts";

const keyOf = (name: string, isCacheable = true): PageCacheKey => ({
  cacheKey: name,
  url: name,
  cookie: "",
  cityCode: "310100",
  isPreview: false,
  isCacheable,
});
/** A cache, the names of its rendered pages, and those whose rendering is counted now. */
function createScene(status: (name: string) => number = () => 200) {
  const rendered: string[] = [];
  const counted: string[] = [];
  let mayRender = true;
  const cache = new PageCache(async ({ cacheKey: name }) => {
    rendered.push(name);
    const body = Buffer.from(name);
    const page: RenderedPage = {
      status: status(name),
      location: null,
      plain: body,
      brotli: body,
      styleHash: null,
      renderedAt: performance.now(),
    };
    return page;
  });
  const request = (name: string, isCacheable = true) =>
    cache.get(keyOf(name, isCacheable), "id", async (_name, render) => {
      if (!mayRender) throw new Refusal("tooMany");
      counted.push(name);
      return render().finally(() => void counted.splice(counted.indexOf(name), 1));
    });
  const requestMany = async (name: string, count: number) => {
    for (let index = 0; index < count; index++) await request(`${name}${index}`);
  };
  return { cache, rendered, counted, request, requestMany, refuse: () => void (mayRender = false) };
}

test("O04 thousands of pages that are requested once evict no page that is requested again", async () => {
  const { cache, rendered, request, requestMany } = createScene();
  for (const _ of [1, 2]) await requestMany("warm", 200);
  await requestMany("odd", 3_000);
  expect(rendered).toHaveLength(3_200);
  await requestMany("warm", 200);
  expect(rendered).toHaveLength(3_200);
  expect(cache.getFresh("warm7")?.plain.toString()).toBe("warm7");
  await request("odd0");
  expect(rendered).toHaveLength(3_201);
});

test("O04 error pages stay among the pages that are evicted first, however often they are requested", async () => {
  const { rendered, requestMany } = createScene((name) => (name.startsWith("none") ? 404 : 200));
  for (const _ of [1, 2]) await requestMany("warm", 200);
  for (const _ of [1, 2, 3]) await requestMany("none", 500);
  for (const _ of [1, 2, 3]) await requestMany("known", 50);
  expect(rendered).toHaveLength(1_750);
  await requestMany("warm", 200);
  await requestMany("known", 50);
  expect(rendered).toHaveLength(1_750);
});

test("O04 a client over its quota gets cached pages only; requests that wait for one page render it once", async () => {
  const { rendered, counted, request, refuse } = createScene();
  const both = [request("page"), request("page")];
  expect(counted).toEqual(["page", "page"]);
  await Promise.all(both);
  await request("own", false);
  expect([rendered, counted]).toEqual([["page", "own"], []]);
  refuse();
  expect((await request("page")).plain.toString()).toBe("page");
  await expect(request("another")).rejects.toThrow(Refusal);
  await expect(request("own", false)).rejects.toThrow(Refusal);
});
