import { describe, expect, it } from "vitest";
import { loginReducer } from "./login-reducer.ts";
import type { LoginEffect, LoginEvent, LoginState, LoginMethod } from "./login-state.ts";

const visitor: LoginState = { status: "visitor" };
const loggedIn: LoginState = { status: "loggedIn" };
const asked = (method: LoginMethod, obstacle: "offline" | "storageBlocked" | null = null): LoginEvent => ({
  type: "loginRequested",
  method,
  purpose: "login",
  obstacle,
});
const started = (
  method: LoginMethod,
  over: { isLoggedIn?: boolean; isAttempted?: boolean } = {},
): LoginEvent => ({
  type: "pageOpened",
  method,
  obstacle: null,
  isLoggedIn: false,
  isAttempted: false,
  ...over,
});
const accepted: LoginEvent = { type: "accepted", hasMobile: true };
/** The last state, and everything that was to be done on the method. */
function after(events: readonly LoginEvent[], from: LoginState = visitor) {
  const effects: LoginEffect[] = [];
  const state = events.reduce((before, event) => {
    const step = loginReducer(before, event);
    effects.push(...step.effects);
    return step.state;
  }, from);
  // Every failure is counted; see the test of its own.
  const done = effects.map((effect) => effect.type).filter((name) => name !== "trackFailure");
  return { status: state.status, state, done, effects };
}
const flags = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.type === "setWechatFlag" ? [effect.flag] : []));
const said = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.type === "showFailure" ? [effect.failure] : []));

describe("by the provider", () => {
  const toProvider = [asked("sso"), { type: "providerUp" }] as const;
  it("F01, F07, F11 asked, the provider is there, back with a code, accepted: logged in, nothing remembered", () => {
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
    ["F08 another state", [{ type: "returnedWithWrongState" }]],
    ["F08 a refused code", [{ type: "returned" }, { type: "refused" }]],
    ["a reload while the code was exchanged", [{ type: "exchangeInterrupted" }]],
  ] as const)("%s: the provider is asked again, without an exchange of what came", (_row, events) => {
    expect(after([...toProvider, ...events]).state).toEqual({
      status: "redirected",
      to: "provider",
      purpose: "login",
      round: 2,
    });
  });
  it.each([
    ["F09", [{ type: "returnedWithWrongState" }, { type: "returnedWithWrongState" }]],
    ["F09", [{ type: "returned" }, { type: "refused" }, { type: "returned" }, { type: "refused" }]],
    ["F09", [{ type: "exchangeInterrupted" }, { type: "returned" }, { type: "refused" }]],
  ] as const)("%s, F10, V25 the second failure is final and told", (_row, events) => {
    const { state, effects } = after([...toProvider, ...events]);
    expect([state, said(effects)]).toEqual([{ status: "failed", failure: "ssoFailed" }, ["ssoFailed"]]);
  });
  it("F09 asking again after a failure starts anew", () => {
    const events = [
      ...toProvider,
      { type: "returnedWithWrongState" },
      { type: "returnedWithWrongState" },
    ] as const;
    expect(after([...events, ...toProvider]).state).toMatchObject({ status: "redirected", round: 1 });
  });
  it.each([
    ["F26 a code that nobody asked for", [{ type: "returned" }]],
    ["F26 a foreign one", [{ type: "returnedWithWrongState" }]],
    ["F26 an answer to no exchange", [accepted]],
    [
      "F26 a second use of the way back",
      [...toProvider, { type: "returnedWithoutCode" }, { type: "returned" }, accepted],
    ],
  ] as const)("%s leads nowhere", (_what, events) => {
    expect(after(events)).toMatchObject({ state: visitor });
    expect(after(events).done).not.toContain("saveSession");
  });
  it("who gives up at the provider, or comes Back from it, is a visitor as before", () => {
    for (const type of ["returnedWithoutCode", "navigatedBack"] as const)
      expect(after([...toProvider, { type }])).toMatchObject({
        status: "visitor",
        done: ["checkProvider", "redirect", "clearPendingLogin"],
      });
  });
  it("a provider that does not answer is not gone to", () => {
    expect(after([asked("sso"), { type: "providerDown" }])).toMatchObject({
      state: { status: "failed", failure: "providerDown" },
      done: ["checkProvider"],
    });
  });
  it.each(["offline", "storageBlocked"] as const)("D19 %s: this page is not left", (obstacle) => {
    for (const method of ["sso", "wechat"] as const)
      expect(after([asked(method, obstacle)])).toMatchObject({
        state: { status: "failed", failure: obstacle },
        done: [],
      });
  });
  it("without a network at the exchange the provider is not gone to again", () => {
    expect(after([...toProvider, { type: "returned" }, { type: "networkLost" }])).toMatchObject({
      state: { status: "failed", failure: "ssoFailed" },
    });
  });
  it("G05, I02 a binding is exchanged as one", () => {
    const binding = { ...asked("sso"), purpose: "bindMobile" } as LoginEvent;
    const { effects } = after([binding, { type: "providerUp" }, { type: "returned" }]);
    expect(effects.at(-1)).toEqual({
      type: "exchange",
      exchange: { kind: "code", purpose: "bindMobile", round: 1 },
    });
  });
  it("nobody is logged in unasked", () => {
    expect(after([started("sso")])).toEqual({ status: "visitor", state: visitor, done: [], effects: [] });
    expect(after([started("wechat")]).done).toEqual([]);
  });
});

describe("by WeChat", () => {
  const toWechat = [asked("wechat")] as const;
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
  it("E09, E15, E18, V24 the second failure is final, marked 3 and told; no third redirect", () => {
    const events = [
      { type: "returned" },
      { type: "refused" },
      { type: "returned" },
      { type: "refused" },
    ] as const;
    const { state, effects, done } = after([...toWechat, ...events]);
    expect(state).toEqual({ status: "failed", failure: "messagingFailed" });
    expect([flags(effects), said(effects)]).toEqual([[3], ["messagingFailed"]]);
    expect(done.filter((each) => each === "redirect")).toHaveLength(2);
  });
  it("E10 a new wish takes the mark away", () => {
    expect(after([...toWechat]).done).toEqual(["clearLoginFlags", "clearPendingLogin", "redirect"]);
  });
  it("H05, H06 a refused token: cleared, then WeChat is gone to", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isRequestedByUser: true,
      method: "wechat",
      obstacle: null,
    };
    expect(after([expired], loggedIn)).toMatchObject({
      status: "redirected",
      done: ["clearSession", "redirect"],
    });
    expect(after([{ ...expired, obstacle: "storageBlocked" }], loggedIn).done).toEqual([
      "clearSession",
      "offerOtherMethods",
    ]);
  });
});

describe("in the mini-program", () => {
  it("E01, E13 whoever is not known yet is looked for silently, once a visit", () => {
    expect(after([started("miniProgram")])).toMatchObject({ status: "redirected", done: ["redirect"] });
    expect(after([started("miniProgram", { isAttempted: true })]).done).toEqual([]);
    expect(after([started("miniProgram", { isLoggedIn: true })])).toMatchObject({
      status: "loggedIn",
      done: [],
    });
    const blocked: LoginEvent = { ...started("miniProgram"), obstacle: "storageBlocked" } as LoginEvent;
    expect(after([blocked])).toMatchObject({ status: "visitor", done: [] });
  });
  it("E07 the host is told", () => {
    expect(after([started("miniProgram"), { type: "returned" }, accepted]).done).toContain("notifyHost");
  });
  it("E16 a wish leads to the host's own login page", () => {
    expect(after([asked("miniProgram")])).toMatchObject({
      status: "atHostLogin",
      done: ["clearLoginFlags", "clearPendingLogin", "openHostLogin"],
    });
  });
  it("back from it, whoever has no mobile yet is looked for again", () => {
    const seen = { type: "pageShownAgain", method: "miniProgram", obstacle: null } as const;
    expect(after([asked("miniProgram"), { ...seen, hasMobile: false }])).toMatchObject({
      status: "redirected",
    });
    expect(after([asked("miniProgram"), { ...seen, hasMobile: true }])).toMatchObject({ status: "loggedIn" });
    expect(after([{ ...seen, hasMobile: false }])).toMatchObject({ status: "visitor", done: [] });
  });
  it("a host that opens none: the other ways are offered", () => {
    expect(after([asked("miniProgram"), { type: "hostLoginUnavailable" }])).toMatchObject({
      status: "visitor",
    });
    expect(after([asked("miniProgram"), { type: "hostLoginUnavailable" }]).done.at(-1)).toBe(
      "offerOtherMethods",
    );
  });
  it("H07 a refused token: cleared, then the host's login page", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isRequestedByUser: true,
      method: "miniProgram",
      obstacle: null,
    };
    expect(after([expired], loggedIn).done).toEqual(["clearSession", "clearLoginFlags", "openHostLogin"]);
  });
});

describe("in the maker's app", () => {
  const found = { type: "appTokenReceived" } as const;
  it("B10, G01, G03, H01 the app's token is exchanged; nothing is left", () => {
    expect(after([started("native"), found, accepted])).toMatchObject({
      status: "loggedIn",
      done: ["requestAppToken", "exchange", "saveSession", "notifyHost"],
    });
  });
  it("G02, V22 PF0001: a visitor, without a word", () => {
    expect(after([started("native"), { type: "appNotLoggedIn", isSessionFromApp: false }])).toMatchObject({
      status: "visitor",
      done: ["requestAppToken"],
    });
  });
  it("whoever came by the app's token goes with it, whoever logged in otherwise stays", () => {
    const known = started("native", { isLoggedIn: true });
    expect(after([known, { type: "appNotLoggedIn", isSessionFromApp: true }]).done).toEqual([
      "requestAppToken",
      "clearSession",
    ]);
    expect(after([known, { type: "appNotLoggedIn", isSessionFromApp: false }])).toMatchObject({
      status: "loggedIn",
    });
    expect(after([known, { type: "appTokenUnchanged" }])).toMatchObject({
      status: "loggedIn",
      done: ["requestAppToken"],
    });
  });
  it("G10 an app that says nothing changes nothing", () => {
    expect(after([started("native"), { type: "appUnavailable" }])).toMatchObject({
      status: "visitor",
      done: ["requestAppToken"],
    });
    expect(after([started("native", { isLoggedIn: true }), { type: "appUnavailable" }]).status).toBe(
      "loggedIn",
    );
  });
  it("G08 a wish opens the app's login, and then loads the page anew", () => {
    const events = [
      asked("native"),
      { type: "appNotLoggedIn", isSessionFromApp: false },
      { type: "nativeLoginDone" },
    ] as const;
    expect(after(events)).toMatchObject({
      status: "reloading",
      done: ["requestAppToken", "openNativeLogin", "reload"],
    });
    expect(after([...events.slice(0, 2), { type: "nativeLoginClosed" }])).toMatchObject({
      status: "visitor",
    });
  });
  it("a wish while the app is asked already waits for that answer", () => {
    expect(
      after([started("native"), asked("native"), { type: "appNotLoggedIn", isSessionFromApp: false }]).done,
    ).toEqual(["requestAppToken", "openNativeLogin"]);
  });
  it.each([
    [{ type: "appUnavailable" }],
    [{ type: "appNotLoggedIn", isSessionFromApp: false }, { type: "nativeLoginUnavailable" }],
  ] as const)("an app that cannot help with a wish: the other ways are offered", (...events) => {
    expect(after([asked("native"), ...events]).done.at(-1)).toBe("offerOtherMethods");
  });
  it("H02 40102: the app renews its token, once; then the person is logged out and told", () => {
    const refused = { type: "tokenRefused" } as const;
    const { effects } = after([started("native"), found, refused]);
    expect(effects.at(-1)).toEqual({ type: "requestAppToken", isRenewed: true });
    expect(after([started("native"), found, refused, found, accepted]).status).toBe("loggedIn");
    const final = after([started("native"), found, refused, found, refused]);
    expect(final).toMatchObject({ state: { status: "failed", failure: "tokenInvalid" } });
    expect(final.done.slice(-2)).toEqual(["clearSession", "showFailure"]);
  });
  it("H03 a gateway that fails is told, except where an older session may still be good", () => {
    const failing = [found, { type: "refused" }] as const;
    expect(said(after([started("native"), ...failing]).effects)).toEqual(["ssoFailed"]);
    const known = after([started("native", { isLoggedIn: true }), ...failing]);
    expect(known).toMatchObject({ status: "loggedIn", done: ["requestAppToken", "exchange"] });
  });
  it("H05 a refused session: the app's token is renewed and exchanged, without a word", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isRequestedByUser: true,
      method: "native",
      obstacle: null,
    };
    const { status, effects } = after([expired, found, accepted], loggedIn);
    expect([status, said(effects)]).toEqual(["loggedIn", []]);
    expect(effects.slice(0, 2)).toEqual([
      { type: "clearSession" },
      { type: "requestAppToken", isRenewed: true },
    ]);
  });
});

describe("by a link", () => {
  it("C21 a good tk logs its bearer in", () => {
    const { status, done } = after([{ type: "tkReceived", isLoggedIn: false }, accepted]);
    expect([status, done]).toEqual(["loggedIn", ["exchange", "saveSession", "notifyHost"]]);
  });
  it.each([true, false])("C22 any other changes nothing but a count; logged in before: %s", (isLoggedIn) => {
    for (const type of ["refused", "tokenRefused", "networkLost"] as const)
      expect(after([{ type: "tkReceived", isLoggedIn }, { type }])).toMatchObject({
        status: isLoggedIn ? "loggedIn" : "visitor",
        done: ["exchange", "trackRejectedTk"],
      });
  });
});

it("every failure is counted, by its name", () => {
  const failing: readonly (readonly LoginEvent[])[] = [
    [asked("wechat", "offline")],
    [asked("sso"), { type: "providerDown" }],
    [started("native"), { type: "appTokenReceived" }, { type: "refused" }],
  ];
  for (const events of failing) {
    const { state, effects } = after(events);
    const failure = state.status === "failed" ? state.failure : null;
    expect(effects.filter((effect) => effect.type === "trackFailure")).toEqual([
      { type: "trackFailure", failure },
    ]);
  }
});

it("H02 a code by SMS whose token is not taken: what was before is void", () => {
  expect(after([{ type: "smsTokenReceived" }, { type: "tokenRefused" }], loggedIn)).toMatchObject({
    status: "failed",
    done: ["exchange", "clearSession"],
  });
  expect(after([{ type: "smsTokenReceived" }, { type: "refused" }]).done).toEqual(["exchange"]);
});

it.each([
  ["native", ["logOutOfApp", "endSession", "clearAllData", "notifyHost", "goHome"]],
  ["miniProgram", ["endSession", "clearAllData", "notifyHost", "markLoggedOut", "goHome"]],
  ["wechat", ["endSession", "clearAllData", "notifyHost", "endProviderSession"]],
  ["sso", ["endSession", "clearAllData", "notifyHost", "endProviderSession"]],
] as const)("G07, G09 %s: logging out ends first what is elsewhere, then what is here", (method, order) => {
  expect(after([{ type: "logoutRequested", method }], loggedIn)).toMatchObject({
    status: "visitor",
    done: order,
  });
});
