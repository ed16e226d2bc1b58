import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { addComment, publishArticle } from "#contract/club/articles.ts";
import { searchMembers } from "#contract/club/members.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import { currentSession } from "../../platform/session/session.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import CommentSheet from "../comment/comment-sheet.tsx";
import { articleDetail, articleFor, author, commentFor, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import { WriteForm } from "./write-form.tsx";

type Shown = ReturnType<typeof show>;
let shown: Shown;
let requests: FakeRequest[];
let answers: Record<string, FakeAnswer | null>;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const sent = (call: { paths: readonly string[] }) => requests.filter(({ name }) => name === nameOf(call));

let raised: RaisedChallenge[];
beforeEach(() => {
  resetClub();
  logIn();
  raised = raisedWith();
  answers = {
    [nameOf(searchMembers)]: { data: { list: [{ ...author, id: "7", displayName: "老周 Zhou" }] } },
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
const groups = [groupFor("101"), groupFor("102", { name: "行云上海分队" })];
const showForm = () => {
  shown = show(<WriteForm openId="o" groups={groups} groupId={null} activityId="55" />);
};
const content = () => page.getByRole("textbox", { name: "正文" });
const send = () => page.getByRole("button", { name: "发布", exact: true }).click();

it("P20 the suggestions are below the current line, within the form and above a phone's keyboard", async () => {
  await page.viewport(390, 844);
  const long = "这个名字非常非常长一直写到二十个汉字为止";
  answers[nameOf(searchMembers)] = {
    data: {
      list: Array.from({ length: 20 }, (_, at) => ({ ...author, id: String(at + 1), displayName: long })),
    },
  };
  showForm();
  await content().click();
  await userEvent.keyboard("第一行{Enter}谢谢 @zhe");
  await expect.element(page.getByRole("listbox")).toBeVisible();
  const field = content().element().getBoundingClientRect();
  const list = page.getByRole("listbox").element().getBoundingClientRect();
  // Below two lines of 26 px, the padding of the field and a gap.
  expect(list.top - field.top).toBeGreaterThan(12 + 2 * 22);
  expect(list.top - field.top).toBeLessThan(12 + 2 * 26 + 12);
  expect(list.right).toBeLessThanOrEqual(field.right);
  expect(document.documentElement.scrollWidth).toBe(390);
  // The mouse rests over another option, which must not become active.
  await expect
    .element(page.getByRole("listbox").getByRole("option").first())
    .toHaveAttribute("aria-selected", "true");
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  // The list scrolls to the last option.
  await userEvent.keyboard("{ArrowUp}");
  const last = () => page.getByRole("option").last().element().getBoundingClientRect().bottom;
  await expect.poll(last).toBeLessThanOrEqual(Math.ceil(list.bottom));
});

it("P12 P20 an article is sent with its group, mentions as at elements and the rest escaped", async () => {
  answers[nameOf(publishArticle)] = { data: articleFor("77") };
  showForm();
  await page.getByRole("combobox", { name: "发布到" }).selectOptions("102");
  await page.getByRole("textbox", { name: "标题（选填）" }).fill("  周三夜骑 ");
  await content().click();
  await userEvent.keyboard("<b>谢谢</b> @zhou");
  await page.getByRole("option", { name: /老周/ }).click();
  await userEvent.keyboard("带路");
  await send();
  await expect.poll(() => shown.router.state.location.pathname).toBe("/club/article/77");
  expect(sent(searchMembers).at(-1)?.url.searchParams.get("keyword")).toBe("zhou");
  expect(sent(searchMembers).at(-1)?.url.searchParams.get("groupId")).toBe("102");
  const [article] = sent(publishArticle);
  expect(article?.body).toEqual({
    groupId: "102",
    title: "周三夜骑",
    content: '&lt;b&gt;谢谢&lt;/b&gt; <at data-id="7">@老周 Zhou</at> 带路',
    pictureIds: [],
    activityId: "55",
  });
  expect(article?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(localStorage.getItem("marque.club-draft.write")).toBeNull();
});

it("P12 errors are shown at their fields; after a refusal or network failure the text and key stay", async () => {
  showForm();
  await send();
  await expect.element(page.getByText("写点什么再发布")).toBeVisible();
  expect(document.activeElement?.id).toBe("write-group");
  await page.getByRole("combobox", { name: "发布到" }).selectOptions("101");
  await content().fill("雾");
  answers[nameOf(publishArticle)] = {
    status: 601,
    code: "601",
    data: { fields: { content: "有不能发布的词语" } },
  };
  await send();
  await expect.element(page.getByText("有不能发布的词语")).toBeVisible();
  await expect.element(content()).toHaveValue("雾");
  answers[nameOf(publishArticle)] = { status: 429, code: "429", message: "操作太频繁，请稍后再试" };
  await send();
  await expect.element(page.getByRole("alert")).toHaveTextContent("操作太频繁，请稍后再试");
  // No toast repeats the message.
  expect(toasts(raised)).toEqual([]);
  answers[nameOf(publishArticle)] = null;
  await send();
  await expect.poll(() => page.getByRole("alert").element().textContent).toContain("网络不可用");
  await expect.element(content()).toHaveValue("雾");
  answers[nameOf(publishArticle)] = { data: articleFor("77") };
  await send();
  await expect.poll(() => shown.router.state.location.pathname).toBe("/club/article/77");
  const keys = sent(publishArticle).map(({ headers }) => headers["Idempotency-Key"]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
});

it("P12 the error of a long text is above it and scrolled into view", async () => {
  await page.viewport(390, 844);
  showForm();
  await page.getByRole("combobox", { name: "发布到" }).selectOptions("101");
  await content().fill("雾里的路\n".repeat(1_100));
  await send();
  const message = page.getByText("最多 5000 个字");
  await expect.element(message).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe("write-content");
  const box = () => message.element().getBoundingClientRect();
  await expect.poll(() => box().top).toBeGreaterThan(0);
  expect(box().bottom).toBeLessThan(innerHeight / 2);
  expect(box().bottom).toBeLessThanOrEqual(content().element().getBoundingClientRect().top);
});

it("P12 a draft survives the page, for its author only", async () => {
  showForm();
  await content().fill("第一句");
  shown.unmount();
  showForm();
  await expect.element(page.getByText("已恢复上次没写完的内容")).toBeVisible();
  await expect.element(content()).toHaveValue("第一句");
  shown.unmount();
  logIn("another");
  showForm();
  await expect.element(content()).toHaveValue("");
});

it("P12 a comment whose key was used with another text is sent with a new key", async () => {
  shown = show(
    <CommentSheet article={articleDetail()} replyTo={null} onAdded={() => {}} onClose={() => {}} />,
  );
  answers[nameOf(addComment)] = { status: 409, code: "409", message: "该内容已提交过，请刷新后查看" };
  const field = page.getByRole("textbox", { name: "写评论" });
  await expect.element(field).toHaveFocus();
  await field.fill("改过的话");
  const press = () => page.getByRole("button", { name: "发布评论" }).click();
  await press();
  await expect.element(page.getByRole("alert")).toHaveTextContent("该内容已提交过，请刷新后查看");
  answers[nameOf(addComment)] = { data: { comment: commentFor("12", { own: true }), comments: 2 } };
  await press();
  await expect.poll(() => sent(addComment)).toHaveLength(2);
  const [first, second] = sent(addComment).map(({ headers }) => headers["Idempotency-Key"]);
  expect(second).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).not.toBe(first);
});

it("P12 another person in the same tab does not see the draft of a comment", async () => {
  shown = show(
    <CommentSheet article={articleDetail()} replyTo={null} onAdded={() => {}} onClose={() => {}} />,
  );
  const field = page.getByRole("textbox", { name: "写评论" });
  await field.fill("是我写的");
  // Does the same as a logout in another tab.
  localStorage.clear();
  currentSession.clear();
  await expect.element(field).toHaveValue("是我写的");
  logIn("another");
  await expect.element(field).toHaveValue("");
});

it("P12 a refused comment keeps its text, also after closing the sheet; a published one is passed to onAdded", async () => {
  const added: unknown[] = [];
  const onAdded = (...args: unknown[]) => added.push(args);
  const sheet = () => {
    shown = show(
      <CommentSheet
        article={articleDetail()}
        replyTo={commentFor("11")}
        onAdded={onAdded}
        onClose={() => {}}
      />,
    );
  };
  const field = () => page.getByRole("textbox", { name: "写评论" });
  answers[nameOf(addComment)] = { status: 429, code: "429", message: "操作太频繁，请稍后再试" };
  sheet();
  await field().fill("算我一个");
  await page.getByRole("button", { name: "发布评论" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("操作太频繁，请稍后再试");
  // No toast repeats the message.
  expect(toasts(raised)).toEqual([]);
  shown.unmount();
  sheet();
  await expect.element(field()).toHaveValue("算我一个");
  answers[nameOf(addComment)] = { data: { comment: commentFor("12", { own: true }), comments: 2 } };
  await page.getByRole("button", { name: "发布评论" }).click();
  await expect.poll(() => added).toHaveLength(1);
  const all = sent(addComment);
  expect(all.at(-1)?.body).toEqual({ articleId: "1", content: "算我一个", replyTo: "11" });
  expect(new Set(all.map(({ headers }) => headers["Idempotency-Key"])).size).toBe(1);
});

it("P12 a draft for a closed group is restored without a group", async () => {
  showForm();
  await page.getByRole("combobox", { name: "发布到" }).selectOptions("102");
  await content().fill("写给要解散的小队");
  shown.unmount();
  shown = show(
    <WriteForm
      openId="o"
      groups={[...groups.slice(0, 1), groupFor("103")]}
      groupId={null}
      activityId={null}
    />,
  );
  await expect.element(page.getByText("已恢复上次没写完的内容")).toBeVisible();
  await expect.element(content()).toHaveValue("写给要解散的小队");
  await send();
  await expect.element(page.getByRole("combobox", { name: "发布到" })).toHaveFocus();
  await expect.element(page.getByText("请选择车友会", { exact: true }).last()).toBeVisible();
  expect(sent(publishArticle)).toEqual([]);
});
