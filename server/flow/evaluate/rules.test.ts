import { describe, expect, it } from "vitest";
import {
  firstFailingOnPath,
  judgePath,
  flowApprovalOf,
  flowPathOf,
  nodeRefusal,
  flowStatusOf,
  type FlowAction,
} from "./rules.ts";
import type { FlowFacts, FlowActivity } from "./facts.ts";
import { processOf, testActivity, testFacts, testPerson } from "../test-facts.ts";

const owner = { kind: "owner" as const, nodeKey: "owner", name: "认证车主" };
const signup = { kind: "step" as const, nodeKey: "signup", name: "报名", after: ["owner"] };
const ownersOnly = processOf(owner, signup);
const path = (
  process: Parameters<typeof flowPathOf>[0],
  over: Partial<FlowActivity> = {},
  action: FlowAction = "signup",
  nodeKey = "signup",
) => flowPathOf(process, nodeKey, testActivity(over), action) ?? [];
const keys = (...given: Parameters<typeof path>) => path(...given).map(({ nodeKey }) => nodeKey);

describe("flowPathOf", () => {
  it("K15 L09 without a process: login, time, a mobile for offline activities, seats", () => {
    expect(keys(null)).toEqual(["base-login", "base-window", "base-mobile", "base-quota"]);
    expect(keys(null, { isOffline: false })).toEqual(["base-login", "base-window", "base-quota"]);
    expect(flowPathOf(null, "other", testActivity(), "signup")).toBe(null);
  });
  it("with a process: base conditions around its nodes; the activity's own step is left out", () => {
    expect(keys(ownersOnly)).toEqual(["base-login", "base-window", "base-mobile", "owner", "base-quota"]);
    const elsewhere = processOf({ ...signup, after: [], activityId: "2" });
    expect(keys(elsewhere)).toContain("signup");
  });
  it("a node of the process replaces the base condition of its kind, unless it is weaker or has its own limit", () => {
    const own = processOf(
      { kind: "quota", nodeKey: "seats", name: "席位" },
      { kind: "window", nodeKey: "time", name: "时间", from: "2026-11-01T00:00:00+08:00" },
      { kind: "login", nodeKey: "in", name: "登录", isRequired: false },
      { kind: "step", nodeKey: "signup", name: "报名", after: ["seats", "time", "in"] },
    );
    expect(keys(own)).toEqual(["base-login", "base-window", "base-mobile", "seats", "time", "in"]);
  });
  it.each<[FlowAction, string[]]>([
    ["lead", ["base-login"]],
    ["koc", ["base-login"]],
    ["link", ["base-login"]],
    ["benefit", ["base-login"]],
  ])("%s has the base conditions %j", (action, expected) => {
    expect(keys(null, {}, action)).toEqual(expected);
  });
});

it("L10 the approval has the smallest limit of the required nodes, for the allocation of seats", () => {
  const seats = (nodeKey: string, over: { limit?: number; isRequired?: boolean }) =>
    ({ kind: "quota", nodeKey, name: "名额", ...over }) as const;
  const most = (...nodes: Parameters<typeof processOf>) =>
    flowApprovalOf(path(processOf(...nodes, { ...signup, after: nodes.map(({ nodeKey }) => nodeKey) })))
      .seatLimit;
  expect(flowApprovalOf(path(null)).seatLimit).toBe(null);
  expect(most(seats("a", {}))).toBe(null);
  expect(most(seats("a", { limit: 100 }), seats("b", { limit: 30 }))).toBe(30);
  expect(most(seats("a", { limit: 100 }), seats("b", { limit: 30, isRequired: false }))).toBe(100);
});

it.each<FlowAction>(["lead", "koc", "link", "benefit"])(
  "W08 M10 %s ignores quota nodes and the sign-up window of a process",
  (action) => {
    const process = processOf(
      owner,
      { kind: "quota", nodeKey: "seats", name: "席位", after: ["owner"] },
      { kind: "quota", nodeKey: "first", name: "名额", limit: 1, after: ["seats"] },
      { kind: "window", nodeKey: "time", name: "报名时间", after: ["first"] },
      { kind: "window", nodeKey: "late", name: "时间", after: ["time"], to: "2026-12-01T00:00:00+08:00" },
      { ...signup, after: ["late"] },
    );
    expect(keys(process, {}, action)).toEqual(["base-login", "owner", "late"]);
    const over = {
      activity: testActivity({ taken: 50, signUpEndTime: 0 }),
      person: testPerson({ owner: true }),
    };
    expect(firstFailingOnPath(path(process, {}, action), testFacts(over))).toBe(null);
    expect(firstFailingOnPath(path(process), testFacts(over))).not.toBe(null);
  },
);

describe("the decision", () => {
  const first = (facts: Partial<FlowFacts>, ...nodes: Parameters<typeof processOf>) => {
    const failing = firstFailingOnPath(path(processOf(...nodes)), testFacts(facts));
    return failing && nodeRefusal(failing);
  };
  const all = { ...signup, after: ["a", "b"] };
  const region = { kind: "region" as const, nodeKey: "a", name: "华南", codes: ["VWSA500000"] };
  const ownerToo = { ...owner, nodeKey: "b" };

  it("L05 W08 is that of the first failing node, with the node as data", () => {
    expect(first({}, region, ownerToo, all)).toMatchObject({
      status: 613,
      code: "613",
      message: "抱歉，你当前没有活动资格~",
      data: { nodeKey: "a", remark: "仅限华南参加", value: "按网络判断，你在上海市" },
    });
    expect(first({}, ownerToo, region, all)).toMatchObject({ data: { nodeKey: "b" } });
  });
  it("a node that is not required decides nothing, but is shown", () => {
    const optional = { ...region, isRequired: false };
    expect(first({ person: testPerson({ owner: true }) }, optional, ownerToo, all)).toBe(null);
    const judged = judgePath(path(processOf(optional, { ...signup, after: ["a"] })), testFacts());
    expect(judged.find(({ node }) => node.nodeKey === "a")?.verdict.state).toBe("fail");
    expect(flowStatusOf(judged, false)).toEqual({ status: "pass" });
  });
  it("V07 W07 612 has the message of a task", () => {
    const field = { kind: "field" as const, nodeKey: "a", name: "邀请", field: "invitation", oneOf: ["是"] };
    expect(first({}, field, ownerToo, all)).toMatchObject({ status: 612, message: "无权限参与" });
  });
  it("V02 602 carries its link, V08 633 its remark, N08 a captcha only the remark of the process", () => {
    const step = { kind: "step", nodeKey: "a", name: "安全课", activityId: "2" } as const;
    expect(first({}, step, ownerToo, all)?.headers).toEqual({
      task_link: encodeURIComponent("https://m.qinglan.example/online/2"),
    });
    const limit = { kind: "quota", nodeKey: "a", name: "名额", limit: 1 } as const;
    expect(first({ activity: testActivity({ taken: 1 }) }, limit, ownerToo, all)?.headers).toEqual({
      flow_branch_remark: encodeURIComponent("前 1 个名额已满"),
    });
    const captcha = { kind: "captcha", nodeKey: "a", name: "验证" } as const;
    expect(first({ hasCaptcha: false }, captcha, ownerToo, all)?.headers).toEqual({ captcha_verify: "true" });
    expect(
      first({ hasCaptcha: false }, { ...captcha, remark: "请稍后再来" }, ownerToo, all)?.headers,
    ).toEqual({
      captcha_verify: "true",
      flow_branch_remark: encodeURIComponent("请稍后再来"),
    });
  });
});

describe("the status", () => {
  const status = (facts: Partial<FlowFacts>, isDone = false) =>
    flowStatusOf(judgePath(path(ownersOnly), testFacts(facts)), isDone);
  it("U21 pass, done, and each kind of refusal", () => {
    expect(status({ person: testPerson({ owner: true }) })).toEqual({ status: "pass" });
    expect(status({}, true)).toEqual({ status: "done" });
    expect(status({ person: null })).toMatchObject({ status: "login" });
    expect(status({ person: testPerson({ mobile: null }) })).toMatchObject({
      status: "task",
      taskLink: "https://m.qinglan.example/?bind=mobile",
    });
    expect(status({})).toMatchObject({ status: "ineligible", remark: "仅限认证车主参加" });
    expect(status({ activity: testActivity({ signUpEndTime: 0 }) })).toMatchObject({
      status: "branch",
      remark: "报名已结束",
    });
  });
  it("V19 a node that cannot be evaluated throws instead of having a status", () => {
    const broken = processOf({ kind: "step", nodeKey: "owner", name: "安全课", activityId: "9" }, signup);
    const judged = judgePath(path(broken), testFacts());
    expect(() => flowStatusOf(judged, false)).toThrow(
      expect.objectContaining({ status: 610, message: "任务异常" }),
    );
  });
});
