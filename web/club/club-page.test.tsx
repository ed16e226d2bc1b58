import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { listComments } from "#contract/club/articles.ts";
import { Refusal } from "#contract/core/errors.ts";
import { fakeServer, responseOf, type FakeRequest } from "../platform/testing/fake-server.ts";
import { ArticleScreen } from "./article/article-screen.tsx";
import { clientLoader } from "./club-page.tsx";
import { cacheScreen, shownScreen, type LoadedScreen } from "./club-state.ts";
import { articleDetail, commentFor } from "./testing/samples.ts";
import { raisedWith, show, resetClub } from "./testing/show.tsx";
import { UnreachableScreen } from "./unreachable-screen.tsx";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
let unmount: () => void;
let requests: FakeRequest[];
let isDown: boolean;
let isFailing: boolean;
/** Comments 101 to 400, fifty per page. */
const commentsFrom = (from: number) => ({
  list: Array.from({ length: 50 }, (_, at) =>
    commentFor(String(from + at), { content: `第 ${from + at} 条` }),
  ),
  nextCursor: from + 50 > 400 ? null : String(from + 50),
});
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  raisedWith();
  unmount = () => {};
  isDown = false;
  isFailing = false;
  requests = fakeServer(({ name, url }) => {
    if (isDown) return null;
    if (isFailing) return responseOf({ status: 500 });
    if (name !== nameOf(listComments)) return responseOf({ status: 503 });
    return responseOf({ data: commentsFrom(Number(url.searchParams.get("cursor"))) });
  });
});
afterEach(() => {
  unmount();
  shownScreen.path = null;
  vi.restoreAllMocks();
});
const requestedCursors = () =>
  requests
    .filter(({ name }) => name === nameOf(listComments))
    .map(({ url }) => url.searchParams.get("cursor"));
const openArticle = (hash: string) => {
  const article = articleDetail({ comments: 300, commentPage: commentsFrom(101) });
  ({ unmount } = show(
    <ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />,
    `/club/article/1${hash}`,
  ));
};

/** Navigates to a path of the club. */
const load = (path: string) =>
  clientLoader({
    params: { "*": path },
    request: new Request(`http://localhost/club/${path}`),
  } as unknown as Parameters<typeof clientLoader>[0]);

it("P12 a linked comment is loaded from any page of the list and focused", async () => {
  openArticle("#comment-277");
  await expect.poll(() => document.activeElement?.id).toBe("comment-277");
  const { top, bottom } = (document.activeElement as HTMLElement).getBoundingClientRect();
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true]);
  expect(requestedCursors().slice(0, 4)).toEqual(["151", "201", "251"]);
});

it("P12 a deleted linked comment does not load pages beyond its position", async () => {
  openArticle("#comment-99");
  await expect.element(page.getByText("第 101 条")).toBeInTheDocument();
  expect(document.activeElement?.id).not.toContain("comment");
  expect(requestedCursors()).toEqual([]);
});

it("V28 an unreachable screen keeps the club's tabs and loads by itself when the network returns", async () => {
  const shown = { screen: "unreachable", tab: "city", reason: new Refusal("offline") } as const;
  const screen = show(<UnreachableScreen shown={shown} isOwn={false} path="city" />);
  ({ unmount } = screen);
  const revalidate = vi.spyOn(screen.router, "revalidate");
  await expect.element(page.getByRole("heading", { name: "网络好像断开了" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "推荐" })).toHaveAttribute("href", "/club");
  await expect
    .element(page.getByRole("link", { name: "同城", exact: true }))
    .toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "重试" }).click();
  expect(revalidate).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event("online"));
  await expect.poll(() => revalidate.mock.calls.length).toBe(2);
});

it("V28 Z08 an overloaded server is named as the reason; a screen without tabs has a back link", async () => {
  const shown = { screen: "unreachable", tab: null, reason: new Refusal("busy") } as const;
  ({ unmount } = show(<UnreachableScreen shown={shown} isOwn={false} path="group/101" />));
  await expect.element(page.getByText("活动太火爆了，请稍后再试")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "返回" })).toHaveAttribute("href", "/club");
});

it("V28 a server error is shown within the club; a failed revalidation does not replace the screen", async () => {
  isFailing = true;
  const { shown } = await load("city");
  expect(shown).toMatchObject({ screen: "unreachable", tab: "city" });
  ({ unmount } = show(<UnreachableScreen shown={shown as never} isOwn={false} path="city" />));
  await expect.element(page.getByRole("link", { name: "推荐" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "重试" })).toBeVisible();
  await expect.element(page.getByText("网络好像断开了")).not.toBeInTheDocument();
  shownScreen.path = "city";
  await expect(load("city")).rejects.toMatchObject({ name: "Refusal" });
});

it("V28 without a network a cached screen is shown; a failed revalidation does not replace the screen", async () => {
  isDown = true;
  expect((await load("city")).shown).toMatchObject({ screen: "unreachable", tab: "city" });
  expect((await load("group/101")).shown).toMatchObject({ screen: "unreachable", tab: null });
  const before: LoadedScreen = {
    shown: { screen: "article", article: articleDetail() },
    path: "article/1",
    viewer: null,
    renderedAt: 0,
  };
  cacheScreen(before);
  expect(await load("article/1")).toBe(before);
  shownScreen.path = "city";
  await expect(load("city")).rejects.toMatchObject({ name: "Refusal" });
});
