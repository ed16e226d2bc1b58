import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { addComment } from "#contract/club/articles.ts";
import {
  applyJoinGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  showMemberIdentity,
} from "#contract/club/club.ts";
import type { Group } from "#contract/club/shapes.ts";
import { currentSession } from "../../platform/session/session.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { memberships } from "../club-state.ts";
import CommentSheet from "./comment-sheet.tsx";
import { articleDetail, commentFor, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub } from "../testing/show.tsx";

let shown: ReturnType<typeof show>;
let requests: FakeRequest[];
let answers: Record<string, FakeAnswer>;
let added: unknown[];
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const identity = (verifiedOwner: boolean) => ({
  identity: verifiedOwner ? "owner" : "member",
  verifiedOwner,
  seriesCodes: [],
  member: null,
  unread: 0,
});
const room = { canJoin: true, members: 3268, places: 5000, joinedGroups: 1, groupsMost: 20 };

beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  raisedWith();
  added = [];
  answers = {
    [nameOf(showMemberIdentity)]: { code: 200 as unknown as string, data: identity(true) },
    [nameOf(checkGroupBlock)]: { data: { blocked: false, reason: null } },
    [nameOf(checkJoinGroupNum)]: { data: room },
    [nameOf(applyJoinGroup)]: { data: { standing: "joined", members: 3269 } },
    [nameOf(addComment)]: { data: { comment: commentFor("12", { own: true }), comments: 2 } },
  };
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 500 }));
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});
const open = (over: Partial<Group> = {}) => {
  const article = articleDetail({ group: groupFor("101", over) });
  shown = show(
    <CommentSheet
      article={article}
      replyTo={null}
      onAdded={(...args) => added.push(args)}
      onClose={() => {}}
    />,
  );
};
const field = () => page.getByRole("textbox", { name: "写评论" });
const hint = () => page.getByText("加入远山 · 华东车友会后就能评论");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

it("P05 P12 a non-member is told before writing, joins in the sheet and keeps the text", async () => {
  open();
  await field().fill("算我一个");
  await expect.element(hint()).toBeVisible();
  // Waits for the colour transition of the enabled button.
  await expect.poll(() => document.getAnimations()).toEqual([]);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await press("加入车友会");
  await expect.poll(() => hint().query()).toBeNull();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue("算我一个");
  await press("发布评论");
  await expect.poll(() => added).toHaveLength(1);
  expect(requests.filter(({ name }) => name === nameOf(applyJoinGroup))).toHaveLength(1);
});

it("P13 a person who is no verified owner sees a dialog above the sheet, which keeps the text", async () => {
  answers[nameOf(showMemberIdentity)] = { code: 200 as unknown as string, data: identity(false) };
  open();
  await field().fill("算我一个");
  await press("加入车友会");
  await expect.element(page.getByRole("alertdialog", { name: "还差一步" })).toBeVisible();
  await press("暂不");
  await expect.poll(() => page.getByRole("alertdialog").query()).toBeNull();
  await expect.element(field()).toHaveValue("算我一个");
});

it("P06 a group with approval receives the application from the sheet", async () => {
  answers[nameOf(applyJoinGroup)] = { data: { standing: "review", members: 3268 } };
  open({ joinMode: "approval" });
  await field().fill("算我一个");
  await press("申请加入");
  await page.getByRole("textbox", { name: /^申请理由/ }).fill("同款车");
  await press("提交申请");
  await expect.element(page.getByText("申请已提交，群主或管理员审核后会发消息告诉你。")).toBeVisible();
  await expect.element(field()).toHaveValue("算我一个");
});

it("P12 neither a member nor a visitor is asked to join before writing", async () => {
  open({ standing: "joined" });
  await expect.element(field()).toBeVisible();
  expect(hint().query()).toBeNull();
  shown.unmount();
  currentSession.clear();
  memberships.clear();
  open();
  await expect.element(field()).toBeVisible();
  expect(hint().query()).toBeNull();
});
