import { afterAll, beforeAll } from "vitest";
import type { TestBrowser } from "../test-browser.ts";
import { home, startProviderSite, web, type ProviderSite } from "./test-site.ts";
import { testRefusals, type RefusalCase } from "./test-table.ts";

// Requests come from a logged-in person, so an allowed address would get a code at once.
let site: ProviderSite;
let person: TestBrowser;
beforeAll(async () => {
  site = await startProviderSite();
  person = await site.loggedIn("13300000001");
});
afterAll(() => site.server.close());

const host = "m.qinglan.example";
const path = "/marketing/area/activity/";
const addresses: Readonly<Record<string, string>> = {
  "the host with a suffix": `https://${host}.evil.example${path}`,
  "the host with a prefix": `https://evil-${host}${path}`,
  "another host of the domain": `https://shop.qinglan.example${path}`,
  "the domain itself": `https://qinglan.example${path}`,
  "the host with a dot at its end": `https://${host}.${path}`,
  "the host in upper case": `https://M.QINGLAN.example${path}`,
  "the host percent-encoded": `https://m%2Eqinglan.example${path}`,
  "the host in full-width letters (IDN)": `https://ｍ.qinglan.example${path}`,
  "the host with a Cyrillic letter (IDN)": `https://m.qinglаn.example${path}`,
  "the host as punycode of a look-alike": `https://m.xn--qinglan-abc.example${path}`,
  "the host with ideographic full stops (IDN)": `https://m。qinglan。example${path}`,
  "plain http": `http://${host}${path}`,
  "the scheme in upper case": `HTTPS://${host}${path}`,
  "a script": `javascript:alert(1)//${host}${path}`,
  "a data address": "data:text/html,hello",
  "a native app's scheme": "qinglan://login",
  "userinfo before a foreign host": `https://${host}@evil.example${path}`,
  "userinfo before our host": `https://someone@${host}${path}`,
  "empty userinfo": `https://@${host}${path}`,
  "another port": `https://${host}:8443${path}`,
  "the scheme's own port written out": `https://${host}:443${path}`,
  "this machine": `http://127.0.0.1:8080${path}`,
  "the provider's own path": `https://${host}/pass/`,
  "the host's root": `https://${host}/`,
  "the path without its end": `https://${host}/marketing/area/activity`,
  "a sibling of the path": `https://${host}/marketing/area/activity.evil/`,
  "the path in upper case": `https://${host}/Marketing/area/activity/`,
  "an encoded letter in the path": `https://${host}/marketing/area/%61ctivity/`,
  "a doubled slash before the path": `https://${host}/${path}`,
  "dot segments": `https://${host}${path}../../../pass/session/end`,
  "encoded dot segments": `https://${host}${path}%2e%2e/%2E%2e/`,
  "a backslash for the host": `https://${host}\\@evil.example${path}`,
  "backslashes in the path": `https://${host}${path}..\\..\\`,
  "a fragment": `https://${host}${path}#code`,
  "an empty fragment": `https://${host}${path}#`,
  "a line break": `https://${host}${path}\r\nlocation: https://evil.example`,
  "a tab in the scheme": `ht\ttps://${host}${path}`,
  "a NUL": `https://${host}${path}\u0000`,
  "a blank before": ` https://${host}${path}`,
  "a relative address": path,
  "a scheme-relative address": `//${host}${path}`,
  "5000 characters": `https://${host}${path}?${"a".repeat(5000)}`,
};
const asGiven: RefusalCase[] = Object.entries(addresses).map(([name, redirect_uri]) => ({
  name,
  send: () => person.request(site.authorize({ redirect_uri })),
  expected: [400, "invalid_redirect_uri"],
}));
const evil = encodeURIComponent(`https://evil.example${path}`);
const otherwise: RefusalCase[] = [
  {
    name: "an empty one",
    send: () => person.request(site.authorize({ redirect_uri: "" })),
    expected: [400, "invalid_request"],
  },
  {
    name: "missing",
    send: () => person.request(site.authorize({ redirect_uri: null })),
    expected: [400, "invalid_request"],
  },
  {
    name: "twice, a foreign one after ours",
    send: () => person.request(site.authorize({}, `&redirect_uri=${evil}`)),
    expected: [400, "invalid_request"],
  },
  {
    name: "twice, a foreign one before ours",
    send: () => person.request(site.authorize().replace("?", `?redirect_uri=${evil}&`)),
    expected: [400, "invalid_request"],
  },
  {
    name: "as a list of one",
    send: () => person.request(site.authorize({ redirect_uri: null, "redirect_uri[]": web })),
    expected: [400, "invalid_request"],
  },
  {
    name: "a foreign one in the body, ours in the address",
    send: async () => {
      const form = Object.fromEntries(new URL(site.authorize()).searchParams);
      const sent = await person.submit(site.authorize(), {
        ...form,
        redirect_uri: `https://evil.example${path}`,
      });
      // The form is the request: it is repeated by GET, where the address counts.
      return person.request(sent.location ?? "");
    },
    expected: [400, "invalid_redirect_uri"],
  },
  {
    name: "a foreign one together with another error, which must not be reported to it",
    send: () =>
      person.request(site.authorize({ redirect_uri: `https://evil.example${path}`, response_type: "token" })),
    expected: [400, "invalid_redirect_uri"],
  },
];
testRefusals("F15 redirect_uri", home, [...asGiven, ...otherwise]);
