import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextLogin, type LoginEvent, type LoginState } from "./state.ts";

const visitor: LoginState = { at: "visitor" };
const run = (events: readonly LoginEvent[], from: LoginState = visitor): LoginState =>
  events.reduce(nextLogin, from);
const events: readonly LoginEvent[] = [
  "asked",
  "returned",
  "returnedForeign",
  "givenUp",
  "codeAccepted",
  "codeRefused",
  "networkLost",
];

describe("the login's states", () => {
  it("F01, F07, F11 asked, back with a code, accepted: logged in", () => {
    expect(run(["asked"])).toEqual({ at: "redirecting", isSecond: false });
    expect(run(["asked", "returned"])).toEqual({ at: "exchanging", isSecond: false });
    expect(run(["asked", "returned", "codeAccepted"])).toEqual({ at: "loggedIn" });
  });
  it.each([
    ["F08", ["asked", "returnedForeign"]],
    ["F08", ["asked", "returned", "codeRefused"]],
  ] as const)("%s the first failure asks the provider again", (_row, happened) => {
    expect(run(happened)).toEqual({ at: "redirecting", isSecond: true });
  });
  it.each([
    ["F09", ["asked", "returnedForeign", "returnedForeign"]],
    ["F09", ["asked", "returned", "codeRefused", "returned", "codeRefused"]],
    ["F09", ["asked", "returnedForeign", "returned", "codeRefused"]],
  ] as const)("%s the second one is final", (_row, happened) => {
    expect(run(happened)).toEqual({ at: "failed" });
  });
  it("F09 asking again after a failure starts anew", () => {
    expect(run(["asked", "returnedForeign", "returnedForeign", "asked", "returnedForeign"])).toEqual({
      at: "redirecting",
      isSecond: true,
    });
  });
  it("F26 a code that nobody asked for leads nowhere", () => {
    expect(run(["returned"])).toEqual(visitor);
    expect(run(["returnedForeign"])).toEqual(visitor);
    expect(run(["returned"], { at: "loggedIn" })).toEqual({ at: "loggedIn" });
  });
  it("somebody who gives up at the provider is a visitor as before", () => {
    expect(run(["asked", "givenUp"])).toEqual(visitor);
  });
  it("without a network the provider is not gone to again", () => {
    expect(run(["asked", "returned", "networkLost"])).toEqual({ at: "failed" });
  });
  it("F09, F26 whatever happens: never more than two redirects for one wish, and no login without one", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), (happened) => {
        // One wish: what happens between two askings.
        const states = happened.reduce<LoginState[]>(
          (all, event) => [...all, nextLogin(all.at(-1) ?? visitor, event)],
          [visitor],
        );
        const redirects = states.map(
          (state, place) =>
            state.at === "redirecting" && (happened[place - 1] === "asked" || state !== states[place - 1]),
        );
        const wishes = happened.flatMap((event, place) => (event === "asked" ? [place + 1] : []));
        const counts = wishes.map(
          (from, wish) => redirects.slice(from, wishes[wish + 1]).filter(Boolean).length,
        );
        expect(Math.max(0, ...counts)).toBeLessThanOrEqual(2);
        const first = states.findIndex(({ at }) => at === "loggedIn");
        expect(first === -1 || happened.slice(0, first).includes("asked")).toBe(true);
      }),
    );
  });
});
