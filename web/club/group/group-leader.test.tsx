import axe from "axe-core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appointManager, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
import { listGroupMembers } from "#contract/club/club.ts";
import type { RaisedChallenge } from "../../platform/http/challenges.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { GroupScreen } from "./group-screen.tsx";
import { groupDetail, groupMember } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub, toasts } from "../testing/show.tsx";
import * as pictureFieldCss from "../../ui/media/picture-field.module.css";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
const sentTo = (call: { paths: readonly string[] }) =>
  requests.filter(({ url }) => url.pathname.endsWith(call.paths[0] ?? "")).map(({ body }) => body);
const named = (name: string) => page.getByRole("button", { name, exact: true });
let unmount: () => void;
let requests: FakeRequest[];
let raised: RaisedChallenge[];
let answers: Record<string, FakeAnswer>;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  unmount = () => {};
  raised = raisedWith();
  answers = {};
  requests = fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const people = [
  groupMember("1", { role: "leader", displayName: "老周" }),
  groupMember("5", { role: "manager", displayName: "阿澈" }),
  groupMember("6", { displayName: "小满" }),
];
function open(tab: "newest" | "members", over: Parameters<typeof groupDetail>[0] = {}): void {
  const group = groupDetail({ leads: true, people, ...over });
  answers[nameOf(listGroupMembers)] = { data: { list: group.people, nextCursor: null } };
  const data = { screen: "group", tab, group, feed: group.feed } as const;
  ({ unmount } = show(<GroupScreen shown={data} isOwn path="group/101" />));
}
async function isClean(): Promise<void> {
  await expect.element(page.getByRole("dialog")).toBeVisible();
  const { violations } = await axe.run("[role=dialog]");
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

it("P12 the leader edits introduction and rules; errors are shown at their fields and the texts stay", async () => {
  open("newest");
  await named("更多").click();
  // The leader cannot leave before handing the group over.
  await expect.element(named("编辑车友会")).toBeVisible();
  expect(named("退出车友会").elements()).toEqual([]);
  await named("编辑车友会").click();
  const intro = page.getByRole("textbox", { name: /^一句话简介/ });
  await expect.element(intro).toHaveValue("山脊、清晨、热咖啡。");
  await isClean();
  await intro.fill("");
  await named("保存").click();
  await expect.element(page.getByText("写一句话，告诉车友这里聊什么")).toBeVisible();
  await expect.element(intro).toHaveFocus();
  await expect.element(intro).toHaveAccessibleDescription("写一句话，告诉车友这里聊什么");
  await intro.fill("雾里的车友");
  answers[nameOf(editGroup)] = {
    status: 601,
    code: "601",
    message: "参数校验失败",
    data: { fields: { rules: "内容中有不能使用的词" } },
  };
  await named("保存").click();
  await expect.poll(() => sentTo(editGroup).length).toBe(1);
  const rules = page.getByRole("textbox", { name: /^本圈约定/ });
  await expect.element(rules).toHaveFocus();
  await expect.element(rules).toHaveAccessibleDescription("内容中有不能使用的词");
  // The unsaved texts survive closing the sheet.
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => page.getByRole("dialog").elements()).toEqual([]);
  await expect.element(named("更多")).toHaveFocus();
  await named("更多").click();
  await named("编辑车友会").click();
  await expect.element(intro).toHaveValue("雾里的车友");
  answers[nameOf(editGroup)] = { data: { intro: "雾里的车友", rules: "友善" } };
  await named("保存").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("已保存");
  expect(sentTo(editGroup).at(-1)).toEqual({ groupId: "101", intro: "雾里的车友", rules: "友善" });
  await expect.poll(() => page.getByRole("dialog").elements()).toEqual([]);
});

it("P12 the current cover is shown until another is chosen; the header of the sheet stays visible on a small phone", async () => {
  await page.viewport(360, 560);
  open("newest");
  await named("更多").click();
  await named("编辑车友会").click();
  await expect.element(page.getByLabelText("更换封面")).toBeInTheDocument();
  const cover = document.querySelector(`.${pictureFieldCss.overPicture} img`);
  expect(decodeURIComponent(cover?.getAttribute("src") ?? "")).toContain(groupDetail().coverUrl);
  const sheet = page.getByRole("dialog", { name: "编辑车友会" }).element();
  sheet.scrollTop = sheet.scrollHeight;
  const top = () => named("关闭").element().getBoundingClientRect().top - sheet.getBoundingClientRect().top;
  await expect.poll(() => sheet.scrollTop).toBeGreaterThan(0);
  await expect.poll(() => top()).toBeGreaterThanOrEqual(0);
});

it("P23 the leader appoints and dismisses a manager; a refusal is shown", async () => {
  open("members");
  await named("管理 小满").click();
  await isClean();
  await named("设为管理员").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("请稍后再试");
  answers[nameOf(appointManager)] = { data: { role: "manager" } };
  await named("管理 小满").click();
  await named("设为管理员").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("小满 已是管理员");
  answers[nameOf(appointManager)] = { data: { role: "member" } };
  await named("管理 阿澈").click();
  await named("取消管理员").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("阿澈 不再是管理员");
  expect(sentTo(appointManager).slice(1)).toEqual([
    { groupId: "101", userId: "6", manages: true },
    { groupId: "101", userId: "5", manages: false },
  ]);
  expect(named("管理 老周").elements()).toEqual([]);
});

it("P23 handing a group over requires confirmation", async () => {
  answers[nameOf(handOverGroup)] = { data: null };
  raised = raisedWith({ dialog: false });
  open("members");
  await named("管理 阿澈").click();
  await named("转让群主").click();
  await expect
    .poll(() => raised.find(({ kind }) => kind === "dialog")?.args)
    .toMatchObject({
      title: "把群主转让给 阿澈？",
    });
  expect(sentTo(handOverGroup)).toEqual([]);
  raised = raisedWith();
  await named("管理 阿澈").click();
  await named("转让群主").click();
  await expect.poll(() => toasts(raised).at(-1)).toBe("已转让给 阿澈");
  expect(sentTo(handOverGroup)).toEqual([{ groupId: "101", userId: "5" }]);
});

it("P23 a manager can remove members, but neither appoint managers nor edit the group", async () => {
  open("members", { leads: false });
  await expect.element(named("移出 小满")).toBeVisible();
  expect(named("管理 小满").elements()).toEqual([]);
  await named("更多").click();
  await expect.element(named("退出车友会")).toBeVisible();
  expect(named("编辑车友会").elements()).toEqual([]);
});
