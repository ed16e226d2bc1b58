import { Registry } from "prom-client";
import { describe, expect, it, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import {
  countWhileQueued,
  observeSignUp,
  signUpOutcomeOf,
  SignUpMetrics,
  type SignUpObserver,
} from "./observer.ts";
import { signUpMessages } from "../messages.ts";

/** Writes down what it is told. */
function listener() {
  const told: string[] = [];
  const observer: SignUpObserver = {
    arrived: (id, requestId) => void told.push(`${id} arrived ${requestId}`),
    queued: (id, change) => void told.push(`${id} queued ${change}`),
    ended: (id, outcome, rule) => void told.push(`${id} ${outcome} ${rule}`.trim()),
  };
  return { told, observer };
}

describe("how a refused wish for a seat ended", () => {
  it.each([
    [new Refusal("flowBranch", { remark: signUpMessages.full }), "full", ""],
    [new Refusal("flowBranch", { remark: signUpMessages.sessionFull }), "full", ""],
    [new Refusal("flowBranch", { remark: "前 10 个名额已满", data: { kind: "quota" } }), "full", ""],
    [new Refusal("flowBranch", { remark: "报名已结束", data: { kind: "window" } }), "process", "window"],
    [new Refusal("notEligible", { data: { kind: "owner" } }), "process", "owner"],
    [new Refusal("flowDisabled"), "process", "flowDisabled"],
    [new Refusal("captchaRequired"), "captcha", ""],
    [new Refusal("busy"), "busy", ""],
    [new Refusal("tooMany"), "limited", ""],
    [new Refusal("invalid"), "invalid", ""],
    [new Refusal("queryFailed605"), "failed", ""],
    [new Error("the database is gone"), "failed", ""],
  ])("%s is %s %s", (error, outcome, rule) => expect(signUpOutcomeOf(error)).toEqual({ outcome, rule }));
});

test("a wish is told from its arrival to its end, and its refusal is the caller's all the same", async () => {
  const { told, observer } = listener();
  const seat = await observeSignUp(observer, { activityId: "1", requestId: "r1" }, async () => ({
    outcome: "accepted",
    result: await countWhileQueued(observer, "1", Promise.resolve("A7")),
  }));
  expect(seat).toBe("A7");
  const late = new Refusal("flowBranch", { remark: signUpMessages.full });
  const refused = observeSignUp(observer, { activityId: "2", requestId: "r2" }, () =>
    countWhileQueued(observer, "2", Promise.reject(late)),
  );
  await expect(refused).rejects.toBe(late);
  expect(told).toEqual([
    "1 arrived r1",
    "1 queued 1",
    "1 queued -1",
    "1 accepted",
    "2 arrived r2",
    "2 queued 1",
    "2 queued -1",
    "2 full",
  ]);
});

test("Z06 /metrics counts ends and who waits; whoever watches beside it is told the same", async () => {
  const registry = new Registry();
  const counts = new SignUpMetrics(registry);
  counts.ended("1", "accepted", "");
  const { told, observer } = listener();
  counts.secondaryObserver = observer;
  counts.arrived("1", "r1");
  counts.queued("1", 1);
  counts.ended("1", "process", "owner");
  expect(told).toEqual(["1 arrived r1", "1 queued 1", "1 process owner"]);
  const text = await registry.metrics();
  expect(text).toContain('sign_ups_total{outcome="accepted"} 1');
  expect(text).toContain('sign_ups_total{outcome="process"} 1');
  expect(text).toContain('sign_ups_total{outcome="full"} 0');
  expect(text).toContain("sign_ups_waiting 1");
});
