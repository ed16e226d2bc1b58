import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defaultPlace } from "#contract/core/limits.ts";
import {
  findDistricts,
  listCities,
  listDistricts,
  locateAddress,
  locatePoint,
} from "#contract/location/location.ts";
import { testApp, type TestApp } from "../testing/app.ts";

const POINT = "/mall-api/cop-profile/api/v1/amap/location-log";
const SHANGHAI = "202.96.209.5";
const SHENZHEN = "219.133.0.1";
const HANOI = { longitude: 105.85, latitude: 21.03 };

let product: TestApp;
let origin: string;
beforeAll(async () => {
  product = await testApp();
  origin = await product.listen();
});
afterAll(() => product.close());

describe("J19 districts by a keyword", () => {
  it.each([
    ["崑山", "昆山", "320583"],
    ["昆山區", "昆山区", "320583"],
    ["kunshan", "kunshan", "320583"],
    ["天河", "天河", "440106"],
    ["番禺", "番禺", "440113"],
    ["滬東 龍華", "沪东 龙华", undefined],
    ["龍華", "龙华", "440309"],
    ["ｌｏｎｇｈｕａ", "ｌｏｎｇｈｕａ", "440309"],
    ["\u3164", "", undefined],
    ["%", "%", undefined],
  ])("J19 %s", async (keyword, simplified, code) => {
    const { status, data } = await product.call(findDistricts, { keyword });
    expect([status, data.keyword]).toEqual([200, simplified]);
    const codes = data.districts.map((one) => one.code);
    expect(codes.length).toBeLessThanOrEqual(20);
    expect(codes.includes(code ?? "")).toBe(code !== undefined);
  });
  it("J19 those of the city first, and the city of each", async () => {
    const { data } = await product.call(findDistricts, { keyword: "chaoyang", cityCode: "110100" });
    expect(data.districts[0]).toEqual({ code: "110105", name: "朝阳区", cityCode: "110100" });
    expect(data.districts.some(({ cityCode }) => cityCode === "220100")).toBe(true);
  });
});

describe("U16 J08 location-log", () => {
  it("U16 J08 J11 returns the city of a point, with that point", async () => {
    const { status, data } = await product.call(locatePoint, { longitude: 114.06, latitude: 22.54 });
    expect(status).toBe(200);
    expect(data).toEqual({
      province: "广东省",
      provinceId: "440000",
      city: "深圳市",
      cityId: "440300",
      longitude: 114.06,
      latitude: 22.54,
    });
  });
  it("J01 converts a point in GCJ-02 to WGS-84", async () => {
    const { data } = await product.call(locatePoint, {
      longitude: 121.484501,
      latitude: 31.218035,
      coordType: "gcj02",
    });
    expect(data).toMatchObject({
      cityId: "310100",
      longitude: expect.closeTo(121.48, 5) as number,
      latitude: expect.closeTo(31.22, 5) as number,
    });
    const answer = await product.app.inject({ url: `${POINT}?longitude=121.4&latitude=31.2&coordType=bd09` });
    expect(answer.statusCode).toBe(601);
  });
  it("U16 J08 returns a municipality as its only city", async () => {
    const { data } = await product.call(locatePoint, { longitude: "121.474", latitude: "31.23" });
    expect(data).toMatchObject({ provinceId: "310000", cityId: "310100", city: "上海市" });
  });
  it("U16 J08 uses the caller's IP address outside China", async () => {
    const { data } = await product.call(locatePoint, HANOI, { address: SHENZHEN });
    expect(data).toMatchObject({ cityId: "440300", longitude: expect.closeTo(114.06, 1) as number });
    expect((await product.call(locatePoint, HANOI)).data).toEqual(defaultPlace);
  });
  it.each([
    "longitude=31.23&latitude=121.47",
    "longitude=NaN&latitude=31.23",
    "longitude=999&latitude=31.23",
    "longitude=121.47&latitude=-999",
    "longitude=&latitude=31.23",
    "longitude=121.47",
    "",
    "longitude=Infinity&latitude=1",
    "longitude=1e2&latitude=31",
    "longitude=121.47&longitude=1&latitude=31.23",
    "longitude=0x10&latitude=31.23",
  ])("J17 refuses %j with 601", async (query) => {
    const answer = await product.app.inject({ url: `${POINT}?${query}` });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([601, "601"]);
  });
});

describe("U17 location-ip", () => {
  const cityFrom = async (address: string, headers: Record<string, string> = {}) =>
    (await product.call(locateAddress, {}, { address, headers })).data.cityId;

  it("U17 returns the city of a public IPv4 or IPv6 address", async () => {
    expect(await cityFrom(SHANGHAI)).toBe("310100");
    expect(await cityFrom(SHENZHEN)).toBe("440300");
    expect(await cityFrom(`::ffff:${SHENZHEN}`)).toBe("440300");
    expect(await cityFrom("2409:8a1e::1")).toBe("310100");
  });
  it("U17 J09 returns Shanghai for unknown addresses", async () => {
    for (const address of ["127.0.0.1", "10.0.0.1", "::1", "8.8.8.8"]) {
      const { data } = await product.call(locateAddress, {}, { address });
      expect(data).toEqual(defaultPlace);
    }
  });
  it("U17 ignores a forged X-Forwarded-For", async () => {
    expect(await cityFrom(SHENZHEN, { "x-forwarded-for": SHANGHAI, "x-real-ip": SHANGHAI })).toBe("440300");
  });
  it("U17 uses the nearest address from a trusted proxy", async () => {
    const behindProxy = await testApp({ settings: { TRUST_PROXY: "127.0.0.1" } });
    try {
      const headers = { "x-forwarded-for": `${SHANGHAI}, ${SHENZHEN}` };
      const { data } = await behindProxy.call(locateAddress, {}, { headers });
      expect(data.cityId).toBe("440300");
    } finally {
      await behindProxy.close();
    }
  });
});

describe.each([
  ["U20 J13", listDistricts, 22_000],
  ["J12", listCities, 9_500],
] as const)("%s a constant response", (row, call, packedMost) => {
  const url = `/mall-api/${call.paths[0]}`;
  it(`${row} has one strong ETag for everybody and answers 304`, async () => {
    const { token } = await product.login(null);
    const [visitor, again, user] = [
      await product.call(call, {}),
      await product.call(call, {}),
      await product.call(call, {}, { token }),
    ];
    const etag = String(visitor.headers["etag"]);
    expect(etag).toMatch(/^"[\w-]{20,}"$/);
    expect([again.headers["etag"], user.headers["etag"]]).toEqual([etag, etag]);
    expect(user.data).toEqual(visitor.data);
    for (const headers of [{}, { "x-access-token": token }]) {
      const answer = await product.app.inject({ url, headers: { ...headers, "if-none-match": etag } });
      expect([answer.statusCode, answer.payload]).toEqual([304, ""]);
    }
    for (const known of ["*", `W/${etag}`, `"other", W/${etag}`])
      expect((await product.app.inject({ url, headers: { "if-none-match": known } })).statusCode).toBe(304);
    const other = await product.app.inject({ url, headers: { "if-none-match": '"other"' } });
    expect(other.statusCode).toBe(200);
  });
  it(`${row} is sent with brotli and its own strong ETag, also from the cache`, async () => {
    const plain = await product.call(call, {});
    const { token } = await product.login(null);
    const ask = async (headers: Record<string, string>) => {
      const answer = await fetch(origin + url, { headers: { "accept-encoding": "gzip, br", ...headers } });
      const body = (await answer.json().catch(() => null)) as { data: unknown } | null;
      return {
        status: answer.status,
        data: body?.data,
        etag: answer.headers.get("etag"),
        encoding: answer.headers.get("content-encoding"),
        bytes: Number(answer.headers.get("content-length")),
        vary: answer.headers.get("vary"),
      };
    };
    // Compression runs in the background after the first response.
    await expect.poll(async () => (await ask({})).encoding).toBe("br");
    const etag = String(plain.headers["etag"]).replace(/"$/, '-br"');
    const known = { "x-access-token": token };
    for (const headers of [{}, {}, known, { origin }]) {
      const answer = await ask(headers);
      expect(answer).toMatchObject({ status: 200, data: plain.data, etag, encoding: "br" });
      expect(answer.bytes).toBeLessThan(packedMost);
      expect(answer.vary).toContain("Accept-Encoding");
    }
    for (const headers of [{}, known])
      expect((await ask({ ...headers, "if-none-match": etag })).status).toBe(304);
    for (const round of ["the first", "from the cache"]) {
      const gzipped = await ask({ "accept-encoding": "gzip, deflate" });
      const gzipEtag = String(plain.headers["etag"]).replace(/"$/, '-gz"');
      expect([round, gzipped]).toMatchObject([round, { encoding: "gzip", etag: gzipEtag, data: plain.data }]);
    }
    const uncompressed = await ask({ "accept-encoding": "identity" });
    expect(uncompressed).toMatchObject({ encoding: null, etag: plain.headers["etag"], data: plain.data });
    expect(uncompressed.vary).toContain("Accept-Encoding");
  });
});

it("U20 J13 the district tree has the root cn and contains Shanghai's districts", async () => {
  const { data } = await product.call(listDistricts, {});
  expect(data.code).toBe("cn");
  const shanghai = data.children?.find(({ code }) => code === "310000")?.children?.[0];
  expect(shanghai).toMatchObject({ code: "310100", name: "上海市" });
  expect(shanghai?.children?.map(({ name }) => name)).toContain("浦东新区");
});

it("J12 the city index contains the hot cities and all cities", async () => {
  const { data } = await product.call(listCities, {});
  expect(data.hot[0]).toBe("310100");
  expect(data.cities).toHaveLength(372);
  expect(data.cities.find(({ code }) => code === "500100")).toMatchObject({
    pinyin: "chongqing",
    initials: "cq",
  });
});
