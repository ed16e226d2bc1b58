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

/** Creates an observer that records its notifications. */
function recordingObserver() {
  const notifications: string[] = [];
  const observer: SignUpObserver = {
    arrived: (id, requestId) => void notifications.push(`${id} arrived ${requestId}`),
    queued: (id, change) => void notifications.push(`${id} queued ${change}`),
    ended: (id, outcome, rule) => void notifications.push(`${id} ${outcome} ${rule}`.trim()),
  };
  return { notifications, observer };
}

describe("the outcome of a refused attempt", () => {
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

test("the observer is notified from arrival to end, and the caller still gets the refusal", async () => {
  const { notifications, observer } = recordingObserver();
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
  expect(notifications).toEqual([
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

test("Z06 /metrics counts outcomes and waiting attempts, and the secondary observer gets the same notifications", async () => {
  const registry = new Registry();
  const counts = new SignUpMetrics(registry);
  counts.ended("1", "accepted", "");
  const { notifications, observer } = recordingObserver();
  counts.secondaryObserver = observer;
  counts.arrived("1", "r1");
  counts.queued("1", 1);
  counts.ended("1", "process", "owner");
  expect(notifications).toEqual(["1 arrived r1", "1 queued 1", "1 process owner"]);
  const text = await registry.metrics();
  expect(text).toContain('sign_ups_total{outcome="accepted"} 1');
  expect(text).toContain('sign_ups_total{outcome="process"} 1');
  expect(text).toContain('sign_ups_total{outcome="full"} 0');
  expect(text).toContain("sign_ups_waiting 1");
});
