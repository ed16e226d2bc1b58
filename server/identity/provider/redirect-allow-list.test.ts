import { expect, test } from "vitest";
import { isRedirectAllowed, isWebOrigin, type WebOrigins } from "./redirect-allow-list.ts";

const live: WebOrigins = {
  origin: "https://m.qinglan.example",
  further: ["https://www.qinglan.example"],
  simulatedDomain: null,
};
const local: WebOrigins = {
  origin: "http://127.0.0.1:8080",
  further: [],
  simulatedDomain: "qinglan.example",
};
const path = "/marketing/area/activity/";

test.each([
  `https://m.qinglan.example${path}`,
  `https://m.qinglan.example${path}offline/101?a=%E4%B8%AD&loginType=SSO`,
  `https://m.qinglan.example${path}?back=https://evil.example`,
  `https://www.qinglan.example${path}list`,
])("F15 returns to %s", (address) => {
  expect(isRedirectAllowed(address, live)).toBe(true);
});

test.each([
  ["suffix of the host", `https://m.qinglan.example.evil.example${path}`],
  ["prefix of the host", `https://evil-m.qinglan.example${path}`],
  ["another host of the domain", `https://x.qinglan.example${path}`],
  ["the domain with a dot at its end", `https://m.qinglan.example.${path}`],
  ["scheme", `http://m.qinglan.example${path}`],
  ["script scheme", `javascript:alert(1)//m.qinglan.example${path}`],
  ["data scheme", "data:text/html,hello"],
  ["userinfo", `https://m.qinglan.example@evil.example${path}`],
  ["userinfo before our host", `https://someone@m.qinglan.example${path}`],
  ["empty userinfo", `https://@m.qinglan.example${path}`],
  ["port", `https://m.qinglan.example:8443${path}`],
  ["the scheme's own port, written out", `https://m.qinglan.example:443${path}`],
  ["path", "https://m.qinglan.example/pass/"],
  ["path without its end", "https://m.qinglan.example/marketing/area/activity"],
  ["path with another end", "https://m.qinglan.example/marketing/area/activity.evil/"],
  ["dot segments", `https://m.qinglan.example${path}../../../pass/session/end`],
  ["encoded dot segments", `https://m.qinglan.example${path}%2e%2e/%2E%2e/`],
  ["doubled slash", `https://m.qinglan.example//evil.example${path}`],
  ["backslash", `https://m.qinglan.example\\@evil.example${path}`],
  ["backslash in the path", `https://m.qinglan.example${path}\\..\\..\\`],
  ["fragment", `https://m.qinglan.example${path}#code`],
  ["empty fragment", `https://m.qinglan.example${path}#`],
  ["upper case", `https://M.QINGLAN.example${path}`],
  ["line break", `https://m.qinglan.example${path}\nlist`],
  ["tab in the scheme", `ht\ttps://m.qinglan.example${path}`],
  ["space before", ` https://m.qinglan.example${path}`],
  ["NUL", `https://m.qinglan.example${path}\u0000`],
  ["relative", path],
  ["scheme-relative", `//m.qinglan.example${path}`],
  ["no text", undefined],
  ["nothing", ""],
  ["endless", `https://m.qinglan.example${path}${"a".repeat(5000)}`],
])("F15 does not return to: %s", (_name, address) => {
  expect(isRedirectAllowed(address, live)).toBe(false);
});

test("all loopback names of a machine count as one origin, with the same port and scheme", () => {
  const allowed = [
    "http://localhost:8080",
    "http://127.0.0.1:8080",
    "http://[::1]:8080",
    "http://wechat.localhost:8080",
  ];
  expect(allowed.filter((origin) => !isWebOrigin(origin, local))).toEqual([]);
  const refused = [
    "http://localhost:8081",
    "https://localhost:8080",
    "http://localhost.evil.example:8080",
    "http://notlocalhost:8080",
    "http://127.0.0.1.evil.example:8080",
    "http://127.0.0.2:8080",
    "http://192.168.1.5:8080",
    "null",
    "http://localhost:8080/",
  ];
  expect(refused.filter((origin) => isWebOrigin(origin, local))).toEqual([]);
  expect(isWebOrigin("http://localhost", live)).toBe(false);
});

test("hosts under the brand's domain are allowed only with simulators", () => {
  const hosts = ["http://m1.qinglan.example:8080", "http://m.qinglan.example", "http://qinglan.example:8080"];
  expect(hosts.map((origin) => isWebOrigin(origin, local))).toEqual([true, true, true]);
  expect(hosts.map((origin) => isWebOrigin(origin, { ...local, simulatedDomain: null }))).toEqual([
    false,
    false,
    false,
  ]);
  expect(isWebOrigin("http://evilqinglan.example:8080", local)).toBe(false);
  expect(isWebOrigin("http://m1.qinglan.example:9090", local)).toBe(false);
});
