import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { amapRequestLimits, createAmap, type Amap } from "./amap.ts";
import { ofAddress, olderRegeo, refusal, refusalOfKey, regeo, regeoAbroad } from "./test-amap-answers.ts";

const shanghai = regeo({ adcode: "310101", city: [], province: "上海市" });
const POINT = "v3/geocode/regeo";

let server: Server;
let base = "";
let asked: URL[] = [];
let answers: unknown = {};
let delay = 0;
let warned: object[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(new URL(request.url ?? "", "http://amap"));
    setTimeout(() => response.end(typeof answers === "string" ? answers : JSON.stringify(answers)), delay);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => server.close());
beforeEach(() => {
  [asked, warned, delay] = [[], [], 0];
});
const amap = (): Amap =>
  createAmap({ key: "the-key", base }, { warn: (...told: unknown[]) => warned.push(told) } as never);

describe("J08 U16 AMap with a key", () => {
  it.each([
    ["a municipality, whose city is []", "310101", [], "上海市", "310100"],
    ["a county of Chongqing", "500235", [], "重庆市", "500100"],
    ["a district of a city", "440305", "深圳市", "广东省", "440300"],
    ["a county-level city", "330281", "宁波市", "浙江省", "330200"],
    ["a development zone, whose code the standard does not have", "320571", "苏州市", "江苏省", "320500"],
    ["a county of an autonomous prefecture", "532627", "文山壮族苗族自治州", "云南省", "532600"],
    ["a city of the province itself, whose city is []", "429004", [], "湖北省", "429004"],
    ["a city without districts", "441900", "东莞市", "广东省", "441900"],
    ["a city of the production corps", "659001", [], "新疆维吾尔自治区", "659001"],
    ["Hong Kong", "810005", [], "香港特别行政区", "810000"],
  ])("J08 %s, in either order of fields", async (_what, adcode, city, province, code) => {
    const component = { adcode, city, province };
    for (const shape of [regeo(component), regeo(component, false), olderRegeo(component)]) {
      answers = shape;
      expect((await amap().cityOfPoint(121.48, 31.22, "1.2.3.4"))?.code).toBe(code);
    }
  });
  it("J08 queries points in GCJ-02 with three decimals and the key", async () => {
    answers = shanghai;
    await amap().cityOfPoint(121.48, 31.22, "1.2.3.4");
    const [request] = asked;
    expect(request?.pathname).toBe("/v3/geocode/regeo");
    expect(Object.fromEntries(request?.searchParams ?? [])).toEqual({
      key: "the-key",
      location: "121.485,31.218",
      extensions: "base",
      output: "JSON",
    });
  });
  it("U17 queries public IPv4 addresses only, also those written as IPv6", async () => {
    const one = amap();
    answers = ofAddress("110000", "北京市", "北京市", "116.0119343,39.66127144;116.7829835,40.2164962");
    expect((await one.cityOfAddress("202.106.0.20"))?.code).toBe("110100");
    answers = ofAddress("131100", "河北省", "衡水市", "115.5630291,37.66458626;115.8063269,37.80817343");
    expect((await one.cityOfAddress("::ffff:219.133.0.1"))?.code).toBe("131100");
    answers = ofAddress("440000", "广东省", []);
    expect((await one.cityOfAddress("219.133.0.2"))?.code).toBe("440100");
    expect(asked.map(({ searchParams }) => searchParams.get("ip"))).toEqual([
      "202.106.0.20",
      "219.133.0.1",
      "219.133.0.2",
    ]);
    for (const address of ["240e::1", "127.0.0.1", "::ffff:10.1.2.3", "100.100.0.1", "192.168.1.1", ""])
      expect(await one.cityOfAddress(address)).toBeNull();
    expect(asked).toHaveLength(3);
  });
  it("U17 J08 returns null for addresses and points abroad and for local networks", async () => {
    const one = amap();
    answers = ofAddress([], [], []);
    expect(await one.cityOfAddress("8.8.8.8")).toBeNull();
    answers = ofAddress([], "局域网", []);
    expect(await one.cityOfAddress("198.18.0.1")).toBeNull();
    answers = regeoAbroad;
    expect(await one.cityOfPoint(126.978, 37.5665, "1.2.3.4")).toBeNull();
    expect(warned).toEqual([]);
  });
  it("J08 points close together share one query", async () => {
    answers = shanghai;
    const one = amap();
    await one.cityOfPoint(121.48, 31.22, "1.2.3.4");
    await one.cityOfPoint(121.48001, 31.22001, "1.2.3.4");
    expect(asked).toHaveLength(1);
  });
  // AMap's documented error codes (lbs.amap.com/api/webservice/guide/tools/info), and invalid responses.
  it.each([
    ["does not know the key", refusal("INVALID_USER_KEY", "10001"), "10001"],
    ["has reached the daily limit", refusal("DAILY_QUERY_OVER_LIMIT", "10003"), "10003"],
    ["is queried too fast", refusal("ACCESS_TOO_FREQUENT", "10004"), "10004"],
    ["is queried from an address outside the key's list", refusal("INVALID_USER_IP", "10005"), "10005"],
    ["requires a signature", refusalOfKey("INVALID_USER_SIGNATURE", "10007", "the-key"), "10007"],
    ["has a key for another platform", refusalOfKey("USERKEY_PLAT_NOMATCH", "10009", "the-key"), "10009"],
    ["has reached the limit of queries a second", refusal("CUQPS_HAS_EXCEEDED_THE_LIMIT", "10021"), "10021"],
    ["lacks a parameter", refusal("MISSING_REQUIRED_PARAMS", "20001"), "20001"],
    ["has exhausted the account's quota", refusal("USER_DAILY_QUERY_OVER_LIMIT", "10044"), "10044"],
    ["fails", refusal("UNKNOWN_ERROR", "20003"), "20003"],
    ["sends no error code", { status: "0", info: "x" }, undefined],
    ["sends an invalid error code", refusal("x", "121.48,31.22"), undefined],
    ["sends HTML", "<html>", undefined],
    ["sends nothing", "", undefined],
  ])(
    "J08 if it %s it is paused, and the log has the reason but no location",
    async (_what, answer, infocode) => {
      answers = answer;
      const one = amap();
      expect(await one.cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
      expect(await one.cityOfPoint(116.4, 39.9, "1.2.3.4")).toBeNull();
      expect(asked).toHaveLength(1);
      expect(warned).toHaveLength(1);
      expect((warned[0] as object[])[0]).toMatchObject({
        path: POINT,
        ...(infocode && { infocode }),
      });
      expect(JSON.stringify(warned)).not.toMatch(/121\.|the-key/);
    },
  );
  it("J08 U17 services are paused separately, because each has its own quota", async () => {
    const one = amap();
    answers = refusal("USER_DAILY_QUERY_OVER_LIMIT", "10044");
    expect(await one.cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
    answers = ofAddress("440300", "广东省", "深圳市");
    expect((await one.cityOfAddress("219.133.0.1"))?.code).toBe("440300");
  });
  it.each([
    ["AMap cannot locate", refusal("ENGINE_RESPONSE_DATA_ERROR", "30001")],
    ["abroad that the key may not query", refusal("INSUFFICIENT_ABROAD_PRIVILEGES", "20011")],
    ["AMap takes for invalid", refusal("INVALID_PARAMS", "20000")],
  ])("J08 a point (%s) does not pause AMap for others", async (_what, answer) => {
    const one = amap();
    answers = answer;
    for (const longitude of [0.1, 0.2, 0.1])
      expect(await one.cityOfPoint(longitude, 0.1, "1.2.3.4")).toBeNull();
    // The result is cached, and such errors are logged only once.
    expect([asked.length, warned.length]).toEqual([2, 1]);
    answers = shanghai;
    expect((await one.cityOfPoint(121.48, 31.22, "5.6.7.8"))?.code).toBe("310100");
  });
  it("J08 it is queried again half a minute after a failure, and ten minutes after the daily limit", async () => {
    const now = vi.spyOn(performance, "now");
    const start = performance.now();
    const after = async (one: Amap, ms: number) => {
      now.mockReturnValue(start + ms);
      answers = shanghai;
      return (await one.cityOfPoint(121.48, 31.22, "1.2.3.4"))?.code;
    };
    const fail = async (infocode: string) => {
      now.mockReturnValue(start);
      const one = amap();
      answers = refusal("x", infocode);
      await one.cityOfPoint(121.48, 31.22, "1.2.3.4");
      return one;
    };
    const passing = await fail("10021");
    expect(await after(passing, 29_000)).toBeUndefined();
    expect(await after(passing, 31_000)).toBe("310100");
    const lasting = await fail("10003");
    expect(await after(lasting, 31_000)).toBeUndefined();
    expect(await after(lasting, 601_000)).toBe("310100");
    now.mockRestore();
  });
  it("J08 a caller above the limit of queries a minute is not served by AMap", async () => {
    answers = shanghai;
    const one = amap();
    const places = Array.from({ length: amapRequestLimits.byCaller + 5 }, (_none, at) => 100 + at / 10);
    const found = [];
    // Counts by network, because a household has practically unlimited IPv6 addresses.
    for (const [at, longitude] of places.entries())
      found.push(await one.cityOfPoint(longitude, 30, `240e:1:2:3::${at}`));
    expect(found.filter((city) => city !== null)).toHaveLength(amapRequestLimits.byCaller);
    expect(asked).toHaveLength(amapRequestLimits.byCaller);
    // Other callers and cached results are not affected.
    expect((await one.cityOfPoint(90, 30, "5.6.7.8"))?.code).toBe("310100");
    expect((await one.cityOfPoint(100, 30, "240e:1:2:3::9"))?.code).toBe("310100");
    expect(asked).toHaveLength(amapRequestLimits.byCaller + 1);
  });
  it("J08 the key is neither logged nor sent to the target of a redirect", async () => {
    const elsewhere = createServer((request, response) => {
      asked.push(new URL(request.url ?? "", "http://elsewhere"));
      response.end("{}");
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const leading = createServer((request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => leading.listen(0, "127.0.0.1", resolve));
    const away = `http://127.0.0.1:${(leading.address() as AddressInfo).port}/`;
    const log = { warn: (...told: unknown[]) => warned.push(told) };
    const one = createAmap({ key: "the-key", base: away }, log as never);
    expect(await one.cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
    expect(asked).toEqual([]);
    expect(warned).toHaveLength(1);
    expect(JSON.stringify(warned)).not.toContain("the-key");
    for (const server of [elsewhere, leading]) server.close();
  });
  it("J08 a slow response is not awaited", async () => {
    answers = shanghai;
    delay = 4_000;
    expect(await amap().cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
  });
});
