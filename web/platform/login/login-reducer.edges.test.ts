import { describe, expect, it } from "vitest";
import { loginReducer } from "./login-reducer.ts";
import type { LoginEvent, LoginState } from "./login-state.ts";

/** The last state, and everything that was to be done on the method. */
function after(events: readonly LoginEvent[], from: LoginState) {
  const done: string[] = [];
  const { status } = events.reduce((before, event) => {
    const step = loginReducer(before, event);
    done.push(...step.effects.map((effect) => effect.type));
    return step.state;
  }, from);
  return { status, done };
}
const visitor: LoginState = { status: "visitor" };
const loggedIn: LoginState = { status: "loggedIn" };

describe("in a mini-program", () => {
  const method = "miniProgram";
  it("D19 storage blocked: the host's login would lead nowhere; the ways that stay on this page are offered", () => {
    const obstacle = "storageBlocked";
    const asked = { type: "loginRequested", method, obstacle } as const;
    expect(after([{ ...asked, purpose: "login" }], visitor).done).toEqual(["offerOtherMethods"]);
    expect(
      after([{ type: "sessionRefused", isRequestedByUser: true, method, obstacle }], loggedIn).done,
    ).toEqual(["clearSession", "offerOtherMethods"]);
    const binding = after([{ ...asked, purpose: "bindMobile" }], loggedIn);
    expect(binding).toEqual({ status: "failed", done: ["trackFailure"] });
  });
  it("back from the host's login without a network: told", () => {
    const asked = { type: "loginRequested", method, purpose: "login", obstacle: null } as const;
    const seen = { type: "pageShownAgain", method, obstacle: "offline", hasMobile: false } as const;
    const { status, done } = after([asked, seen], visitor);
    expect([status, done.slice(-2)]).toEqual(["failed", ["showFailure", "trackFailure"]]);
  });
});

describe("in the maker's app, a session that ended while nobody waited for anything", () => {
  const expired = {
    type: "sessionRefused",
    isRequestedByUser: false,
    method: "native",
    obstacle: null,
  } as const;
  it("H05 is renewed by the app", () => {
    const events = [expired, { type: "appTokenReceived" }, { type: "accepted", hasMobile: true }] as const;
    expect(after(events, loggedIn).status).toBe("loggedIn");
  });
  it.each([{ type: "appUnavailable" }, { type: "appNotLoggedIn", isSessionFromApp: false }] as const)(
    "H05 %o: the app's login screen stays closed",
    (event) => {
      expect(after([expired, event], loggedIn)).toEqual({
        status: "visitor",
        done: ["clearSession", "requestAppToken"],
      });
    },
  );
});
