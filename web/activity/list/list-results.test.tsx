import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as cardCss from "../card/card.module.css";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import type { ListData } from "./list-data.ts";
import { ListResults } from "./list-results.tsx";
import { readyEntry, type CacheEntry } from "../cache/loaded-page-cache.ts";
import { exampleActivity } from "../testing/activities.ts";
import { show, violations } from "../../ui/testing/show.tsx";

const loadMore = vi.fn<(cursor: string) => Promise<void>>();
const retry = vi.fn<() => void>();
const chooseCity = vi.fn<() => void>();
const list = (over: Partial<ListData> = {}): CacheEntry<ListData> =>
  readyEntry(
    {
      items: [exampleActivity(), exampleActivity({ activityId: "2", title: "已经结束的", status: 3 })],
      nextCursor: null,
      total: 2,
      counts: { all: 2, offline: 2, online: 0 },
      ...over,
    },
    0,
  );
const showResults = (entry: CacheEntry<ListData>) =>
  show(
    <ListResults
      entry={entry}
      cityName="上海"
      conditions={[{ label: "逐光", without: "/list" }]}
      nextAddress={(cursor) => `/list?cursor=${cursor}`}
      loadMore={loadMore}
      retry={retry}
      chooseCity={chooseCity}
      isCovered={false}
    />,
  );
const more = page.getByRole("link", { name: "加载更多" });

beforeEach(() => {
  vi.clearAllMocks();
  loadMore.mockResolvedValue();
});

test("K23 a list ends with 没有更多了 and axe finds nothing", async () => {
  showResults(list());
  await expect.element(page.getByText("没有更多了")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /莫干山晨雾试驾/ }))
    .toHaveAttribute("href", "/offline/1");
  expect(document.querySelector("img")?.getAttribute("fetchpriority")).toBe("high");
  expect(document.querySelectorAll(`.${contentCss.cover}.${contentCss.faded}`)).toHaveLength(1);
  expect(await violations()).toEqual([]);
});

test("the next page loads once when its row comes near", async () => {
  loadMore.mockReturnValue(new Promise(() => {}));
  showResults(list({ nextCursor: "next" }));
  await expect.element(page.getByText("正在加载")).toBeInTheDocument();
  expect(loadMore.mock.calls).toEqual([["next"]]);
});

test("K23 a failed page can be retried", async () => {
  loadMore.mockRejectedValueOnce(new Refusal("offline"));
  showResults(list({ nextCursor: "next" }));
  await page.getByRole("button", { name: "重试" }).click();
  await expect.poll(() => loadMore.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(document.querySelector(`.${contentCss.more}`)?.textContent).not.toContain("没有加载出来");
});

test("without a script the next page is a link", async () => {
  loadMore.mockRejectedValue(new Refusal("offline"));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  showResults(list({ nextCursor: "next" }));
  await expect.element(more).toHaveAttribute("href", "/list?cursor=next");
  vi.unstubAllGlobals();
});

test("K23 no results: removable conditions and further actions", async () => {
  showResults(list({ items: [], total: 0 }));
  await expect.element(page.getByRole("heading", { name: "这条路上暂时没有活动" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "去掉条件：逐光" })).toHaveAttribute("href", "/list");
  await expect.element(page.getByRole("link", { name: "清空筛选" })).toHaveAttribute("href", "/list");
  await page.getByRole("button", { name: "换个城市" }).click();
  expect(chooseCity).toHaveBeenCalledOnce();
  expect(await violations()).toEqual([]);
});

test("K23 a failed list shows the reason and can be retried", async () => {
  showResults({ state: "failed", reason: new Refusal("offline") });
  await expect
    .element(page.getByRole("alert").getByRole("heading", { name: "网络好像断开了" }))
    .toBeVisible();
  await page.getByRole("button", { name: "重试" }).click();
  expect(retry).toHaveBeenCalledOnce();
  expect(await violations()).toEqual([]);
});

test("K23 a slow list shows skeleton cards", async () => {
  showResults({ state: "loading" });
  await expect
    .poll(() => document.querySelectorAll(`.${cardCss.listCard} .${contentCss.skeleton}`).length)
    .toBeGreaterThan(0);
  await expect.element(page.getByText("正在加载活动")).toBeInTheDocument();
});
