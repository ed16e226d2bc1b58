import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import {
  applyJoinGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  leaveGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";
import type { Group } from "#contract/club/shapes.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { GroupListItem } from "./group-list.tsx";
import { GroupScreen } from "./group-screen.tsx";
import { groupDetail, groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";

import { ViewerDataContext } from "../shared/use-pending-state.ts";

type Shown = ReturnType<typeof show>;
let shown: Shown;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const identity = (verifiedOwner: boolean) => ({
  identity: verifiedOwner ? "owner" : "member",
  verifiedOwner,
  seriesCodes: [],
  member: null,
  unread: 0,
});
const room = { canJoin: true, members: 3268, places: 5000, joinedGroups: 1, groupsMost: 20 };

beforeEach(() => {
  resetClub();
  logIn();
  raised = raisedWith();
  answers = {
    [nameOf(showMemberIdentity)]: { code: 200 as unknown as string, data: identity(true) },
    [nameOf(checkGroupBlock)]: { data: { blocked: false, reason: null } },
    [nameOf(checkJoinGroupNum)]: { data: room },
    [nameOf(applyJoinGroup)]: { data: { standing: "joined", members: 3269 } },
    [nameOf(leaveGroup)]: { data: { standing: "none", members: 3268 } },
  };
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 500 }));
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});
const showRow = (over: Partial<Group> = {}) => {
  shown = show(
    <ul>
      <GroupListItem group={groupFor("101", over)} />
    </ul>,
  );
};
const press = (state: string) => page.getByRole("button", { name: `${state}：远山 · 华东车友会` }).click();
const state = (text: string) => page.getByRole("button", { name: `${text}：远山 · 华东车友会` });
const sentTo = (call: { paths: readonly string[] }) => requests.filter(({ name }) => name === nameOf(call));

it("P13 a person who is no verified owner sees the exact sentence and a link to the verification", async () => {
  answers[nameOf(showMemberIdentity)] = { code: 200 as unknown as string, data: identity(false) };
  showRow();
  await press("加入");
  const dialog = page.getByRole("alertdialog", { name: "还差一步" });
  await expect
    .element(dialog.getByText("您还不是认证车主，请先完成认证之后再加入", { exact: true }))
    .toBeVisible();
  expect(sentTo(applyJoinGroup)).toEqual([]);
  await page.getByRole("button", { name: "暂不" }).click();
  await expect.poll(() => dialog.query()).toBeNull();
  await press("加入");
  await page.getByRole("link", { name: "去认证" }).click();
  expect(shown.router.state.location.pathname).toBe("/mine/owner");
  await shown.router.navigate(-1);
  await expect.element(state("加入")).toBeVisible();
});

it("P13 P14 a group for another car series refuses before the form opens", async () => {
  showRow({ seriesCodes: ["wangye"], joinMode: "approval" });
  await press("加入");
  await expect
    .poll(() => raised.find(({ kind }) => kind === "dialog")?.args)
    .toMatchObject({
      title: "现在不能加入",
      text: "这个车友会只面向部分车系的认证车主，你认证的车不在其中。",
    });
  expect(page.getByRole("textbox").query()).toBeNull();
  expect(sentTo(applyJoinGroup)).toEqual([]);
});

it("P13 P15 the refusal NOT_OWNER of the server opens the same dialog", async () => {
  answers[nameOf(applyJoinGroup)] = {
    code: "NOT_OWNER",
    message: "您还不是认证车主，请先完成认证之后再加入",
  };
  showRow();
  await press("加入");
  await expect
    .element(page.getByText("您还不是认证车主，请先完成认证之后再加入", { exact: true }))
    .toBeVisible();
  expect(toasts(raised)).toEqual([]);
});

it.each([
  ["open", "退出后不能在圈内发言，随时可以再加入。"],
  ["approval", "退出后不能在圈内发言，再加入需要重新申请。"],
] as const)("P14 leaving a group that is %s explains first how to rejoin", async (joinMode, text) => {
  showRow({ joinMode, standing: "joined" });
  await press("已加入");
  await expect.poll(() => raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({ text });
  // Waits for the request, which the next test's server would answer otherwise.
  await expect.element(state("加入")).toBeVisible();
});

it("P14 P16 an owner joins at once, and leaves after confirming", async () => {
  showRow();
  await press("加入");
  await expect.element(state("已加入")).toBeVisible();
  await expect.element(page.getByText(/3,269 位车友/)).toBeVisible();
  expect(toasts(raised)).toEqual(["已加入远山 · 华东车友会"]);
  expect(sentTo(applyJoinGroup)[0]?.headers["X-COP-accessToken"]).toBe("token");
  await press("已加入");
  await expect.element(state("加入")).toBeVisible();
  expect(raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({
    title: "退出远山 · 华东车友会？",
  });
});

it("P14 a group with approval takes a reason, which stays after a failure; then the application waits", async () => {
  answers[nameOf(applyJoinGroup)] = { status: 503, code: "503", message: "活动太火爆了，请稍后再试" };
  showRow({ joinMode: "approval" });
  await press("加入");
  const reason = page.getByRole("textbox", { name: /申请理由/ });
  await reason.fill("远山车主，周末常跑山");
  await page.getByRole("button", { name: "提交申请" }).click();
  await expect.poll(() => toasts(raised)).toEqual(["活动太火爆了，请稍后再试"]);
  await expect.element(reason).toHaveValue("远山车主，周末常跑山");
  answers[nameOf(applyJoinGroup)] = { data: { standing: "review", members: 3268 } };
  await page.getByRole("button", { name: "提交申请" }).click();
  await expect.element(state("审核中")).toBeVisible();
  expect(sentTo(applyJoinGroup).at(-1)?.body).toEqual({ groupId: "101", reason: "远山车主，周末常跑山" });
});

it.each([
  ["P05 full", { canJoin: false, members: 5000 }, null, "这个车友会已满员，过些日子再来看看。"],
  ["P05 in too many groups", { canJoin: false }, null, "最多加入 20 个车友会，先退出一个再来。"],
  ["P09 P23 blocked", {}, "发布广告", "群主或管理员暂时不让你加入：发布广告"],
])("%s: refused before the form opens", async (_name, over, reason, text) => {
  answers[nameOf(checkJoinGroupNum)] = { data: { ...room, ...over } };
  answers[nameOf(checkGroupBlock)] = { data: { blocked: reason !== null, reason } };
  showRow();
  await press("加入");
  await expect.poll(() => raised.find(({ kind }) => kind === "dialog")?.args).toMatchObject({ text });
  expect(sentTo(applyJoinGroup)).toEqual([]);
  await expect.element(state("加入")).toBeVisible();
});

it("P06 a visitor logs in first and continues; the refusal of a process shows its remark", async () => {
  resetClub();
  raised = raisedWith({ login: true });
  answers[nameOf(applyJoinGroup)] = {
    status: 633,
    code: "633",
    headers: { flow_branch_remark: encodeURIComponent("名额刚刚满了") },
  };
  showRow();
  await press("加入");
  await expect.poll(() => toasts(raised)).toEqual(["名额刚刚满了"]);
  expect(raised[0]?.kind).toBe("login");
  await expect.element(state("加入")).toBeVisible();
});

it("P14 a logged-in person sees no join button until their membership is known or the wait times out; a visitor does", async () => {
  const data = {
    screen: "group",
    tab: "newest",
    group: groupDetail({ joinMode: "open", standing: "none" }),
    feed: groupDetail().feed,
  } as const;
  const open = () =>
    show(
      <ViewerDataContext value={false}>
        <GroupScreen shown={data} isOwn={false} path="group/101" />
      </ViewerDataContext>,
    );
  resetClub();
  const visitor = open();
  await expect.element(page.getByRole("button", { name: "加入车友会" })).toBeVisible();
  visitor.unmount();
  logIn();
  const known = open();
  const asking = page.getByRole("button", { name: /^正在查看你和/ });
  await expect.element(asking).toHaveAttribute("aria-busy", "true");
  expect(getComputedStyle(asking.element()).color).toBe("rgba(0, 0, 0, 0)");
  expect(page.getByRole("button", { name: "加入车友会" }).query()).toBeNull();
  await expect.element(page.getByRole("button", { name: "加入车友会" }), { timeout: 20_000 }).toBeVisible();
  known.unmount();
  // Buttons in a list show no spinner.
  shown = show(
    <ViewerDataContext value={false}>
      <GroupListItem group={groupFor("101")} />
    </ViewerDataContext>,
  );
  await expect.element(asking).toBeVisible();
  const { animationName, borderTopWidth } = getComputedStyle(asking.element(), "::after");
  expect([animationName, borderTopWidth]).toEqual(["none", "0px"]);
});

it("P12 an empty group does not ask its members to join", async () => {
  const screenOf = (standing: Group["standing"]) => {
    const group = groupDetail({ standing });
    return (
      <GroupScreen
        shown={{ screen: "group", tab: "newest", group, feed: group.feed }}
        isOwn
        path="group/101"
      />
    );
  };
  shown = show(screenOf("joined"));
  await expect.element(page.getByText("写下第一篇，和车友打个招呼。")).toBeVisible();
  shown.unmount();
  shown = show(screenOf("none"));
  await expect.element(page.getByText("加入后写下第一篇。")).toBeVisible();
});
