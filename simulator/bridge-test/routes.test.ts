import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { addSimulators } from "../index.ts";

let product: TestApp;
beforeAll(async () => {
  product = await testApp({ extend: addSimulators });
});
afterAll(() => product.close());

const get = (url: string) => product.app.inject({ url });
const check = async (handler: string, answer: unknown) => {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  const response = await product.app.inject({
    method: "POST",
    url: "/lab/bridge/check",
    payload: { handler, text },
  });
  return response.json<{ data: { problems: string[] } }>().data.problems;
};
const ok = (data: unknown) => ({ callbackId: "1", error: null, data });

describe("the self-test page", () => {
  it("is served with its files, under a policy without inline scripts", async () => {
    const page = await get("/lab/bridge");
    expect(page.headers["content-security-policy"]).not.toContain("unsafe");
    const named = [...page.body.matchAll(/(?:src|href)="(\/lab\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(named.length).toBe(2);
    for (const path of [...named, "/lab/bridge/wire.js", "/lab/bridge/cases.js"])
      expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  });
  it("R03 contains the fixed signature, not the app key", async () => {
    const { body } = await get("/lab/bridge");
    expect(body).toMatch(/"appSign":"[0-9a-f]{64}"/);
    expect(body).not.toContain(product.context.config.appKey);
  });
  it("runs in the simulated app on request, with its scenario as JSON", async () => {
    const { body } = await get(`/lab/bridge?host=app-ios&native=${encodeURIComponent('{"statusBar":47}')}`);
    const [, path = ""] = /<script src="([^"]+)"/.exec(body) ?? [];
    const script = (await get(path.replaceAll("&#38;", "&"))).body;
    expect(script).toContain('"kind":"app-ios"');
    expect(script).toContain('"statusBar":47');
  });
  it.each(["?host=nothing", "?native=%7B", '?host=app-ios&native="><script>alert(1)</script>'])(
    "%s cannot inject into the page",
    async (query) => {
      const { body, statusCode } = await get(`/lab/bridge${encodeURI(query)}`);
      expect([statusCode, body.includes("alert(1)</script>")]).toEqual([200, false]);
    },
  );
});

describe("the answer check", () => {
  it.each([
    ["goBack", ok(null)],
    ["share", ok({ result: false })],
    ["getGeoPosition", ok({ longitude: 121.4, latitude: 31.2, coordType: "gcj02" })],
    ["getGeoPosition", ok({ cityCode: "310100", provinceCode: "310000" })],
    ["getGeoPosition", ok({})],
    ["getGeoPosition", { callbackId: "1", error: { code: "GEO_DENIED", message: "" }, data: null }],
    ["getValue", ok({ value: null })],
    ["setValue", ok(null)],
    ["getSxToken", ok({ sxToken: "x" })],
    ["refreshSxToken", { callbackId: "1", error: { code: "PF0001", message: "no" }, data: null }],
    ["getStatusBarHeight", ok({ height: 44.5 })],
    ["showTitleBar", ok(null)],
    ["showTitleBar", ok({ shown: true })],
    ["goToNativePage", ok({ result: true })],
    ["noSuchHandler", { callbackId: "1", error: { code: "E0003", message: "" }, data: null }],
  ])("%s: accepts %j", async (handler, answer) => {
    expect(await check(handler, answer)).toEqual([]);
  });
  it.each([
    ["goBack", "{", "invalid JSON"],
    ["goBack", '"text"', "expected object"],
    ["goBack", { error: null, data: null }, "callbackId"],
    ["goBack", { callbackId: "", error: null, data: null }, "callbackId"],
    ["goBack", { callbackId: 5, error: null, data: null }, "callbackId"],
    ["goBack", { callbackId: "1", data: null }, "error"],
    ["goBack", { callbackId: "1", error: null }, "data: missing"],
    ["goBack", { callbackId: "1", error: "no", data: null }, "error"],
    ["goBack", { callbackId: "1", error: { code: 3, message: "" }, data: null }, "error.code"],
    ["share", ok({ result: "true" }), "data.result"],
    ["getGeoPosition", ok({ longitude: 121.4, latitude: 31.2 }), "coordType"],
    ["getGeoPosition", ok({ longitude: 0, latitude: 0, coordType: "wgs84" }), "0, 0"],
    ["getGeoPosition", ok({ longitude: "121", latitude: 31, coordType: "wgs84" }), "data.longitude"],
    ["getGeoPosition", ok({ latitude: 31, coordType: "wgs84" }), "longitude"],
    ["getGeoPosition", ok({ cityCode: 310100 }), "data.cityCode"],
    ["getValue", ok({ value: 5 }), "data.value"],
    ["getSxToken", ok({ sxToken: "" }), "data.sxToken"],
    ["getSxToken", ok({ token: "x" }), "data.sxToken"],
    ["getStatusBarHeight", ok({ height: "44" }), "data.height"],
    ["getStatusBarHeight", ok(44), "data"],
    ["showTitleBar", ok({ shown: 1 }), "data.shown"],
  ])("%s: reports %j at %s", async (handler, answer, where) => {
    expect((await check(handler, answer)).join("; ")).toContain(where);
  });
});
