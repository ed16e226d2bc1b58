import { brotliDecompressSync } from "node:zlib";
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

type Got = { data: unknown; code: unknown; encoding: unknown; vary: string; bytes: number };
async function get(path: string, headers: Record<string, string>): Promise<Got> {
  const { rawPayload, headers: sent } = await product.app.inject({ url: `/mall-api/${path}`, headers });
  const isPacked = sent["content-encoding"] === "br";
  const body = (isPacked ? brotliDecompressSync(rawPayload) : rawPayload).toString();
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

test("a known person's long answer goes by brotli to whoever takes that, and says the same", async () => {
  const { token } = await product.login(null);
  const known = { "x-access-token": token };
  const plain = await get(list, known);
  const packed = await get(list, { ...known, ...br });
  expect([plain.encoding, packed.encoding]).toEqual([undefined, "br"]);
  expect(packed.data).toEqual(plain.data);
  expect(packed.bytes).toBeLessThan(plain.bytes / 3);
  expect(packed.vary).toMatch(/Accept-Encoding/i);
  for (const refused of ["br;q=0, gzip", "gzip, br; q=0.0"])
    expect((await get(list, { ...known, "accept-encoding": refused })).encoding).toBeUndefined();
  expect((await get(list, { ...known, "accept-encoding": "gzip, br;q=0.5" })).encoding).toBe("br");
});

test("a visitor's long answer is kept by brotli too, and so sent as soon as it is there", async () => {
  const plain = await get(list, {});
  await expect.poll(async () => (await get(list, br)).encoding).toBe("br");
  const packed = await get(list, br);
  expect(packed.data).toEqual(plain.data);
  expect([plain.vary, packed.vary]).toEqual([plain.vary, plain.vary]);
  expect(plain.vary).toMatch(/Accept-Encoding/i);
});

test("T10 short answers and refusals go as they are", async () => {
  const { token } = await product.login(null);
  const known = { "x-access-token": token, ...br };
  expect(await get(`${listNearby.paths[0]}?cityCode=310100&size=1&page=9`, known)).toMatchObject({
    encoding: undefined,
  });
  expect(await get(`${listNearby.paths[0]}?size=none`, known)).toMatchObject({ encoding: undefined });
});
