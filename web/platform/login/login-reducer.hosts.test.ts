import { describe, expect, it } from "vitest";
import { accepted, after, loggedIn, opened, requested, shownFailures } from "../testing/run-login-events.ts";
import type { LoginEvent } from "./login-state.ts";

describe("in the mini-program", () => {
  it("E01, E13 looks up an unknown person silently, once a visit", () => {
    expect(after([opened("miniProgram")])).toMatchObject({ status: "redirected", done: ["redirect"] });
    expect(after([opened("miniProgram", { isAttempted: true })]).done).toEqual([]);
    expect(after([opened("miniProgram", { isLoggedIn: true })])).toMatchObject({
      status: "loggedIn",
      done: [],
    });
    const blocked: LoginEvent = { ...opened("miniProgram"), obstacle: "storageBlocked" } as LoginEvent;
    expect(after([blocked])).toMatchObject({ status: "visitor", done: [] });
  });
  it("E07 notifies the host", () => {
    expect(after([opened("miniProgram"), { type: "returned" }, accepted]).done).toContain("notifyHost");
  });
  it("E16 a request opens the host's own login page", () => {
    expect(after([requested("miniProgram")])).toMatchObject({
      status: "atHostLogin",
      done: ["clearLoginFlags", "clearPendingLogin", "openHostLogin"],
    });
  });
  it("back from it, a person without a mobile is looked up again", () => {
    const seen = { type: "shownAgain", method: "miniProgram", obstacle: null } as const;
    expect(after([requested("miniProgram"), { ...seen, hasMobile: false }])).toMatchObject({
      status: "redirected",
    });
    expect(after([requested("miniProgram"), { ...seen, hasMobile: true }])).toMatchObject({
      status: "loggedIn",
    });
    expect(after([{ ...seen, hasMobile: false }])).toMatchObject({ status: "visitor", done: [] });
  });
  it("a host without a login page: the other methods are offered", () => {
    expect(after([requested("miniProgram"), { type: "hostLoginFailed" }])).toMatchObject({
      status: "visitor",
    });
    expect(after([requested("miniProgram"), { type: "hostLoginFailed" }]).done.at(-1)).toBe("offerMethods");
  });
  it("H07 a refused token: clears the session, then opens the host's login page", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isByUser: true,
      method: "miniProgram",
      obstacle: null,
    };
    expect(after([expired], loggedIn).done).toEqual(["clearSession", "clearLoginFlags", "openHostLogin"]);
  });
});

describe("in the maker's app", () => {
  const found = { type: "tokenReceived" } as const;
  it("B10, G01, G03, H01 exchanges the app's token without leaving the page", () => {
    expect(after([opened("native"), found, accepted])).toMatchObject({
      status: "loggedIn",
      done: ["requestAppToken", "exchange", "saveSession", "notifyHost"],
    });
  });
  it("G02, V22 PF0001: a visitor, without a message", () => {
    expect(after([opened("native"), { type: "appLoggedOut", isSessionFromApp: false }])).toMatchObject({
      status: "visitor",
      done: ["requestAppToken"],
    });
  });
  it("a session from the app's token ends with it, another session stays", () => {
    const known = opened("native", { isLoggedIn: true });
    expect(after([known, { type: "appLoggedOut", isSessionFromApp: true }]).done).toEqual([
      "requestAppToken",
      "clearSession",
    ]);
    expect(after([known, { type: "appLoggedOut", isSessionFromApp: false }])).toMatchObject({
      status: "loggedIn",
    });
    expect(after([known, { type: "tokenUnchanged" }])).toMatchObject({
      status: "loggedIn",
      done: ["requestAppToken"],
    });
  });
  it("G10 an app without an answer changes nothing", () => {
    expect(after([opened("native"), { type: "appUnavailable" }])).toMatchObject({
      status: "visitor",
      done: ["requestAppToken"],
    });
    expect(after([opened("native", { isLoggedIn: true }), { type: "appUnavailable" }]).status).toBe(
      "loggedIn",
    );
  });
  it("G08 a request opens the app's login, and then reloads the page", () => {
    const events = [
      requested("native"),
      { type: "appLoggedOut", isSessionFromApp: false },
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
  it("a request while the app is asked already waits for that answer", () => {
    expect(
      after([opened("native"), requested("native"), { type: "appLoggedOut", isSessionFromApp: false }]).done,
    ).toEqual(["requestAppToken", "openNativeLogin"]);
  });
  it.each([
    [{ type: "appUnavailable" }],
    [{ type: "appLoggedOut", isSessionFromApp: false }, { type: "nativeLoginFailed" }],
  ] as const)("an app that cannot log in: the other methods are offered", (...events) => {
    expect(after([requested("native"), ...events]).done.at(-1)).toBe("offerMethods");
  });
  it("H02 40102: the app renews its token, once; then the session is cleared and a message shown", () => {
    const refused = { type: "tokenRefused" } as const;
    const { effects } = after([opened("native"), found, refused]);
    expect(effects.at(-1)).toEqual({ type: "requestAppToken", isRenewed: true });
    expect(after([opened("native"), found, refused, found, accepted]).status).toBe("loggedIn");
    const final = after([opened("native"), found, refused, found, refused]);
    expect(final).toMatchObject({ state: { status: "failed", failure: "tokenInvalid" } });
    expect(final.done.slice(-2)).toEqual(["clearSession", "showFailure"]);
  });
  it("H03 shows a gateway failure, unless an older session may still be valid", () => {
    const failing = [found, { type: "refused" }] as const;
    expect(shownFailures(after([opened("native"), ...failing]).effects)).toEqual(["ssoFailed"]);
    const known = after([opened("native", { isLoggedIn: true }), ...failing]);
    expect(known).toMatchObject({ status: "loggedIn", done: ["requestAppToken", "exchange"] });
  });
  it("H05 a refused session: the app's token is renewed and exchanged, without a message", () => {
    const expired: LoginEvent = {
      type: "sessionRefused",
      isByUser: true,
      method: "native",
      obstacle: null,
    };
    const { status, effects } = after([expired, found, accepted], loggedIn);
    expect([status, shownFailures(effects)]).toEqual(["loggedIn", []]);
    expect(effects.slice(0, 2)).toEqual([
      { type: "clearSession" },
      { type: "requestAppToken", isRenewed: true },
    ]);
  });
});

describe("in a mini-program with an obstacle", () => {
  const method = "miniProgram";
  it("D19 blocked storage: the host's login would be lost, so the methods within this page are offered", () => {
    const obstacle = "storageBlocked";
    const request = { type: "loginRequested", method, obstacle } as const;
    expect(after([{ ...request, purpose: "login" }]).done).toEqual(["offerMethods"]);
    expect(after([{ type: "sessionRefused", isByUser: true, method, obstacle }], loggedIn).done).toEqual([
      "clearSession",
      "offerMethods",
    ]);
    const binding = after([{ ...request, purpose: "bindMobile" }], loggedIn);
    expect(binding).toMatchObject({ status: "failed", done: [] });
  });
  it("without a network after the host's login: a message", () => {
    const shownAgain = { type: "shownAgain", method, obstacle: "offline", hasMobile: false } as const;
    const { status, done } = after([requested(method), shownAgain]);
    expect([status, done.at(-1)]).toEqual(["failed", "showFailure"]);
  });
});

describe("in the maker's app, a session that a silent call found expired", () => {
  const expired = {
    type: "sessionRefused",
    isByUser: false,
    method: "native",
    obstacle: null,
  } as const;
  it("H05 is renewed by the app", () => {
    const events = [expired, { type: "tokenReceived" }, accepted] as const;
    expect(after(events, loggedIn).status).toBe("loggedIn");
  });
  it.each([{ type: "appUnavailable" }, { type: "appLoggedOut", isSessionFromApp: false }] as const)(
    "H05 %o: the app's login screen stays closed",
    (event) => {
      expect(after([expired, event], loggedIn)).toMatchObject({
        status: "visitor",
        done: ["clearSession", "requestAppToken"],
      });
    },
  );
});
