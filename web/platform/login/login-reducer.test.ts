import { describe, expect, it } from "vitest";
import { loginReducer } from "./login-reducer.ts";
import type { LoginEffect, LoginEvent, LoginState, LoginMethod } from "./login-state.ts";

const visitor: LoginState = { at: "visitor" };
const loggedIn: LoginState = { at: "loggedIn" };
const asked = (way: LoginMethod, obstacle: "offline" | "storageBlocked" | null = null): LoginEvent => ({
  is: "asked",
  way,
  purpose: "login",
  obstacle,
});
const started = (way: LoginMethod, over: { isLoggedIn?: boolean; isMarked?: boolean } = {}): LoginEvent => ({
  is: "started",
  way,
  obstacle: null,
  isLoggedIn: false,
  isMarked: false,
  ...over,
});
const accepted: LoginEvent = { is: "accepted", hasMobile: true };
/** The last state, and everything that was to be done on the way. */
function after(events: readonly LoginEvent[], from: LoginState = visitor) {
  const effects: LoginEffect[] = [];
  const state = events.reduce((before, event) => {
    const step = loginReducer(before, event);
    effects.push(...step.effects);
    return step.state;
  }, from);
  // Every failure is counted; see the test of its own.
  const done = effects.map((effect) => effect.do).filter((name) => name !== "trackFailure");
  return { at: state.at, state, done, effects };
}
const flags = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.do === "mark" ? [effect.flag] : []));
const said = (effects: readonly LoginEffect[]) =>
  effects.flatMap((effect) => (effect.do === "say" ? [effect.failure] : []));

describe("by the provider", () => {
  const toProvider = [asked("sso"), { is: "providerUp" }] as const;
  it("F01, F07, F11 asked, the provider is there, back with a code, accepted: logged in, nothing remembered", () => {
    expect(after(toProvider).state).toEqual({ at: "away", to: "provider", purpose: "login", round: 1 });
    expect(after([...toProvider, { is: "returned" }, accepted])).toMatchObject({
      at: "loggedIn",
      done: ["checkProvider", "leave", "exchange", "keep", "forget", "tellHost"],
    });
  });
  it.each([
    ["F08 another state", [{ is: "returnedForeign" }]],
    ["F08 a refused code", [{ is: "returned" }, { is: "refused" }]],
    ["a reload while the code was exchanged", [{ is: "cutShort" }]],
  ] as const)("%s: the provider is asked again, without an exchange of what came", (_row, events) => {
    expect(after([...toProvider, ...events]).state).toEqual({
      at: "away",
      to: "provider",
      purpose: "login",
      round: 2,
    });
  });
  it.each([
    ["F09", [{ is: "returnedForeign" }, { is: "returnedForeign" }]],
    ["F09", [{ is: "returned" }, { is: "refused" }, { is: "returned" }, { is: "refused" }]],
    ["F09", [{ is: "cutShort" }, { is: "returned" }, { is: "refused" }]],
  ] as const)("%s, F10, V25 the second failure is final and told", (_row, events) => {
    const { state, effects } = after([...toProvider, ...events]);
    expect([state, said(effects)]).toEqual([{ at: "failed", failure: "ssoFailed" }, ["ssoFailed"]]);
  });
  it("F09 asking again after a failure starts anew", () => {
    const events = [...toProvider, { is: "returnedForeign" }, { is: "returnedForeign" }] as const;
    expect(after([...events, ...toProvider]).state).toMatchObject({ at: "away", round: 1 });
  });
  it.each([
    ["F26 a code that nobody asked for", [{ is: "returned" }]],
    ["F26 a foreign one", [{ is: "returnedForeign" }]],
    ["F26 an answer to no exchange", [accepted]],
    ["F26 a second use of the way back", [...toProvider, { is: "givenUp" }, { is: "returned" }, accepted]],
  ] as const)("%s leads nowhere", (_what, events) => {
    expect(after(events)).toMatchObject({ state: visitor });
    expect(after(events).done).not.toContain("keep");
  });
  it("who gives up at the provider, or comes Back from it, is a visitor as before", () => {
    for (const is of ["givenUp", "cameBack"] as const)
      expect(after([...toProvider, { is }])).toMatchObject({
        at: "visitor",
        done: ["checkProvider", "leave", "forget"],
      });
  });
  it("a provider that does not answer is not gone to", () => {
    expect(after([asked("sso"), { is: "providerDown" }])).toMatchObject({
      state: { at: "failed", failure: "providerDown" },
      done: ["checkProvider"],
    });
  });
  it.each(["offline", "storageBlocked"] as const)("D19 %s: this page is not left", (obstacle) => {
    for (const way of ["sso", "wechat"] as const)
      expect(after([asked(way, obstacle)])).toMatchObject({
        state: { at: "failed", failure: obstacle },
        done: [],
      });
  });
  it("without a network at the exchange the provider is not gone to again", () => {
    expect(after([...toProvider, { is: "returned" }, { is: "networkLost" }])).toMatchObject({
      state: { at: "failed", failure: "ssoFailed" },
    });
  });
  it("G05, I02 a binding is exchanged as one", () => {
    const binding = { ...asked("sso"), purpose: "bindMobile" } as LoginEvent;
    const { effects } = after([binding, { is: "providerUp" }, { is: "returned" }]);
    expect(effects.at(-1)).toEqual({
      do: "exchange",
      exchange: { what: "code", purpose: "bindMobile", round: 1 },
    });
  });
  it("nobody is logged in unasked", () => {
    expect(after([started("sso")])).toEqual({ at: "visitor", state: visitor, done: [], effects: [] });
    expect(after([started("wechat")]).done).toEqual([]);
  });
});

describe("by WeChat", () => {
  const toWechat = [asked("wechat")] as const;
  it.each([
    ["E05, D15 with a mobile", true, 1],
    ["E06, D15 without", false, 2],
  ])("%s: wxAuthFlag %s", (_row, hasMobile, flag) => {
    const { at, effects } = after([...toWechat, { is: "returned" }, { is: "accepted", hasMobile }]);
    expect([at, flags(effects)]).toEqual(["loggedIn", [flag]]);
  });
  it("E08, E11, E18, V23 no session: once more, with the retry flag", () => {
    expect(after([...toWechat, { is: "returned" }, { is: "refused" }])).toMatchObject({
      state: { at: "away", to: "wechat", round: 2 },
    });
  });
  it("E09, E15, E18, V24 the second failure is final, marked 3 and told; no third redirect", () => {
    const events = [{ is: "returned" }, { is: "refused" }, { is: "returned" }, { is: "refused" }] as const;
    const { state, effects, done } = after([...toWechat, ...events]);
    expect(state).toEqual({ at: "failed", failure: "messagingFailed" });
    expect([flags(effects), said(effects)]).toEqual([[3], ["messagingFailed"]]);
    expect(done.filter((each) => each === "leave")).toHaveLength(2);
  });
  it("E10 a new wish takes the mark away", () => {
    expect(after([...toWechat]).done).toEqual(["unmark", "forget", "leave"]);
  });
  it("H05, H06 a refused token: cleared, then WeChat is gone to", () => {
    const expired: LoginEvent = { is: "expired", isWish: true, way: "wechat", obstacle: null };
    expect(after([expired], loggedIn)).toMatchObject({ at: "away", done: ["clear", "leave"] });
    expect(after([{ ...expired, obstacle: "storageBlocked" }], loggedIn).done).toEqual(["clear", "offer"]);
  });
});

describe("in the mini-program", () => {
  it("E01, E13 whoever is not known yet is looked for silently, once a visit", () => {
    expect(after([started("miniProgram")])).toMatchObject({ at: "away", done: ["leave"] });
    expect(after([started("miniProgram", { isMarked: true })]).done).toEqual([]);
    expect(after([started("miniProgram", { isLoggedIn: true })])).toMatchObject({ at: "loggedIn", done: [] });
    const blocked: LoginEvent = { ...started("miniProgram"), obstacle: "storageBlocked" } as LoginEvent;
    expect(after([blocked])).toMatchObject({ at: "visitor", done: [] });
  });
  it("E07 the host is told", () => {
    expect(after([started("miniProgram"), { is: "returned" }, accepted]).done).toContain("tellHost");
  });
  it("E16 a wish leads to the host's own login page", () => {
    expect(after([asked("miniProgram")])).toMatchObject({
      at: "atHost",
      done: ["unmark", "forget", "openHostLogin"],
    });
  });
  it("back from it, whoever has no mobile yet is looked for again", () => {
    const seen = { is: "seenAgain", way: "miniProgram", obstacle: null } as const;
    expect(after([asked("miniProgram"), { ...seen, hasMobile: false }])).toMatchObject({ at: "away" });
    expect(after([asked("miniProgram"), { ...seen, hasMobile: true }])).toMatchObject({ at: "loggedIn" });
    expect(after([{ ...seen, hasMobile: false }])).toMatchObject({ at: "visitor", done: [] });
  });
  it("a host that opens none: the other ways are offered", () => {
    expect(after([asked("miniProgram"), { is: "hostUnable" }])).toMatchObject({ at: "visitor" });
    expect(after([asked("miniProgram"), { is: "hostUnable" }]).done.at(-1)).toBe("offer");
  });
  it("H07 a refused token: cleared, then the host's login page", () => {
    const expired: LoginEvent = { is: "expired", isWish: true, way: "miniProgram", obstacle: null };
    expect(after([expired], loggedIn).done).toEqual(["clear", "unmark", "openHostLogin"]);
  });
});

describe("in the maker's app", () => {
  const found = { is: "tokenFound" } as const;
  it("B10, G01, G03, H01 the app's token is exchanged; nothing is left", () => {
    expect(after([started("native"), found, accepted])).toMatchObject({
      at: "loggedIn",
      done: ["askApp", "exchange", "keep", "tellHost"],
    });
  });
  it("G02, V22 PF0001: a visitor, without a word", () => {
    expect(after([started("native"), { is: "tokenMissing", isOwn: false }])).toMatchObject({
      at: "visitor",
      done: ["askApp"],
    });
  });
  it("whoever came by the app's token goes with it, whoever logged in otherwise stays", () => {
    const known = started("native", { isLoggedIn: true });
    expect(after([known, { is: "tokenMissing", isOwn: true }]).done).toEqual(["askApp", "clear"]);
    expect(after([known, { is: "tokenMissing", isOwn: false }])).toMatchObject({ at: "loggedIn" });
    expect(after([known, { is: "tokenSame" }])).toMatchObject({ at: "loggedIn", done: ["askApp"] });
  });
  it("G10 an app that says nothing changes nothing", () => {
    expect(after([started("native"), { is: "appSilent" }])).toMatchObject({
      at: "visitor",
      done: ["askApp"],
    });
    expect(after([started("native", { isLoggedIn: true }), { is: "appSilent" }]).at).toBe("loggedIn");
  });
  it("G08 a wish opens the app's login, and then loads the page anew", () => {
    const events = [asked("native"), { is: "tokenMissing", isOwn: false }, { is: "nativeDone" }] as const;
    expect(after(events)).toMatchObject({
      at: "reloading",
      done: ["askApp", "openNativeLogin", "reload"],
    });
    expect(after([...events.slice(0, 2), { is: "nativeClosed" }])).toMatchObject({ at: "visitor" });
  });
  it("a wish while the app is asked already waits for that answer", () => {
    expect(after([started("native"), asked("native"), { is: "tokenMissing", isOwn: false }]).done).toEqual([
      "askApp",
      "openNativeLogin",
    ]);
  });
  it.each([[{ is: "appSilent" }], [{ is: "tokenMissing", isOwn: false }, { is: "nativeUnable" }]] as const)(
    "an app that cannot help with a wish: the other ways are offered",
    (...events) => {
      expect(after([asked("native"), ...events]).done.at(-1)).toBe("offer");
    },
  );
  it("H02 40102: the app renews its token, once; then the person is logged out and told", () => {
    const refused = { is: "tokenRefused" } as const;
    const { effects } = after([started("native"), found, refused]);
    expect(effects.at(-1)).toEqual({ do: "askApp", isRenewed: true });
    expect(after([started("native"), found, refused, found, accepted]).at).toBe("loggedIn");
    const final = after([started("native"), found, refused, found, refused]);
    expect(final).toMatchObject({ state: { at: "failed", failure: "tokenInvalid" } });
    expect(final.done.slice(-2)).toEqual(["clear", "say"]);
  });
  it("H03 a gateway that fails is told, except where an older session may still be good", () => {
    const failing = [found, { is: "refused" }] as const;
    expect(said(after([started("native"), ...failing]).effects)).toEqual(["ssoFailed"]);
    const known = after([started("native", { isLoggedIn: true }), ...failing]);
    expect(known).toMatchObject({ at: "loggedIn", done: ["askApp", "exchange"] });
  });
  it("H05 a refused session: the app's token is renewed and exchanged, without a word", () => {
    const expired: LoginEvent = { is: "expired", isWish: true, way: "native", obstacle: null };
    const { at, effects } = after([expired, found, accepted], loggedIn);
    expect([at, said(effects)]).toEqual(["loggedIn", []]);
    expect(effects.slice(0, 2)).toEqual([{ do: "clear" }, { do: "askApp", isRenewed: true }]);
  });
});

describe("by a link", () => {
  it("C21 a good tk logs its bearer in", () => {
    const { at, done } = after([{ is: "tkFound", isLoggedIn: false }, accepted]);
    expect([at, done]).toEqual(["loggedIn", ["exchange", "keep", "tellHost"]]);
  });
  it.each([true, false])("C22 any other changes nothing but a count; logged in before: %s", (isLoggedIn) => {
    for (const is of ["refused", "tokenRefused", "networkLost"] as const)
      expect(after([{ is: "tkFound", isLoggedIn }, { is }])).toMatchObject({
        at: isLoggedIn ? "loggedIn" : "visitor",
        done: ["exchange", "trackBadTk"],
      });
  });
});

it("every failure is counted, by its name", () => {
  const failing: readonly (readonly LoginEvent[])[] = [
    [asked("wechat", "offline")],
    [asked("sso"), { is: "providerDown" }],
    [started("native"), { is: "tokenFound" }, { is: "refused" }],
  ];
  for (const events of failing) {
    const { state, effects } = after(events);
    const failure = state.at === "failed" ? state.failure : null;
    expect(effects.filter((effect) => effect.do === "trackFailure")).toEqual([
      { do: "trackFailure", failure },
    ]);
  }
});

it("H02 a code by SMS whose token is not taken: what was before is void", () => {
  expect(after([{ is: "smsTokenFound" }, { is: "tokenRefused" }], loggedIn)).toMatchObject({
    at: "failed",
    done: ["exchange", "clear"],
  });
  expect(after([{ is: "smsTokenFound" }, { is: "refused" }]).done).toEqual(["exchange"]);
});

it.each([
  ["native", ["endNative", "endSession", "clearAll", "tellHost", "goHome"]],
  ["miniProgram", ["endSession", "clearAll", "tellHost", "markLoggedOut", "goHome"]],
  ["wechat", ["endSession", "clearAll", "tellHost", "endProvider"]],
  ["sso", ["endSession", "clearAll", "tellHost", "endProvider"]],
] as const)("G07, G09 %s: logging out ends first what is elsewhere, then what is here", (way, order) => {
  expect(after([{ is: "logOutAsked", way }], loggedIn)).toMatchObject({ at: "visitor", done: order });
});
