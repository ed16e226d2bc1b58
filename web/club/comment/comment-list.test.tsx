import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { addComment, listComments, type ArticleDetail } from "#contract/club/articles.ts";
import { blockMember } from "#contract/club/members.ts";
import type { Comment } from "#contract/club/shapes.ts";
import { fakeServer, responseOf, type FakeRequest } from "../../platform/testing/fake-server.ts";
import { CommentList } from "./comment-list.tsx";
import { articleDetail, author, commentFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import { useComments } from "./use-comments.tsx";
import * as articleCss from "../article/article.module.css";

let unmount: () => void;
let requests: FakeRequest[];
/** All comments on the server. */
let all: Comment[];
let goneCalls: number;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
/** Adds comments on the server, with ids from 11 and different texts. */
const write = (count: number, over: Partial<Comment> = {}): Comment[] =>
  Array.from({ length: count }, () => {
    const id = String(11 + all.length);
    all.push(commentFor(id, { content: `第 ${id} 条评论`, ...over }));
    return all.at(-1) ?? commentFor(id);
  });
const pageFrom = (from: number, size: number) => ({
  list: all.slice(from, from + size),
  nextCursor: from + size < all.length ? String(from + size) : null,
});

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  raisedWith();
  all = [];
  goneCalls = 0;
  requests = fakeServer(({ name, url: { searchParams } }) => {
    if (name === nameOf(listComments))
      return responseOf({
        data: pageFrom(Number(searchParams.get("cursor") ?? 0), Number(searchParams.get("pageSize"))),
      });
    if (name === nameOf(addComment)) {
      const [comment] = write(1, { own: true });
      return responseOf({ data: { comment, comments: all.length } });
    }
    return responseOf(name === nameOf(blockMember) ? { data: { blocked: true } } : { status: 503 });
  });
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});

function Sample({ article }: { article: ArticleDetail }) {
  const [live, setLive] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useComments(article, live);
  return (
    <>
      <button type="button" onClick={() => setLive(all.length)}>
        news
      </button>
      <button type="button" onClick={() => state.write(null)}>
        write
      </button>
      <CommentList {...{ article, state, heading }} onGone={() => goneCalls++} />
      {state.sheet}
    </>
  );
}
const showComments = (over: Partial<ArticleDetail> = {}) => {
  const article = articleDetail({ comments: all.length, commentPage: pageFrom(0, 10), ...over });
  ({ unmount } = show(<Sample article={article} />));
};
const news = () => page.getByRole("button", { name: "news" }).click();
const loaded = () => requests.filter(({ name }) => name === nameOf(listComments));
const count = () => document.querySelectorAll(`.${articleCss.comment}`).length;
const scrollDown = () => {
  scrollTo(0, document.body.scrollHeight);
  return count();
};

it("P12 one tap shows the new comments below several pages, and nothing is loaded twice", async () => {
  write(55);
  showComments();
  await expect.poll(scrollDown).toBe(55);
  write(2);
  await news();
  const pill = page.getByRole("button", { name: "有 2 条新评论" });
  await pill.click();
  await expect.element(page.getByText("第 67 条评论")).toBeInTheDocument();
  expect(count()).toBe(57);
  await expect.element(pill).not.toBeInTheDocument();
  // Loads the last page again, which has room for them.
  expect(loaded().map(({ url }) => url.searchParams.get("cursor"))).toEqual(["10", "10"]);
});

it("P12 new comments after a full last page are loaded from the next page", async () => {
  write(60);
  showComments();
  await expect.poll(scrollDown).toBe(60);
  write(1);
  await news();
  await page.getByRole("button", { name: "有 1 条新评论" }).click();
  await expect.element(page.getByText("第 71 条评论")).toBeInTheDocument();
  expect(count()).toBe(61);
  expect(loaded().map(({ url }) => url.searchParams.get("cursor"))).toEqual(["10", "10", "60"]);
});

it("P12 while further pages exist, new comments come with them and are not announced", async () => {
  write(11);
  showComments({ commentPage: pageFrom(0, 10) });
  write(1);
  await news();
  await expect.element(page.getByRole("heading", { name: "评论 12" })).toBeVisible();
  await expect.poll(scrollDown).toBe(12);
  expect(page.getByRole("button", { name: /条新评论/ }).query()).toBeNull();
});

it("P12 the viewer's own comment does not reduce the number of others' new comments", async () => {
  write(1);
  showComments();
  write(2);
  await news();
  await expect.element(page.getByRole("button", { name: "有 2 条新评论" })).toBeVisible();
  await page.getByRole("button", { name: "write" }).click();
  await page.getByRole("textbox", { name: "写评论" }).fill("算我一个");
  await page.getByRole("button", { name: "发布评论" }).click();
  await expect.poll(count).toBe(2);
  await page.getByRole("button", { name: "有 2 条新评论" }).click();
  await expect.poll(count).toBe(4);
  await expect.element(page.getByRole("heading", { name: "评论 4" })).toBeVisible();
});

it("P23 a blocked member's comments disappear; the public count stays", async () => {
  const zhou = commentFor("1").author;
  write(2);
  write(1, { author: { ...author, id: "9", displayName: "另一位" } });
  const raised = raisedWith();
  showComments();
  await page
    .getByRole("button", { name: `更多：${zhou.displayName}的评论` })
    .first()
    .click();
  await page.getByRole("button", { name: `拉黑 ${zhou.displayName}` }).click();
  await expect.poll(() => toasts(raised)).toEqual(["已拉黑"]);
  await expect.poll(count).toBe(1);
  await expect.element(page.getByRole("heading", { name: "评论 3" })).toHaveFocus();
  expect(goneCalls).toBe(0);
});

it("P23 blocking the article's author from a comment removes the article", async () => {
  write(1, { author });
  showComments();
  await page.getByRole("button", { name: `更多：${author.displayName}的评论` }).click();
  await page.getByRole("button", { name: `拉黑 ${author.displayName}` }).click();
  await expect.poll(() => goneCalls).toBe(1);
});
