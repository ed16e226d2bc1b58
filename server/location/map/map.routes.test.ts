import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import sharp from "sharp";
import { createSite } from "../../http/pages/site.ts";
import { workQuotas } from "../../http/rate-limit/work-quota-rules.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { refusal, refusalOfKey } from "../test-amap-answers.ts";

const KEY = "a-key-of-the-maker-0123456789";
const DEALER = { longitude: 120.21402, latitude: 30.20863 };
const SHOWN = { longitude: 119.30624, latitude: 26.07421 };
const ACTIVITY = { longitude: 104.06552, latitude: 30.65742 };
const BLOCK = { longitude: 113.26437, latitude: 23.12911 };
/** Points of dealers whose maps fail in different ways. */
const failing = [120.31, 120.32, 120.33, 120.34].map((longitude) => ({ longitude, latitude: 30.5 }));

let amap: Server;
let product: TestApp;
let withoutKey: TestApp;
let settings: { AMAP_KEY: string; AMAP_BASE: string };
let picture: Buffer;
let requested: URL[] = [];
/** AMap's next answer. */
let answer: Buffer | object | null;

/** Requests a map. */
const map = (place: string, from = "198.51.100.7") =>
  product.app.inject({ url: `/map/${place}`, remoteAddress: from });
const at = ({ longitude, latitude }: typeof DEALER) => `${longitude},${latitude}`;
const dealer = (id: string, { longitude, latitude }: typeof DEALER) => ({
  id,
  code: `M${id}`,
  name: "滨江体验中心",
  status: "BC500001",
  address: "滨江路 18 号",
  phone: "",
  provinceCode: "330000",
  cityCode: "330100",
  longitude,
  latitude,
});
const addOrganisation = (id: string, place: typeof DEALER) =>
  product.modules.organisations.add([dealer(id, place)]);

beforeAll(async () => {
  amap = createServer((request, response) => {
    requested.push(new URL(request.url ?? "", "http://amap"));
    if (answer === null) return response.writeHead(502).end("<html>");
    const isPicture = Buffer.isBuffer(answer);
    response.setHeader("content-type", isPicture ? "image/png" : "application/json");
    return response.end(isPicture ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => amap.listen(0, "127.0.0.1", resolve));
  const AMAP_BASE = `http://127.0.0.1:${(amap.address() as AddressInfo).port}`;
  settings = { AMAP_KEY: KEY, AMAP_BASE };
  product = await testApp({ settings });
  withoutKey = await testApp({ settings: { AMAP_KEY: undefined } });
  picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: "#ccc" } })
    .png()
    .toBuffer();
  await addOrganisation("7001", DEALER);
});
afterAll(async () => {
  await product.close();
  await withoutKey.close();
  amap.close();
});
beforeEach(() => {
  requested = [];
  answer = picture;
});

it("K30 a map is requested once for a dealer, an activity and a block of its page, with a point in GCJ-02", async () => {
  const now = product.context.clock.now();
  await addOrganisation("7002", SHOWN);
  const blocks = [
    { kind: "map", title: "怎么去", name: "集合点", address: "天河路 1 号", ...BLOCK },
  ] as const;
  await product.modules.activities.addActivities([
    sampleActivity(now, { activityId: "7001", ...ACTIVITY, blocks }),
  ]);
  for (const place of [SHOWN, ACTIVITY, BLOCK]) {
    const first = await map(at(place));
    expect([first.statusCode, first.headers["content-type"], first.rawPayload.equals(picture)]).toEqual([
      200,
      "image/png",
      true,
    ]);
    expect(first.headers["cache-control"]).toBe("public, max-age=86400");
    expect((await map(at(place))).statusCode).toBe(200);
  }
  expect(requested.map(({ pathname }) => pathname)).toEqual(Array(3).fill("/v3/staticmap"));
  const [query] = requested.map(({ searchParams }) => Object.fromEntries(searchParams));
  expect(query).toMatchObject({ key: KEY, zoom: "16", scale: "2", size: "512*224" });
  const [east = 0, north = 0] = (query?.["location"] ?? "").split(",").map(Number);
  // The shift between the two systems is some 500 m there.
  expect(Math.abs(east - SHOWN.longitude)).toBeGreaterThan(0.003);
  expect(Math.abs(north - SHOWN.latitude)).toBeGreaterThan(0.001);
  expect(query?.["markers"]).toBe(`mid,0xD9480F,:${query?.["location"]}`);
});

it.each([
  ["a point where nothing is", "121.4,31.2"],
  ["a point beside a dealer", "120.21403,30.20863"],
  ["no numbers", "120.2x,30"],
  ["one number", "120.21402"],
  ["a path", "..%2f..%2fetc"],
])("K30 %s is 404, and AMap is not asked", async (_what, place) => {
  expect((await map(place)).statusCode).toBe(404);
  expect(requested).toEqual([]);
});

it("K30 a draft's place has no map", async () => {
  const place = { longitude: 87.61733, latitude: 43.79282 };
  const draft = { activityId: "7002", ...place, isDraft: true };
  await product.modules.activities.addActivities([sampleActivity(product.context.clock.now(), draft)]);
  expect((await map(at(place))).statusCode).toBe(404);
  expect(requested).toEqual([]);
});

it("K30 concurrent readers cause one request", async () => {
  const place = { longitude: 118.79688, latitude: 32.06026 };
  await addOrganisation("7200", place);
  const answers = await Promise.all(Array.from({ length: 8 }, () => map(at(place))));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
  expect(requested.length).toBe(1);
});

it("K30 a network may cause a limited number of requests a minute; what is in memory stays free", async () => {
  const seen = { longitude: 126.63, latitude: 45.75 };
  await addOrganisation("7301", seen);
  await map(at(seen), "203.0.113.9");
  product.context.workQuota.take("map", "203.0.113.9", () => workQuotas.map * 1_000);
  const place = { longitude: 117.2, latitude: 39.13 };
  await addOrganisation("7300", place);
  expect((await map(at(place), "203.0.113.9")).statusCode).toBe(429);
  expect((await map(at(seen), "203.0.113.9")).statusCode).toBe(200);
  expect((await map(at(place), "192.0.2.44")).statusCode).toBe(200);
});

it("K30 AMap's errors are errors without the key, and pause the requests", async () => {
  const failingProduct = await testApp({ settings });
  const [unlocated, broken, refused, later] = failing;
  for (const [index, place] of failing.entries())
    await failingProduct.modules.organisations.add([dealer(`71${index}`, place)]);
  const mapAt = (place = DEALER) => failingProduct.app.inject({ url: `/map/${at(place)}` });
  answer = refusal("INVALID_PARAMS", "20000");
  expect((await mapAt(unlocated)).statusCode).toBe(404);
  answer = refusalOfKey("INVALID_USER_SCODE", "10008", KEY);
  const failed = await mapAt(broken);
  expect([failed.statusCode, failed.payload.includes(KEY)]).toEqual([502, false]);
  requested = [];
  answer = picture;
  for (const place of [refused, later]) expect((await mapAt(place)).statusCode).toBe(502);
  expect(requested).toEqual([]);
  await failingProduct.close();
});

it("K30 without a key there are no maps, and pages do not ask for them", async () => {
  const { statusCode } = await withoutKey.app.inject({ url: `/map/${at(DEALER)}` });
  expect(statusCode).toBe(404);
  expect(createSite("http://127.0.0.1", withoutKey.context.config).hasMaps).toBeUndefined();
  const site = createSite("http://127.0.0.1", product.context.config);
  expect([site.hasMaps, JSON.stringify(site).includes(KEY)]).toEqual([true, false]);
});
