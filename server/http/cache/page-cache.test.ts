import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { PageCache, type RenderedPage } from "./page-cache.ts";
import type { PageCacheKey } from "./page-cache-key.ts";

const keyOf = (text: string, isCacheable = true): PageCacheKey => ({
  text,
  url: text,
  cookie: "",
  city: "310100",
  isCacheable,
});
/** A cache with what it has rendered, and whoever waits for it. */
function scene(status: (text: string) => number = () => 200) {
  const rendered: string[] = [];
  const begun: string[] = [];
  let mayBegin = true;
  const cache = new PageCache(async ({ text }) => {
    rendered.push(text);
    const body = Buffer.from(text);
    const page: RenderedPage = {
      status: status(text),
      location: null,
      plain: body,
      brotli: body,
      styleHash: null,
      madeAt: performance.now(),
    };
    return page;
  });
  const ask = (text: string, isCacheable = true) =>
    cache.get(keyOf(text, isCacheable), "id", () => {
      if (!mayBegin) throw new Refusal("tooMany");
      begun.push(text);
      return () => void begun.splice(begun.indexOf(text), 1);
    });
  const askAll = async (name: string, count: number) => {
    for (let at = 0; at < count; at++) await ask(`${name}${at}`);
  };
  return { cache, rendered, begun, ask, askAll, refuse: () => void (mayBegin = false) };
}

test("O04 addresses asked for once displace none that people ask for, were they thousands", async () => {
  const { cache, rendered, ask, askAll } = scene();
  for (const _ of [1, 2]) await askAll("warm", 200);
  await askAll("odd", 3_000);
  expect(rendered).toHaveLength(3_200);
  await askAll("warm", 200);
  expect(rendered).toHaveLength(3_200);
  expect(cache.fresh("warm7")?.plain.toString()).toBe("warm7");
  await ask("odd0");
  expect(rendered).toHaveLength(3_201);
});

test("O04 what is no page is kept for a moment among those, however often it is asked for", async () => {
  const { rendered, askAll } = scene((text) => (text.startsWith("none") ? 404 : 200));
  for (const _ of [1, 2]) await askAll("warm", 200);
  for (const _ of [1, 2, 3]) await askAll("none", 500);
  for (const _ of [1, 2, 3]) await askAll("known", 50);
  expect(rendered).toHaveLength(1_750);
  await askAll("warm", 200);
  await askAll("known", 50);
  expect(rendered).toHaveLength(1_750);
});

test("O04 who may not begin a page gets one that is there, and none that is not; whoever waits for another's is not asked", async () => {
  const { rendered, begun, ask, refuse } = scene();
  const both = [ask("page"), ask("page")];
  expect(begun).toEqual(["page"]);
  await Promise.all(both);
  await ask("own", false);
  expect([rendered, begun]).toEqual([["page", "own"], []]);
  refuse();
  expect((await ask("page")).plain.toString()).toBe("page");
  await expect(ask("another")).rejects.toThrow(Refusal);
  await expect(ask("own", false)).rejects.toThrow(Refusal);
});
