import { describe, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { environmentNames } from "#contract/core/environments.ts";
import { configurationOf } from "../environment/environment.ts";
import type { LoginPurpose } from "../login/login-state.ts";
import { buildAuthorizeUrl, buildReturnUrl } from "./authorize-url.ts";

const bases = { api: "https://m.qinglan.example/mall-api/", pass: "https://id.qinglan.example/pass/" };
const app = "https://m.qinglan.example/marketing/area/activity/offline/7";
const authorizeUrlOf = (
  purpose: LoginPurpose,
  name: (typeof environmentNames)[number] = "dev",
  isInWechat = false,
) =>
  new URL(
    buildAuthorizeUrl(
      { name, configuration: configurationOf(name, { brand: demoBrand }, bases) },
      {
        purpose,
        redirectUri: `${app}?loginType=SSO`,
        state: "1763700000000",
        challenge: "c".repeat(43),
        isInWechat,
      },
    ),
  );
const parameters = (address: URL) => Object.fromEntries(address.searchParams);

describe("the return address", () => {
  it.each([
    ["F05 without a query", app, "login", `${app}?loginType=SSO`],
    ["F05 with one", `${app}?a=1&a=2`, "login", `${app}?a=1&a=2&loginType=SSO`],
    ["F05 the hash stays here", `${app}?a=1#h?b`, "register", `${app}?a=1&loginType=SSO`],
    ["F23 unchanged encoding", `${app}?q=%E4%B8%AD+%20&x`, "login", `${app}?q=%E4%B8%AD+%20&x&loginType=SSO`],
    [
      "F05 without the parameters of an earlier return",
      `${app}?loginType=SSO&code=a&state=b&a=1`,
      "login",
      `${app}?a=1&loginType=SSO`,
    ],
    ["I02 a binding has its own loginType", app, "bindMobile", `${app}?loginType=bindMobile`],
    ["F15 encodes what the provider would refuse", `${app}?a=\\`, "login", `${app}?a=%5C&loginType=SSO`],
  ] as const)("%s", (_row, href, purpose, expected) => {
    expect(buildReturnUrl(href, purpose)).toBe(expected);
  });
  it("a link too long for the provider returns to its path; the rest is stored", () => {
    expect(buildReturnUrl(`${app}?a=${"x".repeat(5000)}`, "login")).toBe(`${app}?loginType=SSO`);
  });
});

describe("the authorize address", () => {
  it("F02, F25 has all parameters of the specification, and the PKCE challenge", () => {
    const address = authorizeUrlOf("login");
    expect(address.origin + address.pathname).toBe("https://id.qinglan.example/pass/auth");
    expect(parameters(address)).toEqual({
      client_id: "qinglan-marketing",
      response_type: "code",
      scope: "openid",
      redirect_uri: `${app}?loginType=SSO`,
      state: "1763700000000",
      history_state: "replace",
      showPwdLogin: "true",
      code_challenge: "c".repeat(43),
      code_challenge_method: "S256",
    });
  });
  it.each(environmentNames)("F03 %s: password login outside production only", (name) => {
    expect(authorizeUrlOf("login", name).searchParams.get("showPwdLogin")).toBe(
      name === "prod" ? null : "true",
    );
  });
  it("F04 registration has the same parameters, and prompt=create", () => {
    expect(parameters(authorizeUrlOf("register"))).toEqual({
      ...parameters(authorizeUrlOf("login")),
      prompt: "create",
    });
  });
  it("I01 binding has prompt=bind_mobile", () => {
    expect(parameters(authorizeUrlOf("bindMobile"))).toEqual({
      ...parameters(authorizeUrlOf("login")),
      prompt: "bind_mobile",
    });
    // In WeChat the provider always asks for a login, even if another person is logged in there.
    expect(parameters(authorizeUrlOf("bindMobile", "dev", true))["prompt"]).toBe("login bind_mobile");
  });
});
