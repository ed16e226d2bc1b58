import { describe, expect, it } from "vitest";
import { wechatScopeOf, wechatAuthorizeUrl, wechatReturnUrl } from "./wechat-authorize-url.ts";

const app = "https://m.qinglan.example/marketing/area/activity/list";

describe("the scope", () => {
  it.each([
    ["E12 in WeChat's browser, for everyone", "wechat", false, false, "snsapi_userinfo"],
    ["E12", "wechat", true, true, "snsapi_userinfo"],
    ["E13 in the mini-program, not logged in here", "miniProgram", false, true, "snsapi_base"],
    ["E13 in the mini-program, isLogin not true", "miniProgram", true, false, "snsapi_base"],
    ["E14 in the mini-program, logged in on both sides", "miniProgram", true, true, "snsapi_userinfo"],
  ] as const)("%s", (_row, method, isLoggedIn, isHostLoggedIn, scope) => {
    expect(wechatScopeOf(method, isLoggedIn, isHostLoggedIn)).toBe(scope);
  });
});

describe("the return address", () => {
  it.each([
    ["E02 unchanged", `${app}?a=1&q=%E4%B8%AD+%20`, `${app}?a=1&q=%E4%B8%AD+%20`],
    ["without its hash", `${app}?a=1#h`, `${app}?a=1`],
    ["without the parameters of an earlier login", `${app}?a=1&code=x&state=y`, `${app}?a=1`],
    ["only its path when it is too long", `${app}?a=${"x".repeat(5_000)}`, app],
  ])("%s", (_row, href, expected) => {
    expect(wechatReturnUrl(href)).toBe(expected);
  });
});

it("E01, E02 parameters in WeChat's order, the redirect page with this page's address, and the fragment", () => {
  const returnTo = `${app}?q=%E4%B8%AD&a=1&a=2`;
  const address = wechatAuthorizeUrl("https://open.weixin.qq.com/connect/oauth2/authorize", {
    appId: "wx0123456789abcdef",
    redirectPage: "https://wx.qinglan.example/official/redirect",
    returnTo,
    scope: "snsapi_userinfo",
    state: "1763700000000",
  });
  const url = new URL(address);
  expect([...url.searchParams.keys()]).toEqual(["appid", "redirect_uri", "response_type", "scope", "state"]);
  expect(url.hash).toBe("#wechat_redirect");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    appid: "wx0123456789abcdef",
    response_type: "code",
    scope: "snsapi_userinfo",
    state: "1763700000000",
  });
  const redirect = new URL(url.searchParams.get("redirect_uri") ?? "");
  expect(redirect.origin + redirect.pathname).toBe("https://wx.qinglan.example/official/redirect");
  expect([...redirect.searchParams]).toEqual([["url", returnTo]]);
});
