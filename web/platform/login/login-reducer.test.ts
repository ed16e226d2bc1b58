import { describe, expect, it } from "vitest";
import {
  accepted,
  after,
  loggedIn,
  opened,
  requested,
  shownFailures,
  visitor,
} from "../testing/run-login-events.ts";
import type { LoginEffect, LoginEvent } from "./login-state.ts";

const flags = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.type === "setWechatFlag" ? [effect.flag] : []));

describe("by the provider", () => {
  const toProvider = [requested("sso"), { type: "providerUp" }] as const;
  it("F01, F07, F11 request, available provider, return with a code, accepted: logged in, nothing stored", () => {
    expect(after(toProvider).state).toEqual({
      status: "redirected",
      to: "provider",
      purpose: "login",
      round: 1,
    });
    expect(after([...toProvider, { type: "returned" }, accepted])).toMatchObject({
      status: "loggedIn",
      done: ["checkProvider", "redirect", "exchange", "saveSession", "clearPendingLogin", "notifyHost"],
    });
  });
  it.each([
    ["F08 another state", [{ type: "wrongState" }]],
    ["F08 a refused code", [{ type: "returned" }, { type: "refused" }]],
    ["a reload while the code was exchanged", [{ type: "interrupted" }]],
  ] as const)("%s: redirects to the provider again, without an exchange", (_row, events) => {
    expect(after([...toProvider, ...events]).state).toEqual({
      status: "redirected",
      to: "provider",
      purpose: "login",
      round: 2,
    });
  });
  it.each([
    ["F09", [{ type: "wrongState" }, { type: "wrongState" }]],
    ["F09", [{ type: "returned" }, { type: "refused" }, { type: "returned" }, { type: "refused" }]],
    ["F09", [{ type: "interrupted" }, { type: "returned" }, { type: "refused" }]],
  ] as const)("%s, F10, V25 the second failure is final and shown", (_row, events) => {
    const { state, effects } = after([...toProvider, ...events]);
    expect([state, shownFailures(effects)]).toEqual([
      { status: "failed", failure: "ssoFailed" },
      ["ssoFailed"],
    ]);
  });
  it("F09 a new request after a failure starts with the first round", () => {
    const events = [...toProvider, { type: "wrongState" }, { type: "wrongState" }] as const;
    expect(after([...events, ...toProvider]).state).toMatchObject({ status: "redirected", round: 1 });
  });
  it.each([
    ["F26 a code without a request", [{ type: "returned" }]],
    ["F26 a code with another state", [{ type: "wrongState" }]],
    ["F26 an answer without an exchange", [accepted]],
    ["F26 a second return", [...toProvider, { type: "codeMissing" }, { type: "returned" }, accepted]],
  ] as const)("%s has no effect", (_what, events) => {
    expect(after(events)).toMatchObject({ state: visitor });
    expect(after(events).done).not.toContain("saveSession");
  });
  it("a person who gives up at the provider, or goes Back, is a visitor as before", () => {
    for (const type of ["codeMissing", "navigatedBack"] as const)
      expect(after([...toProvider, { type }])).toMatchObject({
        status: "visitor",
        done: ["checkProvider", "redirect", "clearPendingLogin"],
      });
  });
  it("does not redirect to a provider that does not answer", () => {
    expect(after([requested("sso"), { type: "providerDown" }])).toMatchObject({
      state: { status: "failed", failure: "providerDown" },
      done: ["checkProvider"],
    });
  });
  it.each(["offline", "storageBlocked"] as const)("D19 %s: does not leave this page", (obstacle) => {
    for (const method of ["sso", "wechat"] as const)
      expect(after([requested(method, obstacle)])).toMatchObject({
        state: { status: "failed", failure: obstacle },
        done: [],
      });
  });
  it("does not redirect to the provider again when the exchange has no network", () => {
    expect(after([...toProvider, { type: "returned" }, { type: "networkLost" }])).toMatchObject({
      state: { status: "failed", failure: "ssoFailed" },
    });
  });
  it("G05, I02 a binding is exchanged with its purpose", () => {
    const binding = { ...requested("sso"), purpose: "bindMobile" } as LoginEvent;
    const { effects } = after([binding, { type: "providerUp" }, { type: "returned" }]);
    expect(effects.at(-1)).toEqual({
      type: "exchange",
      exchange: { kind: "code", purpose: "bindMobile", round: 1 },
    });
  });
  it("logs nobody in without a request", () => {
    expect(after([opened("sso")])).toEqual({ status: "visitor", state: visitor, done: [], effects: [] });
    expect(after([opened("wechat")]).done).toEqual([]);
  });
});

describe("by WeChat", () => {
  const toWechat = [requested("wechat")] as const;
  it.each([
    ["E05, D15 with a mobile", true, 1],
    ["E06, D15 without", false, 2],
  ])("%s: wxAuthFlag %s", (_row, hasMobile, flag) => {
    const { status, effects } = after([...toWechat, { type: "returned" }, { type: "accepted", hasMobile }]);
    expect([status, flags(effects)]).toEqual(["loggedIn", [flag]]);
  });
  it("E08, E11, E18, V23 no session: once more, with the retry flag", () => {
    expect(after([...toWechat, { type: "returned" }, { type: "refused" }])).toMatchObject({
      state: { status: "redirected", to: "wechat", round: 2 },
    });
  });
  it("E09, E15, E18, V24 the second failure is final, sets flag 3 and shows a message; no third redirect", () => {
    const events = [
      { type: "returned" },
      { type: "refused" },
      { type: "returned" },
      { type: "refused" },
    ] as const;
    const { state, effects, done } = after([...toWechat, ...events]);
    expect(state).toEqual({ status: "failed", failure: "messagingFailed" });
    expect([flags(effects), shownFailures(effects)]).toEqual([[3], ["messagingFailed"]]);
    expect(done.filter((each) => each === "redirect")).toHaveLength(2);
  });
  it("E10 a new request clears the flag", () => {
    expect(after([...toWechat]).done).toEqual(["clearLoginFlags", "clearPendingLogin", "redirect"]);
  });
  it("H05, H06 a refused token: clears the session, then redirects to WeChat", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isByUser: true,
      method: "wechat",
      obstacle: null,
    };
    expect(after([expired], loggedIn)).toMatchObject({
      status: "redirected",
      done: ["clearSession", "redirect"],
    });
    expect(after([{ ...expired, obstacle: "storageBlocked" }], loggedIn).done).toEqual([
      "clearSession",
      "offerMethods",
    ]);
  });
});

describe("by a link", () => {
  it("C21 a valid tk logs its bearer in", () => {
    const { status, done } = after([{ type: "tkReceived", isLoggedIn: false }, accepted]);
    expect([status, done]).toEqual(["loggedIn", ["exchange", "saveSession", "notifyHost"]]);
  });
  it.each([true, false])("C22 any other tk is only tracked; logged in before: %s", (isLoggedIn) => {
    for (const type of ["refused", "tokenRefused", "networkLost"] as const)
      expect(after([{ type: "tkReceived", isLoggedIn }, { type }])).toMatchObject({
        status: isLoggedIn ? "loggedIn" : "visitor",
        done: ["exchange", "trackRejectedTk"],
      });
  });
});

it("tracks every failure by its name", () => {
  const failing: readonly (readonly LoginEvent[])[] = [
    [requested("wechat", "offline")],
    [requested("sso"), { type: "providerDown" }],
    [opened("native"), { type: "tokenReceived" }, { type: "refused" }],
  ];
  for (const events of failing) {
    const { state, effects } = after(events);
    const failure = state.status === "failed" ? state.failure : null;
    expect(effects.filter((effect) => effect.type === "trackFailure")).toEqual([
      { type: "trackFailure", failure },
    ]);
  }
});

it("H02 an SMS code whose token is refused: clears the previous session", () => {
  expect(after([{ type: "smsReceived" }, { type: "tokenRefused" }], loggedIn)).toMatchObject({
    status: "failed",
    done: ["exchange", "clearSession"],
  });
  expect(after([{ type: "smsReceived" }, { type: "refused" }]).done).toEqual(["exchange"]);
});

it.each([
  ["native", ["logOutOfApp", "endSession", "clearAllData", "notifyHost", "goHome"]],
  ["miniProgram", ["endSession", "clearAllData", "notifyHost", "markLoggedOut", "goHome"]],
  ["wechat", ["endSession", "clearAllData", "notifyHost", "endProviderSession"]],
  ["sso", ["endSession", "clearAllData", "notifyHost", "endProviderSession"]],
] as const)("G07, G09 %s: logout ends remote sessions first, then clears local data", (method, order) => {
  expect(after([{ type: "logoutRequested", method }], loggedIn)).toMatchObject({
    status: "visitor",
    done: order,
  });
});
