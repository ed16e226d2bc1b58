import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  parseLanding,
  searchWithout,
  withoutLoginParameters,
  consumeLanding,
  consumeParameter,
} from "./address.ts";

const here = location.href;
beforeEach(() => history.replaceState({ isRouterState: true }, "", here));
afterEach(() => history.replaceState(null, "", here));
const go = (search: string) => history.replaceState({ isRouterState: true }, "", location.pathname + search);

describe("removes login parameters", () => {
  it.each([
    ["C12", "?code=a&state=b&loginType=SSO&utm_source=x", "?utm_source=x"],
    ["C12 the provider's iss and a link's tk as well", "?iss=http%3A%2F%2Fa&tk=abc&a=1", "?a=1"],
    ["C12 nothing else in it", "?code=a&state=b", ""],
    ["C13", "?a=1&code=x&a=2&utm_source=%E4%B8%AD", "?a=1&a=2&utm_source=%E4%B8%AD"],
    ["C13 encoded and without a value", "?c%6Fde=x&b=%zz&loginType", "?b=%zz"],
    ["C13 but not names that only resemble them", "?codes=1&Code=2&my_state=3", "?codes=1&Code=2&my_state=3"],
    ["C13 all repeated ones", "?code=1&a&code=2", "?a"],
  ])("%s: %s", (_row, search, expected) => {
    expect(withoutLoginParameters(search)).toBe(expected);
  });

  const name = fc.string({ minLength: 1, maxLength: 6 }).map(encodeURIComponent);
  const part = fc.oneof(
    name,
    fc
      .tuple(name, fc.string({ maxLength: 6 }).map(encodeURIComponent))
      .map(([key, value]) => `${key}=${value}`),
    fc.constantFrom("", "a=1&a=2", "x=%zz", "a==", "+=+"),
  );
  const ours = fc
    .tuple(
      fc.constantFrom("code", "state", "loginType", "iss", "tk", "%63ode"),
      fc.string().map(encodeURIComponent),
    )
    .map(([key, value]) => `${key}=${value}`);
  const names = ["loginType", "code", "state", "iss", "tk"];
  const isOurs = (text: string) => names.some((each) => new URLSearchParams(text).has(each));

  it("C13 any query: all other parameters stay unchanged and in order", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, ours), { maxLength: 8 }), (parts) => {
        const search = `?${parts.join("&")}`;
        const all = search.slice(1).split("&");
        const rest = all.filter((text) => !isOurs(text));
        // A query without login parameters stays unchanged, question mark and all.
        const expected = rest.length === all.length ? search : `?${rest.join("&")}`.replace(/^\?$/, "");
        expect(withoutLoginParameters(search)).toBe(expected);
      }),
    );
  });
  it("C12 any query: login parameters are removed, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, ours), { maxLength: 8 }), (parts) => {
        const stripped = withoutLoginParameters(`?${parts.join("&")}`);
        expect(isOurs(stripped)).toBe(false);
        expect(withoutLoginParameters(stripped)).toBe(stripped);
      }),
    );
  });
  it("removes the given parameters", () => {
    expect(searchWithout("?bind=mobile&a=1", ["bind"])).toBe("?a=1");
  });
});

describe("the current address", () => {
  it("C12–C14 is read and cleaned without a history entry; the entry's state and the hash stay", () => {
    const entries = history.length;
    go("?a=1&code=x&state=7&a=2&utm_source=%E4%B8%AD#h");
    expect(consumeLanding()).toEqual({ code: "x", state: "7", loginType: null, error: null, tk: null });
    expect(location.search + location.hash).toBe("?a=1&a=2&utm_source=%E4%B8%AD#h");
    expect(history.length).toBe(entries);
    expect(history.state).toEqual({ isRouterState: true });
  });
  it.each([
    ["?code=x&state=7#wechat_redirect", ""],
    ["?a=1#wechat_redirect", "?a=1"],
    ["?a=1&code=x#wechat_redirects", "?a=1#wechat_redirects"],
  ])("C13 removes the hash that WeChat appends: %s", (entered, shown) => {
    go(entered);
    consumeLanding();
    expect(location.search + location.hash).toBe(shown);
    expect(history.state).toEqual({ isRouterState: true });
  });
  it("C12 reads once the parameters that were removed before the script was loaded", () => {
    go("?a=1");
    Object.assign(window, { entered: `${location.origin}/x?a=1&code=x&tk=t` });
    expect(consumeLanding()).toMatchObject({ code: "x", tk: "t" });
    expect(consumeLanding()).toMatchObject({ code: null, tk: null });
  });
  it("I01 returns a parameter once", () => {
    go("?bind=mobile&a=1");
    expect(consumeParameter("bind")).toBe("mobile");
    expect(location.search).toBe("?a=1");
    expect(consumeParameter("bind")).toBeNull();
  });
  it("reads an error instead of a code, and treats an empty value as absent", () => {
    expect(parseLanding("?error=access_denied&state=1&code=")).toEqual({
      code: null,
      state: "1",
      loginType: null,
      error: "access_denied",
      tk: null,
    });
    expect(parseLanding("?tk=sealed").tk).toBe("sealed");
  });
});
