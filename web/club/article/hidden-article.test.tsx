import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { articleStreamPath, type ArticleDetail } from "#contract/club/articles.ts";
import { requestModerationReview } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { ArticleScreen } from "./article-screen.tsx";
import { articleDetail } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as articleCss from "./article.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
const streams: string[] = [];
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
  streams.length = 0;
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      constructor(url: string) {
        super();
        streams.push(url);
      }
      close(): void {}
    },
  );
});
afterEach(() => {
  unmount();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const open = (over: Partial<ArticleDetail>) => {
  const article = articleDetail({ title: "莫干山的雾", own: true, ...over });
  ({ unmount } = show(<ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />));
};
const hidden = { by: "leaders", reason: null, explanation: "重复发布", review: "none" } as const;
const button = (name: string | RegExp) => page.getByRole("button", { name });

it("P23 an author reads a hidden article with the reason and requests a review; nothing else is offered and no stream opens", async () => {
  open({ hidden });
  await expect.element(page.getByText("已隐藏，仅自己可见")).toBeVisible();
  await expect.element(page.getByText("理由：重复发布")).toBeVisible();
  await expect.element(page.getByText("第 1 篇")).toBeVisible();
  for (const name of [/说点什么/, /觉得很赞/, /分享/, "更多", /^回复/])
    expect(button(name).elements()).toEqual([]);
  expect(page.getByRole("heading", { name: /^评论/ }).elements()).toEqual([]);
  const { violations } = await axe.run({
    include: [[`.${articleCss.hiddenNote}`], [`.${frameCss.bottomBar}`]],
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  answers[nameOf(requestModerationReview)] = { data: null };
  await button("申请复核").click();
  await button("提交").click();
  await expect.element(page.getByText("已申请复核，等待处理")).toHaveFocus();
  expect(streams).toEqual([]);
});

it("P23 an author deletes a hidden article after confirming; a refusal keeps it", async () => {
  open({ hidden: { by: "complaints", reason: "spam", explanation: "", review: "waiting" } });
  await expect.element(page.getByText("理由：广告或刷屏")).toBeVisible();
  await expect.element(page.getByText("已申请复核，等待处理")).toBeVisible();
  await button("删除").click();
  await expect.poll(() => toasts(raised)).toEqual(["请稍后再试"]);
  answers["1"] = { data: null };
  await button("删除").click();
  await expect.element(page.getByText("这篇文章看不到了")).toBeVisible();
  expect(raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({ title: "删除这篇文章？" });
  expect(requests.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
});

it("P22 a shown article opens the stream of live counts", async () => {
  open({});
  await expect.element(button(/说点什么/)).toBeVisible();
  expect(page.getByText("已隐藏，仅自己可见").elements()).toEqual([]);
  await expect.poll(() => streams.filter((url) => url.includes(articleStreamPath))).toHaveLength(1);
});
