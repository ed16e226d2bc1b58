import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { ArticlePage } from "#contract/club/shapes.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { feedCache, receiveArticles } from "../club-state.ts";
import { ArticleFeed } from "./article-feed.tsx";
import { articleFor } from "../testing/samples.ts";
import { articleTitle } from "../screen-titles.ts";
import { raisedWith, show, resetClub } from "../testing/show.tsx";
import * as feedCss from "./feed.module.css";

// Counts renderings: each rendering of a card calls articleTitle once.
vi.mock("../screen-titles.ts", { spy: true });

const pageOf = (ids: readonly number[], nextCursor: string | null): ArticlePage => ({
  list: ids.map((id) => articleFor(String(id))),
  nextCursor,
});
let unmount: () => void;
let newest: ArticlePage;
let next: (() => Promise<ArticlePage>)[];
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  raisedWith();
  fakeServer(() => null);
  next = [];
  newest = pageOf([20, 19, 18, 17, 16, 15, 14, 13, 12, 11], "a");
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const showFeed = (first = newest) => {
  ({ unmount } = show(
    <ArticleFeed
      isFirst
      path="home"
      first={first}
      load={(cursor) => (cursor === undefined ? Promise.resolve(newest) : (next.shift() ?? fail)())}
      label="推荐"
      empty={<p>还没有动态</p>}
    />,
  ));
};
const fail = () => Promise.reject(new Error("no network"));
const titles = () => page.getByRole("article").elements().length;
/** Scrolls to the end; called repeatedly, since cards grow when they come into view. @returns number of cards */
const scrollDown = (): number => {
  scrollTo(0, document.body.scrollHeight);
  return titles();
};

it("P12 the next page loads near the end of the list; a failure can be retried", async () => {
  next = [fail, () => Promise.resolve(pageOf([10, 9], null))];
  showFeed();
  await expect.element(page.getByText(/第 11 篇/)).toBeInTheDocument();
  const again = page.getByRole("button", { name: "重试" });
  await expect.poll(() => scrollDown() && again.elements().length).toBe(1);
  await again.click();
  await expect.poll(titles).toBe(12);
  await expect.element(page.getByText("没有更多了")).toBeVisible();
});

it("U26 Page Down and Page Up move the focus between articles; at an end they scroll", async () => {
  newest = pageOf([20, 19, 18], null);
  showFeed();
  await page.getByRole("button", { name: /^赞《第 20 篇》/ }).click();
  const at = () => document.activeElement?.closest("article")?.textContent?.match(/第 \d+ 篇/)?.[0];
  for (const [key, place] of [
    ["{PageDown}", "第 19 篇"],
    ["{PageDown}", "第 18 篇"],
    ["{PageDown}", "第 18 篇"],
    ["{PageUp}", "第 19 篇"],
  ] as const) {
    await userEvent.keyboard(key);
    expect([key, at()]).toEqual([key, place]);
  }
  expect(document.activeElement?.tagName).toBe("ARTICLE");
});

it("P12 cards are laid out when they come into view, and all of them after hydration", async () => {
  const { dataset } = document.documentElement;
  delete dataset["ready"];
  showFeed();
  await expect.poll(titles).toBe(10);
  const laidOut = () =>
    page
      .getByRole("article")
      .elements()
      .map((card) => getComputedStyle(card).contentVisibility);
  const all = (visibility: string) => Array.from({ length: 10 }, () => visibility);
  await expect.poll(laidOut).toEqual(all("auto"));
  dataset["ready"] = "1";
  expect(laidOut()).toEqual(all("visible"));
  delete dataset["ready"];
});

it("K17 the first picture within the first three cards is loaded eagerly with high priority", async () => {
  const withPicture = (id: string) => articleFor(id, { images: [`/media/cover-${id}.svg`] });
  showFeed({ list: [articleFor("30"), withPicture("29"), withPicture("28")], nextCursor: null });
  await expect.poll(titles).toBe(3);
  const pictures = () =>
    [...document.querySelectorAll<HTMLImageElement>(`.${feedCss.pictures} img`)].map(
      ({ src, loading, fetchPriority }) => [/cover-(\d+)/.exec(src)?.[1], loading, fetchPriority],
    );
  expect(pictures()).toEqual([
    ["29", "eager", "high"],
    ["28", "lazy", "auto"],
  ]);
  unmount();
  resetClub();
  showFeed({
    list: [1, 2, 3].map((id) => articleFor(String(id))).concat(withPicture("4")),
    nextCursor: null,
  });
  await expect.poll(titles).toBe(4);
  expect(pictures()).toEqual([["4", "lazy", "auto"]]);
});

it("P12 new articles are announced and move nothing until the person asks for them", async () => {
  showFeed();
  await expect.poll(titles).toBe(10);
  scrollTo(0, 600);
  const before = page
    .getByText(/第 17 篇/)
    .element()
    .getBoundingClientRect().top;
  feedCache.refresh("home", pageOf([23, 22, 21, 20], "b"));
  const pill = page.getByRole("button", { name: "有 3 条新动态" });
  await expect.element(pill).toBeInTheDocument();
  expect(
    page
      .getByText(/第 17 篇/)
      .element()
      .getBoundingClientRect().top,
  ).toBe(before);
  expect(page.getByRole("status").element().textContent).toBe("有 3 条新动态");
  await pill.click();
  await expect.poll(titles).toBe(13);
  await expect.element(page.getByText(/第 23 篇/)).toBeInViewport();
});

it("P12 with more new articles than a page the list restarts and continues without a gap", async () => {
  next = [() => Promise.resolve(pageOf([40, 39, 38, 37, 36, 35, 34, 33, 32, 31], "c"))];
  showFeed();
  await expect.poll(titles).toBe(10);
  feedCache.refresh("home", pageOf([50, 49, 48, 47, 46, 45, 44, 43, 42, 41], "b"));
  await page.getByRole("button", { name: "有 10+ 条新动态" }).click();
  await expect.element(page.getByText(/第 50 篇/)).toBeInViewport();
  await expect.poll(() => scrollDown() && titles()).toBe(20);
  await expect.element(page.getByText(/第 31 篇/)).toBeInTheDocument();
  expect(page.getByText(/第 20 篇/).query()).toBeNull();
});

it("P12 a person who comes back finds the list as they left it", async () => {
  next = [() => Promise.resolve(pageOf([10, 9], null))];
  showFeed();
  await expect.poll(titles).toBe(10);
  await expect.poll(scrollDown).toBe(12);
  unmount();
  showFeed();
  await expect.poll(titles).toBe(12);
});

it("a repeated state or a change of one article renders no other card again", async () => {
  showFeed();
  await expect.poll(titles).toBe(10);
  vi.mocked(articleTitle).mockClear();
  receiveArticles(newest.list);
  feedCache.start("home", newest);
  const news = { ...articleFor("20"), comments: 9 };
  feedCache.refresh("home", { ...newest, list: [news, ...structuredClone(newest.list.slice(1))] });
  await expect.element(page.getByRole("link", { name: /的评论，9 条/ })).toBeInTheDocument();
  expect(vi.mocked(articleTitle).mock.calls).toEqual([[news]]);
  receiveArticles([{ ...articleFor("19"), likes: 6 }]);
  await expect.element(page.getByRole("button", { name: /6 人觉得很赞/ })).toBeInTheDocument();
  expect(articleTitle).toHaveBeenCalledTimes(1);
});

it("P12 U26 an empty list shows a text; a list with articles is an accessible feed", async () => {
  showFeed({ list: [], nextCursor: null });
  await expect.element(page.getByText("还没有动态")).toBeVisible();
  unmount();
  resetClub();
  showFeed(pageOf([2, 1], null));
  await expect.element(page.getByRole("feed", { name: "推荐" })).toBeVisible();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
