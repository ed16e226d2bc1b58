import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
  const activityId = (at: number): string => String(1_000_000_000_000_000_000n + BigInt(at));
  await product.modules.activities.addActivities(
    Array.from({ length: 20 }, (_, at) =>
      sampleActivity(product.context.clock.now(), { activityId: activityId(at), title: `活动 ${at}` }),
    ),
  );
});
afterAll(() => product.close());

function decompressed(bytes: Buffer, coding: unknown): Buffer {
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}
type Got = { data: unknown; code: unknown; encoding: unknown; vary: string; bytes: number };
async function get(path: string, headers: Record<string, string>): Promise<Got> {
  const { rawPayload, headers: sent } = await product.app.inject({ url: `/mall-api/${path}`, headers });
  const body = decompressed(rawPayload, sent["content-encoding"]).toString();
  const { data, code } = JSON.parse(body) as { data: unknown; code: unknown };
  expect(Number(sent["content-length"])).toBe(rawPayload.length);
  return {
    data,
    code,
    encoding: sent["content-encoding"],
    vary: String(sent["vary"]),
    bytes: rawPayload.length,
  };
}
const list = `${listNearby.paths[0]}?cityCode=310100&size=20`;
const br = { "accept-encoding": "gzip, deflate, br, zstd" };

test("a long response to a signed-in user is compressed with Brotli when the client accepts it, with the same content", async () => {
  const { token } = await product.login(null);
  const signedIn = { "x-access-token": token };
  const plain = await get(list, signedIn);
  const compressed = await get(list, { ...signedIn, ...br });
  expect([plain.encoding, compressed.encoding]).toEqual([undefined, "br"]);
  expect(compressed.data).toEqual(plain.data);
  expect(compressed.bytes).toBeLessThan(plain.bytes / 3);
  expect(compressed.vary).toMatch(/Accept-Encoding/i);
  for (const refused of ["br;q=0, gzip", "gzip, br; q=0.0", "gzip", "*, br;q=0"]) {
    const gzipped = await get(list, { ...signedIn, "accept-encoding": refused });
    expect([refused, gzipped.encoding, gzipped.data]).toEqual([refused, "gzip", plain.data]);
  }
  for (const refused of ["identity", "br;q=0, gzip;q=0", "deflate"])
    expect((await get(list, { ...signedIn, "accept-encoding": refused })).encoding).toBeUndefined();
  expect((await get(list, { ...signedIn, "accept-encoding": "gzip, br;q=0.5" })).encoding).toBe("br");
});

test("a long response to visitors is cached compressed too, and sent so once it is ready", async () => {
  const plain = await get(list, {});
  await expect.poll(async () => (await get(list, br)).encoding).toBe("br");
  const compressed = await get(list, br);
  expect(compressed.data).toEqual(plain.data);
  expect([plain.vary, compressed.vary]).toEqual([plain.vary, plain.vary]);
  expect(plain.vary).toMatch(/Accept-Encoding/i);
});

test("T10 short responses and refusals are sent uncompressed", async () => {
  const { token } = await product.login(null);
  const signedIn = { "x-access-token": token, ...br };
  expect(await get(`${listNearby.paths[0]}?cityCode=310100&size=1&page=9`, signedIn)).toMatchObject({
    encoding: undefined,
  });
  expect(await get(`${listNearby.paths[0]}?size=none`, signedIn)).toMatchObject({ encoding: undefined });
});
