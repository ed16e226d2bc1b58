import { describe, expect, it } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import type { FlowStatus } from "#contract/flow/flow.ts";
import { attemptText, eligibilityBlockOf } from "./eligibility.ts";

const node = (nodeKey: string, remark: string) => ({
  nodeKey,
  kind: "owner",
  name: "认证车主",
  pass: false,
  state: "fail" as const,
  isRequired: true,
  remark,
});
const status = (kind: FlowStatus["status"], remark: string, nodeKey = "owner"): FlowStatus => ({
  status: kind,
  remark,
  node: node(nodeKey, remark),
});
const told = (given: FlowStatus | null, refusal: Refusal | null = null) =>
  eligibilityBlockOf({ status: given, refusal });

describe("reason that excludes a person", () => {
  it("V20 613 and V07 612 have a task's text with the condition", () => {
    expect(told(status("ineligible", "仅限认证车主参加"))).toEqual({
      kind: "ineligible",
      text: "抱歉，你当前没有活动资格~ 仅限认证车主参加",
    });
    expect(told(status("forbidden", "邀请不符合要求"))).toEqual({
      kind: "ineligible",
      text: "无权限参与 邀请不符合要求",
    });
  });
  it("an action or a wait has its own text", () => {
    expect(told(status("task", "请先报名《安全课》"))).toEqual({
      kind: "barred",
      text: "请先报名《安全课》",
    });
    expect(told(status("branch", "前 20 个名额已满"))).toEqual({ kind: "barred", text: "前 20 个名额已满" });
  });
  it.each<[string, FlowStatus | null]>([
    ["nothing is known", null],
    ["they may", { status: "pass" }],
    ["they have", { status: "done" }],
    ["a visitor", status("login", "登录后才能参加", "base-login")],
    ["full, as the page says itself", status("branch", "名额已满", "base-quota")],
    ["no mobile, as the form says itself", status("task", "请先绑定手机号", "base-mobile")],
  ])("nothing to tell: %s", (_what, given) => {
    expect(told(given)).toBe(null);
  });
  it.each([
    ["queryFailed603", "查询异常"],
    ["executionFailed606", "执行异常"],
    ["flowDisabled", "流程未启用"],
    ["taskFailed", "任务异常"],
    ["systemFailed", "系统异常"],
    ["noPermission", "无权限参与"],
  ] as const)("V11–V21 %s: the check failed", (name, text) => {
    expect(told(null, new Refusal(name))).toEqual({ kind: "unknown", text });
  });
  it("without a network the engine's answer is ignored", () => {
    expect(told(null, new Refusal("offline"))).toBe(null);
  });
});

describe("refused attempt", () => {
  it("N11 names the condition if the flow engine sends it", () => {
    expect(attemptText(new Refusal("notEligible", { data: node("owner", "仅限认证车主参加") }))).toBe(
      "抱歉，你当前没有活动资格~ 仅限认证车主参加",
    );
    expect(attemptText(new Refusal("noPermission"))).toBe("无权限参与");
    expect(attemptText(new Refusal("flowBranch", { remark: "名额已满", data: node("a", "名额已满") }))).toBe(
      "名额已满",
    );
    expect(attemptText(new Refusal("notEligible", { data: { nodeKey: 1, remark: {} } }))).toBe(
      "抱歉，你当前没有活动资格~",
    );
  });
});
