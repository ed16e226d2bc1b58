import { expect, test } from "vitest";
import {
  officialRedirectTarget,
  jsapiSignature,
  credentialState,
  secureAvatarUrl,
  wechatErrorKind,
} from "./rules.ts";

test("U12 the signature of WeChat's documented sample (platform facts section 1.3)", () => {
  const sample = {
    ticket: "sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg",
    noncestr: "Wm3WZYTPz0wzccnW",
    timestamp: 1414587457,
    url: "http://mp.weixin.qq.com?params=value",
  };
  expect(jsapiSignature(sample)).toBe("0f9de62fce790f9a083d5c99e95740ceb90c27ed");
  // The values are not encoded: an encoded address has another signature.
  expect(jsapiSignature({ ...sample, url: encodeURI("http://mp.weixin.qq.com?params=值") })).not.toBe(
    jsapiSignature({ ...sample, url: "http://mp.weixin.qq.com?params=值" }),
  );
});

test.for([
  [40029, "codeSpent"],
  [40163, "codeSpent"],
  [41008, "codeSpent"],
  [42003, "codeSpent"],
  [40001, "credentialInvalid"],
  [42001, "credentialInvalid"],
  [-1, "busy"],
  [45009, "failed"],
] as const)("WeChat's %i means %s", ([errcode, verdict]) => {
  expect(wechatErrorKind(errcode)).toBe(verdict);
});

test("a credential is renewed five minutes before its expiry", () => {
  expect(credentialState(null, 0)).toBe("expired");
  expect(credentialState(1_000, 1_000)).toBe("expired");
  expect(credentialState(301_000, 1_000)).toBe("expiring");
  expect(credentialState(301_001, 1_000)).toBe("fresh");
});

test("a picture's address is https or null", () => {
  expect(secureAvatarUrl("http://thirdwx.qlogo.cn/mmopen/a/132")).toBe(
    "https://thirdwx.qlogo.cn/mmopen/a/132",
  );
  expect(secureAvatarUrl("https://thirdwx.qlogo.cn/a")).toBe("https://thirdwx.qlogo.cn/a");
  for (const none of ["", "javascript:alert(1)", "a.png", undefined, 1])
    expect(secureAvatarUrl(none)).toBeNull();
});

const page = "https://m.qinglan.example/marketing/area/activity/";
test.for([
  [`${page}list?keyword=%E8%AF%95%E9%A9%BE&a=1+2`, "?keyword=%E8%AF%95%E9%A9%BE&a=1+2&code=C1&state=17"],
  [page, "?code=C1&state=17"],
  // A code or state in the page's address belongs to another login.
  [`${page}?code=old&x=1&%63ode=old&state=0`, "?x=1&code=C1&state=17"],
  [`${page}list?a&a=&=b`, "?a&a=&=b&code=C1&state=17"],
] as const)("E02 code and state are passed on, the other parameters unchanged: %s", ([address, search]) => {
  const { origin, pathname } = new URL(address);
  expect(officialRedirectTarget(address, { code: "C1", state: "17" })).toBe(origin + pathname + search);
});
test("E02 without a code the page gets only the state", () => {
  expect(officialRedirectTarget(`${page}?a=1`, { code: null, state: "17" })).toBe(`${page}?a=1&state=17`);
  expect(officialRedirectTarget(page, { code: "a&b=c#d", state: null })).toBe(`${page}?code=a%26b%3Dc%23d`);
});
