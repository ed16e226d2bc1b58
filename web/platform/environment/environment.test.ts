import { beforeEach, describe, expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import {
  environmentNames,
  environmentOf,
  type EnvironmentConfiguration,
} from "#contract/core/environments.ts";
import { listCities } from "#contract/location/location.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { baseUrl, buildRequest } from "../http/build-request.ts";
import { configurationOf, currentEnvironment, refreshEnvironment } from "./environment.ts";
import { setSite } from "./site.ts";

const site = { brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" };
const bases = { api: "https://m.qinglan.example/mall-api/", pass: "https://m.qinglan.example/pass/" };
const all = environmentNames.map((name) => [name, configurationOf(name, site, bases)] as const);
const tenKeys = [
  "apiBaseUrl",
  "clientId",
  "idpidApi",
  "officialWxAppid",
  "officialWxRedirect",
  "oneIdCustomeUaa",
  "oneIdCustomeUaaRegistry",
  "sessionCodeApi",
  "tokenLoginApi",
  "wechatSessionsApi",
];

describe("A01–A08 the page's host selects the environment", () => {
  it.each([
    ["A01", "test.m.qinglan.example", "test"],
    ["A02", "m-qa.qinglan.example", "test"],
    ["A03", "uat-m.qinglan.example", "uat"],
    ["A04", "m1.qinglan.example", "uat"],
    ["A05", "pre-m.qinglan.example", "pre"],
    ["A06", "m.qinglan.example", "prod"],
    ["A06", "m.other.example", "dev"],
    ["A07", "127.0.0.1", "dev"],
    ["A07", "localhost:8080", "dev"],
    ["A07", "www.qinglan.example", "dev"],
    ["A08", "m1-test.qinglan.example", "test"],
    ["A08", "uat-pre-m.qinglan.example", "uat"],
    ["A08", "M.QINGLAN.example:8443", "prod"],
  ])("%s %s is %s", (_row, host, name) => {
    expect(environmentOf(host, "qinglan.example")).toBe(name);
  });
});

describe("A09–A14 five configurations", () => {
  it.each(all)("A10 %s has the ten keys, none empty", (_name, configuration) => {
    expect(Object.keys(configuration).toSorted()).toEqual(tenKeys);
    expect(Object.values(configuration).every((value) => typeof value === "string" && value !== "")).toBe(
      true,
    );
  });
  it("A12, A13 API base and client id are the same in all environments", () => {
    expect(new Set(all.map(([, { apiBaseUrl }]) => apiBaseUrl))).toEqual(new Set([bases.api]));
    expect(new Set(all.map(([, { clientId }]) => clientId))).toEqual(new Set([demoBrand.clientId]));
  });
  it.each(["officialWxAppid", "officialWxRedirect"] as const)("A14 %s: only production differs", (key) => {
    const of = (name: string) => all.find(([entry]) => entry === name)?.[1][key];
    expect(new Set(all.map(([, configuration]) => configuration[key])).size).toBe(2);
    expect(["dev", "test", "pre", "uat"].map(of)).toEqual(Array(4).fill(of("dev")));
  });
});

describe("A11, A16 the configuration is kept in local storage", () => {
  const key = "marque.environment.dev";
  const stored = () => JSON.parse(localStorage.getItem(key) ?? "null") as EnvironmentConfiguration;
  const own = (path: string) => `${location.origin}${path}`;
  const keep = (changes: Partial<Record<keyof EnvironmentConfiguration, string>>) =>
    localStorage.setItem(
      key,
      JSON.stringify({
        ...configurationOf("dev", site, { api: own("/mall-api/"), pass: own("/pass/") }),
        ...changes,
      }),
    );
  beforeEach(() => {
    localStorage.clear();
    setSite(site);
  });
  it("A11 the first visit stores one key per environment; A12 its API base is on the page's own host", () => {
    expect(currentEnvironment().name).toBe("dev");
    expect(Object.keys(localStorage)).toEqual([key]);
    expect(stored().apiBaseUrl).toBe(own("/mall-api/"));
  });
  it("A11 the next visit takes its addresses from it: login, calls and the calls of a login", () => {
    keep({
      apiBaseUrl: own("/kept/mall-api/"),
      oneIdCustomeUaa: "https://id.qinglan.example/auth",
      tokenLoginApi: own("/kept/token-login"),
    });
    expect(currentEnvironment().configuration.oneIdCustomeUaa).toBe("https://id.qinglan.example/auth");
    expect(baseUrl("api")).toBe(own("/kept/mall-api/"));
    expect(buildRequest(tokenLogin, { token: "t" }).url).toBe(own("/kept/token-login"));
    expect(buildRequest(listCities, {}).url).toContain(own("/kept/mall-api/cop-"));
    expect(baseUrl("pass")).toBe(own("/pass/"));
  });
  it("A16 it is replaced when the page states another, and calls follow at once", () => {
    keep({ apiBaseUrl: own("/kept/mall-api/") });
    expect(refreshEnvironment()).toBe(true);
    expect(baseUrl("api")).toBe(own("/mall-api/"));
    expect(refreshEnvironment()).toBe(false);
  });
  it.each(["{", "null", "[]", "7", '{"apiBaseUrl":"https://old.example/mall-api/"}'])(
    "A16 a stored %s is replaced",
    (text) => {
      localStorage.setItem(key, text);
      expect(currentEnvironment().configuration).toEqual(stored());
      expect(stored().apiBaseUrl).toBe(own("/mall-api/"));
    },
  );
  it.each([
    ["apiBaseUrl", "https://qinglan.example.evil.test/mall-api/"],
    ["apiBaseUrl", "https://evilqinglan.example/mall-api/"],
    ["tokenLoginApi", "http://api.qinglan.example/token-login"],
    ["oneIdCustomeUaa", "javascript:alert(1)"],
    ["oneIdCustomeUaaRegistry", "https://elsewhere.test/auth"],
    ["officialWxRedirect", "//elsewhere.test/redirect"],
    ["clientId", ""],
  ] as const)("A16 a stored %s of %s is not used, and is replaced", (name, value) => {
    keep({ [name]: value });
    expect(baseUrl("api")).toBe(own("/mall-api/"));
    expect(currentEnvironment().configuration[name]).not.toBe(value);
    expect(stored()[name]).not.toBe(value);
  });
});
