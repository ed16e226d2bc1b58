import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { editArticle, showArticle, type ArticleDetail } from "#contract/club/articles.ts";
import { searchMembers } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { ArticleScreen } from "../article/article-screen.tsx";
import { storeClubDraft, readClubDraft } from "./club-draft.ts";
import EditScreen from "./edit-screen.tsx";
import { articleDetail, articleFor, author, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as clubCss from "../club.module.css";
import * as pictureFieldCss from "../../ui/media/picture-field.module.css";

let shown: ReturnType<typeof show>;
let requests: FakeRequest[];
let answers: Record<string, FakeAnswer | null>;
let raised: RaisedChallenge[];
let people = 0;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const sent = (call: { paths: readonly string[] }) => requests.filter(({ name }) => name === nameOf(call));
const drawing = (colour: string) =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="${colour}"/></svg>`;
const article = (over: Partial<ArticleDetail> = {}) =>
  articleDetail({
    own: true,
    group: groupFor("101", { standing: "joined" }),
    title: "莫干山的雾",
    content: '<p>谢谢 <at data-id="7">@老周</at> 带路</p><p>雾很大 &lt;3</p>',
    images: [drawing("teal"), drawing("olive")],
    pictureIds: ["501", "/media/cover-2.svg"],
    revision: 3,
    ...over,
  });

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  // Another person for each test, who has no cached data.
  logIn(`author ${people++}`);
  raised = raisedWith();
  answers = {
    [nameOf(showArticle)]: { data: article() },
    [nameOf(searchMembers)]: { data: { list: [{ ...author, id: "8", displayName: "阿澈" }] } },
  };
  requests = fakeServer(({ name }) => {
    const answer = answers[name];
    return answer === null ? null : responseOf(answer ?? { status: 500 });
  });
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});
const showEdit = () => {
  shown = show(<EditScreen />, "/club/article/1/edit");
};
const heading = () => page.getByRole("textbox", { name: "标题（选填）" });
const content = () => page.getByRole("textbox", { name: "正文" });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const path = () => shown.router.state.location.pathname;

it("P12 P20 the form starts with the article's content and sends the changes", async () => {
  answers[nameOf(editArticle)] = { data: articleFor("1") };
  showEdit();
  await expect.element(heading()).toHaveValue("莫干山的雾");
  await expect.element(content()).toHaveValue("谢谢 @老周 带路\n雾很大 <3");
  await expect.poll(() => document.querySelectorAll(`.${pictureFieldCss.item}`).length).toBe(2);
  // The group cannot be changed.
  expect(page.getByRole("combobox", { name: "发布到" }).query()).toBeNull();
  await expect.element(page.getByText("已恢复上次没写完的内容")).not.toBeInTheDocument();
  const { violations } = await axe.run(`.${clubCss.narrow}`);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await heading().fill("莫干山的晨雾");
  await content().click();
  await userEvent.keyboard("{Control>}{End}{/Control}<b> @ache");
  await page.getByRole("option", { name: /阿澈/ }).click();
  await press("移除 第 1 张图片");
  await press("保存");
  await expect.poll(() => toasts(raised)).toEqual(["已保存"]);
  const [edit] = sent(editArticle);
  expect(edit?.method).toBe("PUT");
  expect(edit?.body).toEqual({
    articleId: "1",
    revision: 3,
    title: "莫干山的晨雾",
    content: '谢谢 <at data-id="7">@老周</at> 带路\n雾很大 &lt;3&lt;b&gt; <at data-id="8">@阿澈</at> ',
    pictureIds: ["/media/cover-2.svg"],
  });
  expect(edit?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  await expect.poll(path).toBe("/club/article/1");
  expect(readClubDraft("edit 1")).toBeNull();
});

it("P12 an edit has its own draft; cancelling asks first and discards it", async () => {
  const fresh = { idempotencyKey: crypto.randomUUID(), title: "新的一篇", groupId: "101", activityId: null };
  storeClubDraft("write", { ...fresh, text: { text: "新的一篇", mentions: [] } });
  showEdit();
  await content().fill("改了一半");
  await press("移除 第 2 张图片");
  shown.unmount();
  showEdit();
  await expect.element(page.getByText("已恢复上次没写完的内容")).toBeVisible();
  await expect.element(content()).toHaveValue("改了一半");
  await expect.poll(() => document.querySelectorAll(`.${pictureFieldCss.item}`).length).toBe(1);
  raised = raisedWith({ dialog: false });
  await press("取消");
  await expect.poll(() => raised.map(({ args: ask }) => ask)).toMatchObject([{ title: "不保存修改？" }]);
  expect(path()).toBe("/club/article/1/edit");
  raisedWith();
  await press("取消");
  await expect.poll(path).toBe("/club/article/1");
  expect(readClubDraft("edit 1")).toBeNull();
  expect(readClubDraft("write")?.title).toBe("新的一篇");
  expect(sent(editArticle)).toEqual([]);
});

it("P12 cancelling without changes goes back without asking", async () => {
  raised = raisedWith({ dialog: false });
  showEdit();
  await expect.element(heading()).toHaveValue("莫干山的雾");
  await press("取消");
  await expect.poll(path).toBe("/club/article/1");
  expect(raised).toEqual([]);
});

it("P12 a refused edit keeps the changes and the key; a conflict is shown", async () => {
  answers[nameOf(editArticle)] = { status: 429, code: "429", message: "操作太频繁，请稍后再试" };
  showEdit();
  await content().fill("改过");
  await press("保存");
  await expect.element(page.getByRole("alert")).toHaveTextContent("操作太频繁，请稍后再试");
  answers[nameOf(editArticle)] = null;
  await press("保存");
  await expect.poll(() => page.getByRole("alert").element().textContent).toContain("网络不可用");
  answers[nameOf(editArticle)] = {
    status: 409,
    code: "409",
    message: "这篇文章刚在别处改过，你写的还在这里",
  };
  await press("保存");
  await expect.element(page.getByRole("alert")).toHaveTextContent("这篇文章刚在别处改过，你写的还在这里");
  await expect.element(content()).toHaveValue("改过");
  expect(toasts(raised)).toEqual([]);
  expect(new Set(sent(editArticle).map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
});

it("P12 an edit elsewhere is announced and the draft stays; saving replaces the other edit", async () => {
  showEdit();
  await content().fill("改过");
  answers[nameOf(showArticle)] = {
    data: article({ revision: 4, content: "<p>别处</p>", pictureIds: ["501"] }),
  };
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.element(page.getByText(/^这篇文章在别处改过/)).toBeVisible();
  await expect.element(content()).toHaveValue("改过");
  shown.unmount();
  showEdit();
  await expect.element(page.getByText(/^这篇文章在别处改过/)).toBeVisible();
  await expect.element(content()).toHaveValue("改过");
  answers[nameOf(editArticle)] = { data: articleFor("1") };
  await press("保存");
  await expect.poll(() => toasts(raised)).toEqual(["已保存"]);
  expect(sent(editArticle)[0]?.body).toMatchObject({ revision: 4, content: "改过", pictureIds: ["501"] });
});

it("P12 after an edit elsewhere the author can restart from the current content", async () => {
  showEdit();
  await content().fill("改过");
  answers[nameOf(editArticle)] = {
    status: 409,
    code: "409",
    message: "这篇文章刚在别处改过，你写的还在这里",
  };
  answers[nameOf(showArticle)] = { data: article({ revision: 4, content: "<p>别处</p>" }) };
  await press("保存");
  await press("改用现在的内容");
  await expect.element(content()).toHaveValue("别处");
  await expect.element(page.getByText(/^这篇文章在别处改过/)).not.toBeInTheDocument();
  expect(readClubDraft("edit 1")).toBeNull();
});

it("P12 a later edit starts from the server's content, not from the cache", async () => {
  showEdit();
  await expect.element(heading()).toHaveValue("莫干山的雾");
  shown.unmount();
  let answerNow = (_answer: Response): void => {};
  requests = fakeServer(({ name }) =>
    name === nameOf(showArticle) ? new Promise<Response>((resolve) => (answerNow = resolve)) : null,
  );
  showEdit();
  await expect.poll(() => sent(showArticle).length).toBe(1);
  // A fixed time: no event follows when nothing is shown from the cache.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(heading().query()).toBeNull();
  answerNow(responseOf({ data: article({ revision: 4, title: "改好的" }) }));
  await expect.element(heading()).toHaveValue("改好的");
});

it("P12 another person's or a deleted article shows that it cannot be edited", async () => {
  answers[nameOf(showArticle)] = { data: article({ own: false }) };
  showEdit();
  await expect.element(page.getByRole("heading", { name: "这篇文章不能编辑" })).toBeVisible();
  shown.unmount();
  answers[nameOf(showArticle)] = { status: 404, code: "404", message: "内容不存在或已删除" };
  logIn("another author");
  showEdit();
  await expect.element(page.getByRole("heading", { name: "这篇文章不能编辑" })).toBeVisible();
});

it("P12 an author who has left the group can delete the article, but not edit it", async () => {
  const left = article({ group: groupFor("101", { standing: "none" }), images: [], pictureIds: [] });
  shown = show(<ArticleScreen shown={{ screen: "article", article: left }} isOwn path="article/1" />);
  await press("更多");
  await expect.element(page.getByRole("button", { name: "删除", exact: true })).toBeVisible();
  expect(page.getByRole("link", { name: "编辑" }).query()).toBeNull();
  shown.unmount();
  answers[nameOf(showArticle)] = { data: left };
  showEdit();
  await expect.element(page.getByText(/你已不在那个车友会里/)).toBeVisible();
});

it("P12 the menu of the author's article links to the editor; an edited article is marked beside its date", async () => {
  const showArticleScreen = (over: Partial<ArticleDetail>) => {
    shown = show(
      <ArticleScreen
        shown={{ screen: "article", article: article({ images: [], pictureIds: [], ...over }) }}
        isOwn
        path="article/1"
      />,
    );
  };
  showArticleScreen({ own: false, editedTime: null });
  await press("更多");
  await expect.element(page.getByRole("button", { name: "举报" })).toBeVisible();
  expect(page.getByRole("link", { name: "编辑" }).query()).toBeNull();
  expect(page.getByText("已编辑").query()).toBeNull();
  shown.unmount();
  showArticleScreen({ editedTime: "2026-11-21T09:40:00+08:00" });
  await expect.element(page.getByText(/^1 小时前 · 已编辑 · 湖州/)).toBeVisible();
  await press("更多");
  await page.getByRole("link", { name: "编辑", exact: true }).click();
  await expect.poll(path).toBe("/club/article/1/edit");
});
