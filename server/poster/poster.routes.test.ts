import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operateLink } from "#contract/share/share.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
let coverUrl: string;
beforeAll(async () => {
  app = await testApp({ settings: { PUBLIC_ORIGIN: "https://m.example.com" } });
  const cover = await readFile(new URL("../../demo/art/cover-mountain-dawn.svg", import.meta.url));
  coverUrl = (await app.modules.pictures.put(cover, "cover.svg")).url;
});
afterAll(() => app.close());

let activityCount = 0;
async function open(over: Parameters<typeof sampleActivity>[1] = {}): Promise<string> {
  const activityId = `100000000000000${String(7000 + activityCount++)}`;
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, coverUrl, ...over }),
  ]);
  return activityId;
}
const posterOf = (activityId: string, from?: string, headers: Record<string, string> = {}) =>
  app.app.inject({
    url: `/poster/${activityId}`,
    query: from === undefined ? {} : { from },
    headers,
  });
/** Creates a person's reference for an activity. */
async function referenceOf(activityId: string, mobile: string, nickname: string): Promise<string> {
  const { token } = await app.login(mobile, { nickname });
  const captchaVerifyId = await app.solveCaptcha({ action: "link", activityId }, { token });
  const { data } = await app.call(operateLink, { id: activityId, op: "share" }, { token, captchaVerifyId });
  return new URL(data.linkUrl).searchParams.get("from") ?? "";
}

test("M21 a poster is a JPEG of the defined size, the same bytes for the same input, and 304 if it is cached", async () => {
  const id = await open();
  const [one, same] = [await posterOf(id), await posterOf(id)];
  expect([one.statusCode, one.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(await sharp(one.rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 750, height: 1280 });
  expect(same.rawPayload.equals(one.rawPayload)).toBe(true);
  const etag = String(one.headers.etag);
  expect((await posterOf(id, undefined, { "if-none-match": etag })).statusCode).toBe(304);
});

test("M21 the sharer's poster differs from the plain one; an invalid reference gives the plain one", async () => {
  const id = await open();
  const plain = await posterOf(id);
  const from = await referenceOf(id, "13700007001", "林晓岚");
  const own = await posterOf(id, from);
  expect(own.statusCode).toBe(200);
  expect(own.rawPayload.equals(plain.rawPayload)).toBe(false);
  const forged = from.slice(0, -1) + (from.endsWith("A") ? "B" : "A");
  for (const text of [forged, "singlemessage", "<script>", ""])
    expect((await posterOf(id, text)).headers.etag).toBe(plain.headers.etag);
  // A reference of another activity is invalid.
  const elsewhere = await open();
  expect((await posterOf(elsewhere, from)).headers.etag).toBe((await posterOf(elsewhere)).headers.etag);
});

test("M21 posters with rare characters, emoji, markup, a long title or a missing cover are drawn", async () => {
  const texts = ["𠮷汇里 · 𬭎充电", "😀🚗", "<b>\"&amp;'", "长".repeat(200), "A".repeat(200), "—"];
  for (const title of texts) {
    const id = await open({ title, coverUrl: "https://elsewhere.example/cover.png" });
    const answer = await posterOf(id);
    expect([title.slice(0, 4), answer.statusCode]).toEqual([title.slice(0, 4), 200]);
  }
});

test("M21 unknown and invalid activities get 404", async () => {
  for (const id of ["%00", "1", "nothing", "1000000000000000000000"])
    expect((await posterOf(id)).statusCode).toBe(404);
});
