import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { likeArticle } from "#contract/club/articles.ts";
import { followUser } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { ArticleCard } from "../feed/article-card.tsx";
import { resetForNewViewer, receiveArticles } from "../club-state.ts";
import { FollowButton } from "../member/follow-button.tsx";
import { LikeButton } from "./like-button.tsx";
import { Likers } from "./likers.tsx";
import { articleFor, author } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as groupCss from "../group/group.module.css";

const article = articleFor("1", {
  title: "莫干山的雾",
  images: ["/media/a.jpg", "/media/b.jpg"],
  content: '<p>谢谢 <at data-id="7">@老周</at></p>',
});
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: FakeAnswer[];
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  answers = [];
  raised = raisedWith();
  requests = fakeServer(() => responseOf(answers.shift() ?? { status: 500 }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const showCard = () => {
  ({ unmount } = show(<ArticleCard article={article} position={1} size={1} />));
};
const button = () => page.getByRole("button", { name: /^赞《莫干山的雾》/ });
const sentTo = (path: string) => requests.filter(({ url }) => url.pathname.endsWith(path));

it("P12 P16 P17 P22 a like is shown at once and sent with the session token and a new signature", async () => {
  logIn();
  showCard();
  answers = [{ data: { liked: true, likes: 8 } }, { data: { liked: false, likes: 7 } }];
  await button().click();
  await expect.element(button()).toHaveAttribute("aria-pressed", "true");
  await expect.element(button()).toHaveTextContent("8");
  await button().click();
  await expect.element(button()).toHaveAttribute("aria-pressed", "false");
  await expect.element(button()).toHaveTextContent("7");
  // The second press is shown before it is sent.
  await expect.poll(() => sentTo(likeArticle.paths[0]).length).toBe(2);
  const sent = sentTo(likeArticle.paths[0]);
  expect(sent.map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { articleId: "1", liked: true }],
    ["PUT", { articleId: "1", liked: false }],
  ]);
  for (const { headers } of sent) {
    expect(headers["X-COP-accessToken"]).toBe("token");
    expect(Math.abs(Number(headers["X-COP-Timestamp"]) - Date.now())).toBeLessThan(5 * 60_000);
    expect(headers["X-COP-Nonce"]?.length).toBeGreaterThanOrEqual(16);
    expect(headers["X-COP-Signature"]).toMatch(/^[0-9a-f]{64}$/);
  }
  expect(sent[0]?.headers["X-COP-Nonce"]).not.toBe(sent[1]?.headers["X-COP-Nonce"]);
});

it("P22 a refused like is rolled back and a toast is shown", async () => {
  logIn();
  showCard();
  answers = [{ status: 429, code: "429", message: "操作太频繁，请稍后再试" }];
  await button().click();
  await expect.poll(() => toasts(raised)).toEqual(["操作太频繁，请稍后再试"]);
  await expect.element(button()).toHaveAttribute("aria-pressed", "false");
  await expect.element(button()).toHaveTextContent("5");
});

it("P22 a visitor's like is sent only after they log in", async () => {
  showCard();
  answers = [{ status: 401, code: "401" }];
  await button().click();
  await expect.poll(() => raised.some(({ kind }) => kind === "login")).toBe(true);
  await expect.element(button()).toHaveAttribute("aria-pressed", "false");
  raised = raisedWith({ login: true });
  answers = [{ status: 401, code: "401" }, { data: { liked: true, likes: 6 } }];
  await button().click();
  await expect.poll(() => sentTo(likeArticle.paths[0]).length).toBe(3);
  await expect.element(button()).toHaveTextContent("6");
  await expect.element(button()).toHaveAttribute("aria-pressed", "true");
});

it("P22 a like survives the login and the reload that precede its request", async () => {
  raised = raisedWith({ login: true });
  requests = fakeServer(({ headers }) => {
    if (!headers["X-COP-accessToken"]) return responseOf({ status: 401, code: "401" });
    // Does the same as the page after a login.
    resetForNewViewer();
    receiveArticles([article]);
    return responseOf({ data: { liked: true, likes: 9 } });
  });
  showCard();
  await button().click();
  await expect.element(button()).toHaveTextContent("9");
  await expect.element(button()).toHaveAttribute("aria-pressed", "true");
  expect(sentTo(likeArticle.paths[0]).map(({ body }) => body)).toEqual([
    { articleId: "1", liked: true },
    { articleId: "1", liked: true },
  ]);
});

it("P12 P22 a follow is shown at once and rolled back without a network", async () => {
  logIn();
  ({ unmount } = show(<FollowButton kind="member" id="2" name="阿澈" followed={false} />));
  const follow = page.getByRole("button", { name: /关注阿澈$/ });
  answers = [{ data: { followed: true, followers: 3 } }];
  await follow.click();
  await expect.element(follow).toHaveTextContent("已关注");
  await expect
    .poll(() => sentTo(followUser.paths[0]).map(({ url }) => url.searchParams.get("userId")))
    .toEqual(["2"]);
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError("no network"));
  await follow.click();
  await expect.poll(() => toasts(raised)).toEqual(["网络不可用，请检查网络后重试"]);
  await expect.element(follow).toHaveTextContent("已关注");
});

it("P12 P20 U26 a card has no accessibility violation", async () => {
  showCard();
  await expect.element(page.getByRole("article")).toBeVisible();
  expect(document.querySelector("at")?.getAttribute("data-id")).toBe("7");
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

it("P22 likers are shown below the article; the count follows the viewer's own like at once", async () => {
  logIn();
  const liked = { ...article, likes: 1, likedBy: [{ ...author, id: "9", avatar: "/media/avatar.svg" }] };
  ({ unmount } = show(
    <main>
      <Likers article={liked} />
      <LikeButton kind="article" id={article.articleId} liked={false} likes={1} title="莫干山的雾" />
    </main>,
  ));
  await expect.element(page.getByText("1 人觉得很赞", { exact: true })).toBeVisible();
  expect(document.querySelectorAll(`.${groupCss.avatars} img`)).toHaveLength(1);
  answers = [{ data: { liked: true, likes: 2 } }];
  await button().click();
  await expect.element(page.getByText("2 人觉得很赞", { exact: true })).toBeVisible();
  // Waits for the request, which the next test's server would answer otherwise.
  await expect.poll(() => sentTo(likeArticle.paths[0])).toHaveLength(1);
  unmount();
  resetClub();
  ({ unmount } = show(<Likers article={{ ...liked, likes: 0, likedBy: [] }} />));
  expect(page.getByText(/觉得很赞/).elements()).toHaveLength(0);
});
