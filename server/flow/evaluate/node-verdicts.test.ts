import { describe, expect, it } from "vitest";
import type { FlowProcessInput } from "#contract/flow/process.ts";
import type { FlowFacts } from "./facts.ts";
import { beijing, processOf, testActivity, testFacts, testPerson, testTime } from "../test-facts.ts";
import { judgeNode } from "./node-verdicts.ts";

type Node = FlowProcessInput["nodes"][number];
const judge = (node: Node, over: Partial<FlowFacts> = {}) => {
  const [parsed] = processOf(node).nodes;
  if (!parsed) throw new Error("no node");
  const verdict = judgeNode(parsed, testFacts(over));
  const { value } = verdict;
  return typeof value === "function" ? { ...verdict, value: value() } : verdict;
};
const link = "https://m.qinglan.example";

describe("each kind of node passes, or explains with the person's value and the next step (requirement N11)", () => {
  const node = { nodeKey: "a", name: "华东" };
  const owner = { ...node, kind: "owner" as const };
  const east = { ...node, kind: "region" as const, codes: ["VWSA400000"] };
  const series = { ...node, name: "远山车主", kind: "series" as const, codes: ["yuanshan"] };
  const first = { ...node, kind: "step" as const, activityId: "2" };
  const withdrawn: FlowFacts["tasks"] = new Map([["2", { title: "赛道安全课", link: null }]]);
  const level = { ...node, name: "会员等级", kind: "field" as const, field: "level" };
  const window = { ...node, kind: "window" as const };
  const from = "2026-11-28T10:00:00+08:00";

  it.each<[string, Node, Partial<FlowFacts>, ReturnType<typeof judgeNode>]>([
    ["login", { ...node, kind: "login" }, {}, { state: "pass", remark: "已登录" }],
    [
      "login, a visitor",
      { ...node, kind: "login" },
      { person: null },
      { state: "fail", refusal: "unauthenticated", remark: "登录后才能参加", next: "登录" },
    ],
    [
      "mobile, masked",
      { ...node, kind: "mobile" },
      {},
      { state: "pass", remark: "已绑定手机号", value: "你的手机号：138****5678" },
    ],
    [
      "no mobile",
      { ...node, kind: "mobile" },
      { person: testPerson({ mobile: null }) },
      {
        state: "fail",
        refusal: "mobileRequired",
        remark: "请先绑定手机号",
        value: "你的账号还没有手机号",
        next: "绑定手机号",
        taskLink: `${link}/?bind=mobile`,
      },
    ],
    [
      "owner",
      owner,
      { person: testPerson({ owner: true }) },
      { state: "pass", remark: "已是认证车主", value: "你的账号：认证车主" },
    ],
    [
      "not an owner",
      owner,
      {},
      {
        state: "fail",
        refusal: "notEligible",
        remark: "仅限认证车主参加",
        value: "你的账号：未认证车主",
        next: "去认证",
        taskLink: "https://m.qinglan.example/mine/owner",
      },
    ],
    ["region", east, {}, { state: "pass", remark: "在华东范围内", value: "按网络判断，你在上海市" }],
    [
      "another region",
      east,
      { place: beijing },
      {
        state: "fail",
        refusal: "notEligible",
        remark: "仅限华东参加",
        value: "按网络判断，你在北京市",
        next: "若位置不对，请关闭代理或换个网络再试",
      },
    ],
    [
      "series",
      series,
      { person: testPerson({ seriesCodes: ["xingyun", "yuanshan"] }) },
      { state: "pass", remark: "有符合要求的车辆", value: "你的车辆：行云、远山" },
    ],
    [
      "another series",
      series,
      { person: testPerson({ seriesCodes: ["xingyun"] }) },
      {
        state: "fail",
        refusal: "notEligible",
        remark: "仅限远山车主参加",
        value: "你的车辆：行云",
        next: "添加车辆",
        taskLink: "https://m.qinglan.example/mine/owner",
      },
    ],
    [
      "a window not open yet",
      { ...window, from },
      {},
      {
        state: "fail",
        refusal: "flowBranch",
        remark: "尚未开放，11月28日 10:00 开放",
        next: "11月28日 10:00 再来",
      },
    ],
    [
      "a window that is over",
      { ...window, to: "2026-11-21T10:00:00+08:00" },
      {},
      { state: "fail", refusal: "flowBranch", remark: "开放时间已过", next: "看看其他活动" },
    ],
    ["the sign-up's own window", window, {}, { state: "pass", remark: "报名进行中" }],
    [
      "seats",
      { ...node, kind: "quota" },
      { activity: testActivity({ quota: 30, taken: 28 }) },
      { state: "pass", remark: "剩余 2 席" },
    ],
    [
      "no seats",
      { ...node, kind: "quota" },
      { activity: testActivity({ quota: 30, taken: 30 }) },
      { state: "fail", refusal: "flowBranch", remark: "名额已满", next: "看看其他活动" },
    ],
    [
      "the first twenty",
      { ...node, kind: "quota", limit: 20 },
      { activity: testActivity({ quota: 30, taken: 20 }) },
      { state: "fail", refusal: "flowBranch", remark: "前 20 个名额已满", next: "看看其他活动" },
    ],
    ["the captcha, later", { ...node, kind: "captcha" }, {}, { state: "pass", remark: "提交时完成安全验证" }],
    [
      "the captcha, missing",
      { ...node, kind: "captcha" },
      { hasCaptcha: false },
      { state: "fail", refusal: "captchaRequired", remark: "请先完成安全验证", next: "提交时完成安全验证" },
    ],
    ["a step done", first, { signedUp: new Set(["2"]) }, { state: "pass", remark: "已报名《赛道安全课》" }],
    [
      "a step to do",
      first,
      {},
      {
        state: "fail",
        refusal: "taskRequired",
        remark: "请先报名《赛道安全课》",
        value: "你还没有报名这场活动",
        next: "去报名",
        taskLink: `${link}/online/2`,
      },
    ],
    [
      "V19 a step whose activity does not exist",
      first,
      { tasks: new Map() },
      { state: "fail", refusal: "taskFailed", remark: "任务异常" },
    ],
    [
      "V19 a step to do whose activity is unpublished",
      first,
      { tasks: withdrawn },
      { state: "fail", refusal: "taskFailed", remark: "任务异常" },
    ],
    [
      "V19 a step done before its activity was unpublished",
      first,
      { tasks: withdrawn, signedUp: new Set(["2"]) },
      { state: "pass", remark: "已报名《赛道安全课》" },
    ],
    [
      "a field",
      { ...level, oneOf: ["金卡"] },
      { fields: new Map([["level", "金卡"]]) },
      { state: "pass", remark: "符合要求", value: "你的会员等级：金卡" },
    ],
    [
      "a field with another value",
      { ...level, oneOf: ["金卡"] },
      { fields: new Map([["level", "银卡"]]) },
      {
        state: "fail",
        refusal: "noPermission",
        remark: "会员等级不符合要求",
        value: "你的会员等级：银卡",
        next: "如有疑问，请联系主办方核对",
      },
    ],
    [
      "a field below the minimum",
      { ...level, atLeast: 3 },
      { fields: new Map([["level", "2.5"]]) },
      {
        state: "fail",
        refusal: "noPermission",
        remark: "会员等级不符合要求",
        value: "你的会员等级：2.5",
        next: "如有疑问，请联系主办方核对",
      },
    ],
    [
      "V17 a field that is not a number",
      { ...level, atLeast: 3 },
      { fields: new Map([["level", "三"]]) },
      { state: "fail", refusal: "executionFailed608", remark: "执行异常" },
    ],
    [
      "a condition about a person, for a visitor",
      owner,
      { person: null },
      { state: "unknown", refusal: "unauthenticated", remark: "登录后可查看" },
    ],
  ])("%s", (_what, given, facts, expected) => {
    expect(judge(given, facts)).toEqual(expected);
  });

  it.each([
    ["310000", true],
    ["310100", true],
    ["320000", false],
    ["320100", false],
    ["VWSA400000", true],
    ["VWSA500000", false],
  ] as const)("a person in Shanghai, the region %s: %s", (code, isIn) => {
    expect(judge({ ...east, codes: [code] }).state).toBe(isIn ? "pass" : "fail");
  });
  it("a window includes its start and excludes its end", () => {
    const ends = { ...window, from: "2026-11-21T10:00:00+08:00", to: "2026-11-21T11:00:00+08:00" };
    const at = (now: number) => judge(ends, { now }).state;
    expect([at(testTime - 1), at(testTime), at(testTime + 3_599_999), at(testTime + 3_600_000)]).toEqual([
      "fail",
      "pass",
      "pass",
      "fail",
    ]);
  });
});

describe("overrides of a node", () => {
  const owner = { kind: "owner", nodeKey: "a", name: "认证车主" } as const;
  it("text, next step and link replace those of the kind, only if the node fails", () => {
    const own = { remark: "本场只招待老车主", next: "去认证", taskLink: "/mine/cars" };
    expect(judge({ ...owner, ...own })).toMatchObject({
      ...own,
      taskLink: `${link}/mine/cars`,
      value: "你的账号：未认证车主",
    });
    expect(judge({ ...owner, ...own }, { person: testPerson({ owner: true }) }).remark).toBe("已是认证车主");
  });
  it.each([
    ["task", "taskRequired"],
    ["forbidden", "noPermission"],
    ["ineligible", "notEligible"],
    ["branch", "flowBranch"],
  ] as const)("answer %s refuses by %s", (answer, refusal) => {
    expect(judge({ ...owner, answer, taskLink: "/mine" }).refusal).toBe(refusal);
  });
  it.each(["javascript:alert(1)", "https://evil.example/", "//evil.example/x"])(
    "N09 V19 a link to %s makes the task fail instead of leading there",
    (taskLink) => {
      const verdict = judge({ ...owner, taskLink, answer: "task" }, { resolveLink: () => null });
      expect(verdict).toEqual({ state: "fail", refusal: "taskFailed", remark: "任务异常" });
    },
  );
});
