import { expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { createPagePolicies } from "./content-security-policy.ts";

const inline = { scripts: ["a()"], styles: ["b{}"] };
const policyFor = createPagePolicies(inline, ["https://api.example"], demoBrand);
const directive = (userAgent: string, name: string, policies = policyFor): string | undefined =>
  policies(userAgent)
    .split("; ")
    .find((part) => part.startsWith(`${name} `));
const ownScripts = directive("Chrome", "script-src") ?? "";

test("Z09 the policy allows the product's own scripts, and inline scripts by their hashes", () => {
  expect(ownScripts).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/);
  expect(directive("Chrome", "connect-src")).toBe("connect-src 'self' https://api.example");
  expect(directive("Chrome", "frame-src")).toBeUndefined();
});

test.for([
  [
    "swan/2.26.0 swan-baiduboxapp/12.6.5.10",
    "https://b.bdstatic.com/searchbox/icms/searchbox/js/swan-2.0.21.js",
  ],
  ["aweme ToutiaoMicroApp/3.30", "https://lf1-cdn-tos.bytegoofy.com/goofy/developer/jssdk/jssdk-1.2.0.js"],
  ["AlipayClient/10.6 MiniProgram", "https://appx/web-view.min.js"],
] as const)("B05 B06 B07 %s may load the one script of its vendor", ([userAgent, script]) => {
  expect(directive(userAgent, "script-src")).toBe(ownScripts.replace("'self'", `'self' ${script}`));
});
test.for([
  "xhsminiapp/3.120",
  "MicroMessenger/8 miniProgram/wx1",
  "QinglanApp/6.0.0 swan/2 Android",
  "Chrome",
])("%s may load only the product's own scripts", (userAgent) =>
  expect(directive(userAgent, "script-src")).toBe(ownScripts),
);
test("a brand can set the script of a host", () => {
  const script = "https://cdn.example/xhs.js";
  const policies = createPagePolicies(inline, [], { ...demoBrand, hostScripts: { xiaohongshu: script } });
  expect(directive("xhsminiapp/3", "script-src", policies)).toContain(script);
});

test("WeChat's browser may show WeChat's own elements, if the brand has an app in WeChat's open platform", () => {
  expect(directive("MicroMessenger/8.0", "frame-src")).toBe("frame-src 'self' https://*.qq.com webcompt:");
  expect(directive("MicroMessenger/8.0 miniProgram/wx1", "frame-src")).toBeUndefined();
  const { openPlatformAppId: _id, ...brand } = demoBrand;
  expect(directive("MicroMessenger/8.0", "frame-src", createPagePolicies(inline, [], brand))).toBeUndefined();
});
