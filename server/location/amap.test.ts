import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { askedMost, createAmap, type Amap } from "./amap.ts";

/**
 * Answers put together, not recorded: we have no key. Fields and their order are those of AMap's
 * documentation (lbs.amap.com/api/webservice/guide/api/georegeo and …/ipconfig), what is empty is `[]` as
 * answers show that others have published: a municipality's city, a place without township, building
 * or street, and `businessAreas` as a list of an empty list.
 */
const regeo = (adcode: unknown, city: unknown = [], province: unknown = "上海市") => ({
  status: "1",
  regeocode: {
    addressComponent: {
      city,
      province,
      adcode,
      district: [],
      towncode: [],
      streetNumber: { number: [], location: [], direction: [], distance: [], street: [] },
      country: province === "上海市" ? "中国" : [],
      township: [],
      businessAreas: [[]],
      building: { name: [], type: [] },
      neighborhood: { name: [], type: [] },
      citycode: "021",
    },
    formatted_address: [],
  },
  info: "OK",
  infocode: "10000",
});
const ofAddress = (adcode: unknown, province: unknown, city: unknown) => ({
  status: "1",
  info: "OK",
  infocode: "10000",
  province,
  city,
  adcode,
  rectangle: [],
});

const refusal = (info: string, infocode: string) => ({ status: "0", info, infocode });

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

describe("J08 U16 AMap, where there is a key", () => {
  it.each([
    ["a municipality, whose city is []", "310101", "310100"],
    ["a county of Chongqing", "500235", "500100"],
    ["a district of a city", "440305", "440300"],
    ["a city of the province itself", "429004", "429004"],
    ["a city without districts", "441900", "441900"],
    ["Hong Kong", "810001", "810000"],
  ])("J08 %s", async (_what, adcode, code) => {
    answers = regeo(adcode);
    expect((await amap().cityOfPoint(121.48, 31.22, "1.2.3.4"))?.code).toBe(code);
  });
  it("J08 is asked in GCJ-02, with six figures at most, and the key", async () => {
    answers = regeo("310101");
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
  it("U17 an IPv4 address; nothing for one abroad or at home; IPv6 is not asked about", async () => {
    const one = amap();
    answers = ofAddress("440300", "广东省", "深圳市");
    expect((await one.cityOfAddress("219.133.0.1"))?.code).toBe("440300");
    answers = ofAddress([], [], []);
    expect(await one.cityOfAddress("8.8.8.8")).toBeNull();
    expect(await one.cityOfAddress("240e::1")).toBeNull();
    expect(asked.map(({ searchParams }) => searchParams.get("ip"))).toEqual(["219.133.0.1", "8.8.8.8"]);
  });
  it("J08 a point abroad is nobody's", async () => {
    answers = regeo([], [], []);
    expect(await amap().cityOfPoint(139.7, 35.7, "1.2.3.4")).toBeNull();
  });
  it("J08 people who stand together are asked about once", async () => {
    answers = regeo("310101");
    const one = amap();
    await one.cityOfPoint(121.48, 31.22, "1.2.3.4");
    await one.cityOfPoint(121.48001, 31.22001, "1.2.3.4");
    expect(asked).toHaveLength(1);
  });
  // AMap's documented codes (lbs.amap.com/api/webservice/guide/tools/info), and what is no answer of its own.
  it.each([
    ["does not know the key", refusal("INVALID_USER_KEY", "10001"), "10001"],
    ["has answered enough today", refusal("DAILY_QUERY_OVER_LIMIT", "10003"), "10003"],
    ["is asked too fast", refusal("ACCESS_TOO_FREQUENT", "10004"), "10004"],
    ["is asked by another machine than the key's", refusal("INVALID_USER_IP", "10005"), "10005"],
    ["is for another platform", refusal("USERKEY_PLAT_NOMATCH", "10009"), "10009"],
    ["is at its limit of questions a second", refusal("CUQPS_HAS_EXCEEDED_THE_LIMIT", "10021"), "10021"],
    ["misses a parameter", refusal("MISSING_REQUIRED_PARAMS", "20001"), "20001"],
    ["fails", refusal("ENGINE_RESPONSE_DATA_ERROR", "30001"), "30001"],
    ["says no number", { status: "0", info: "x" }, undefined],
    ["says a number that is none", refusal("x", "121.48,31.22"), undefined],
    ["sends something else", "<html>", undefined],
    ["sends nothing", "", undefined],
  ])(
    "J08 when it %s it is left alone for a while, why is in the log, and nobody's place",
    async (_what, answer, infocode) => {
      answers = answer;
      const one = amap();
      expect(await one.cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
      expect(await one.cityOfPoint(116.4, 39.9, "1.2.3.4")).toBeNull();
      expect(await one.cityOfAddress("219.133.0.1")).toBeNull();
      expect(asked).toHaveLength(1);
      expect(warned).toHaveLength(1);
      expect((warned[0] as object[])[0]).toMatchObject({
        path: "v3/geocode/regeo",
        ...(infocode && { infocode }),
      });
      expect(JSON.stringify(warned)).not.toMatch(/121\.|the-key/);
    },
  );
  it("J08 it is asked again half a minute after it failed, ten minutes after the day's quota was used up", async () => {
    const now = vi.spyOn(performance, "now");
    const start = performance.now();
    const after = async (one: Amap, ms: number) => {
      now.mockReturnValue(start + ms);
      answers = regeo("310101");
      return (await one.cityOfPoint(121.48, 31.22, "1.2.3.4"))?.code;
    };
    const fail = async (infocode: string) => {
      now.mockReturnValue(start);
      const one = amap();
      answers = refusal("x", infocode);
      await one.cityOfPoint(121.48, 31.22, "1.2.3.4");
      return one;
    };
    const passing = await fail("30001");
    expect(await after(passing, 29_000)).toBeUndefined();
    expect(await after(passing, 31_000)).toBe("310100");
    const lasting = await fail("10003");
    expect(await after(lasting, 31_000)).toBeUndefined();
    expect(await after(lasting, 601_000)).toBe("310100");
    now.mockRestore();
  });
  it("J08 nobody uses the key up: past so many places a minute, it is not asked for them", async () => {
    answers = regeo("310101");
    const one = amap();
    const places = Array.from({ length: askedMost.byCaller + 5 }, (_none, at) => 100 + at / 10);
    const found = [];
    for (const longitude of places) found.push(await one.cityOfPoint(longitude, 30, "1.2.3.4"));
    expect(found.filter((city) => city !== null)).toHaveLength(askedMost.byCaller);
    expect(asked).toHaveLength(askedMost.byCaller);
    // Others still are, and what is known costs nothing.
    expect((await one.cityOfPoint(90, 30, "5.6.7.8"))?.code).toBe("310100");
    expect((await one.cityOfPoint(100, 30, "1.2.3.4"))?.code).toBe("310100");
    expect(asked).toHaveLength(askedMost.byCaller + 1);
  });
  it("J08 the key is in no answer, no log and no address that is followed", async () => {
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
  it("J08 when it is slow it is not waited for", async () => {
    answers = regeo("310101");
    delay = 4_000;
    expect(await amap().cityOfPoint(121.48, 31.22, "1.2.3.4")).toBeNull();
  });
});
