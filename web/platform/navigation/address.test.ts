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
beforeEach(() => history.replaceState({ kept: true }, "", here));
afterEach(() => history.replaceState(null, "", here));
const go = (search: string) => history.replaceState({ kept: true }, "", location.pathname + search);

describe("what a login brought is taken out", () => {
  it.each([
    ["C12", "?code=a&state=b&loginType=SSO&utm_source=x", "?utm_source=x"],
    ["C12 the provider's iss and a link's tk as well", "?iss=http%3A%2F%2Fa&tk=abc&a=1", "?a=1"],
    ["C12 nothing else in it", "?code=a&state=b", ""],
    ["C13", "?a=1&code=x&a=2&utm_source=%E4%B8%AD", "?a=1&a=2&utm_source=%E4%B8%AD"],
    ["C13 however it is written", "?c%6Fde=x&b=%zz&loginType", "?b=%zz"],
    ["C13 names that only resemble ours", "?codes=1&Code=2&my_state=3", "?codes=1&Code=2&my_state=3"],
    ["C13 every one of repeated", "?code=1&a&code=2", "?a"],
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

  it("C13 whatever stands in the address: everything that is not ours stays, letter for letter and in order", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, ours), { maxLength: 8 }), (parts) => {
        const search = `?${parts.join("&")}`;
        const all = search.slice(1).split("&");
        const kept = all.filter((text) => !isOurs(text));
        // An address without any of ours is left as it is, question mark and all.
        const expected = kept.length === all.length ? search : `?${kept.join("&")}`.replace(/^\?$/, "");
        expect(withoutLoginParameters(search)).toBe(expected);
      }),
    );
  });
  it("C12 whatever stands in the address: ours are gone, and doing it again changes nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(part, ours), { maxLength: 8 }), (parts) => {
        const stripped = withoutLoginParameters(`?${parts.join("&")}`);
        expect(isOurs(stripped)).toBe(false);
        expect(withoutLoginParameters(stripped)).toBe(stripped);
      }),
    );
  });
  it("takes out what it is told", () => {
    expect(searchWithout("?bind=mobile&a=1", ["bind"])).toBe("?a=1");
  });
});

describe("the address on show", () => {
  it("C12–C14 is read and cleaned without a history entry; the entry's state and the hash stay", () => {
    const entries = history.length;
    go("?a=1&code=x&state=7&a=2&utm_source=%E4%B8%AD#h");
    expect(consumeLanding()).toEqual({ code: "x", state: "7", loginType: null, error: null, tk: null });
    expect(location.search + location.hash).toBe("?a=1&a=2&utm_source=%E4%B8%AD#h");
    expect(history.length).toBe(entries);
    expect(history.state).toEqual({ kept: true });
  });
  it.each([
    ["?code=x&state=7#wechat_redirect", ""],
    ["?a=1#wechat_redirect", "?a=1"],
    ["?a=1&code=x#wechat_redirects", "?a=1#wechat_redirects"],
  ])("C13 what WeChat's own address ended with does not stay: %s", (entered, shown) => {
    go(entered);
    consumeLanding();
    expect(location.search + location.hash).toBe(shown);
    expect(history.state).toEqual({ kept: true });
  });
  it("C12 what was taken out before the script came is read all the same, once", () => {
    go("?a=1");
    Object.assign(window, { entered: `${location.origin}/x?a=1&code=x&tk=t` });
    expect(consumeLanding()).toMatchObject({ code: "x", tk: "t" });
    expect(consumeLanding()).toMatchObject({ code: null, tk: null });
  });
  it("I01 a wish is taken once", () => {
    go("?bind=mobile&a=1");
    expect(consumeParameter("bind")).toBe("mobile");
    expect(location.search).toBe("?a=1");
    expect(consumeParameter("bind")).toBeNull();
  });
  it("reads an error instead of a code, and an empty value as none", () => {
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
