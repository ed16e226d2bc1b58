import { describe, expect, it } from "vitest";
import { loginReducer } from "./login-reducer.ts";
import type { LoginEvent, LoginState } from "./login-state.ts";

/** The last state, and everything that was to be done on the way. */
function after(events: readonly LoginEvent[], from: LoginState) {
  const done: string[] = [];
  const { at } = events.reduce((before, event) => {
    const step = loginReducer(before, event);
    done.push(...step.effects.map((effect) => effect.do));
    return step.state;
  }, from);
  return { at, done };
}
const visitor: LoginState = { at: "visitor" };
const loggedIn: LoginState = { at: "loggedIn" };

describe("in a mini-program", () => {
  const way = "miniProgram";
  it("D19 storage blocked: the host's login would lead nowhere; the ways that stay on this page are offered", () => {
    const obstacle = "storageBlocked";
    const asked = { is: "asked", way, obstacle } as const;
    expect(after([{ ...asked, purpose: "login" }], visitor).done).toEqual(["offer"]);
    expect(after([{ is: "expired", isWish: true, way, obstacle }], loggedIn).done).toEqual([
      "clear",
      "offer",
    ]);
    const binding = after([{ ...asked, purpose: "bindMobile" }], loggedIn);
    expect(binding).toEqual({ at: "failed", done: ["trackFailure"] });
  });
  it("back from the host's login without a network: told", () => {
    const asked = { is: "asked", way, purpose: "login", obstacle: null } as const;
    const seen = { is: "seenAgain", way, obstacle: "offline", hasMobile: false } as const;
    const { at, done } = after([asked, seen], visitor);
    expect([at, done.slice(-2)]).toEqual(["failed", ["say", "trackFailure"]]);
  });
});

describe("in the maker's app, a session that ended while nobody waited for anything", () => {
  const expired = { is: "expired", isWish: false, way: "native", obstacle: null } as const;
  it("H05 is renewed by the app", () => {
    const events = [expired, { is: "tokenFound" }, { is: "accepted", hasMobile: true }] as const;
    expect(after(events, loggedIn).at).toBe("loggedIn");
  });
  it.each([{ is: "appSilent" }, { is: "tokenMissing", isOwn: false }] as const)(
    "H05 %o: the app's login screen stays closed",
    (event) => {
      expect(after([expired, event], loggedIn)).toEqual({ at: "visitor", done: ["clear", "askApp"] });
    },
  );
});
