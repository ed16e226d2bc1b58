import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callLimits } from "#contract/core/call-limits.ts";
import { listCities } from "#contract/location/location.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { uploadsAtOnce } from "./upload-slots.ts";

let app: TestApp;
let photo: Buffer;
beforeAll(async () => {
  app = await testApp();
  photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#2060a0" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 13/1 0/1" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

let origin: Promise<string> | null = null;
const listen = (): Promise<string> => (origin ??= app.listen());

let people = 0;
const person = () => app.login(`135${String(20_000_000 + people++)}`);
const upload = (token: string, more: object = {}) =>
  app.call(uploadPicture, {}, { token, picture: photo, ...more });
const seen = (url: string) => app.app.inject({ url });

test("S03 an upload is private: shown by a signed URL for ten minutes, without GPS position", async () => {
  const { token } = await person();
  const answer = await upload(token);
  expect([answer.code, answer.data.width, answer.data.height]).toEqual(["00", 640, 480]);
  const { url } = answer.data;
  const shown = await seen(url);
  expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  expect(shown.headers["cache-control"]).toBe("private, max-age=600");
  expect(shown.headers["cross-origin-resource-policy"]).toBe("same-site");
  expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined();
  const small = await seen(`${url}&x-oss-process=image/resize,w_320/format,jpg`);
  expect((await sharp(small.rawPayload).metadata()).width).toBe(320);

  const [path = "", query = ""] = url.split("?");
  const key = path.split("/").at(-1) ?? "";
  const later = query.replace(/expires=\d+/, (text) =>
    text.replace(/\d$/, (last) => String((Number(last) + 1) % 10)),
  );
  for (const other of [path, `${path}?${later}`, `/media/${key}`, `/media/${key}?${query}`, `${url}x`])
    expect((await seen(other)).statusCode).toBe(404);
  app.context.clock.set(app.context.clock.now() + 12 * 60_000);
  expect((await seen(url)).statusCode).toBe(404);
  app.context.clock.set(null);
});

const keyOf = (url: string): string => /private_[0-9a-f]{32}\.jpg/.exec(url)?.[0] ?? "";
const folder = (name: string): string => join(app.context.config.dataDir, "media", name);
/** Lists files on disk of private pictures and their conversions that a decoder can read. */
const readable = async (paths: readonly string[]): Promise<string[]> => {
  const kinds = await Promise.all(
    paths.map((path) =>
      sharp(readFileSync(path))
        .metadata()
        .then(
          () => [path],
          () => [],
        ),
    ),
  );
  return kinds.flat();
};
const cached = (): string[] => readdirSync(folder("cache")).map((name) => join(folder("cache"), name));

test("ASVS 14.2.4 uploads and their conversions are encrypted on disk and shown by their signed URL", async () => {
  const { token } = await person();
  const { url } = (await upload(token)).data;
  const file = join(folder("originals"), keyOf(url));
  const small = `${url}&x-oss-process=image/resize,w_96/format,png`;
  const before = new Set(cached());
  const shown = await seen(small);
  const made = cached().filter((path) => !before.has(path));
  expect(made).toHaveLength(1);
  expect(await readable([file, ...made])).toEqual([]);
  expect(readFileSync(file).subarray(0, 4).toString()).toBe("~p1.");
  // Fresh conversion, cached conversion and original.
  expect((await sharp(shown.rawPayload).metadata()).width).toBe(96);
  expect((await seen(small)).rawPayload).toEqual(shown.rawPayload);
  const whole = await seen(url);
  expect((await sharp(whole.rawPayload).metadata()).width).toBe(640);
  expect(whole.headers["content-length"]).toBe(String(whole.rawPayload.length));

  // A file of another picture in its place is not shown.
  const other = (await upload(token)).data.url;
  writeFileSync(join(folder("originals"), keyOf(other)), readFileSync(file));
  expect((await seen(other)).statusCode).toBe(500);
  // A cached file that cannot be decrypted is converted again.
  for (const path of made)
    writeFileSync(path, Buffer.from("~p1.corrupt, and long enough for an encrypted file"));
  expect((await seen(small)).rawPayload).toEqual(shown.rawPayload);
});

test("ASVS 14.2.4 a file that an older version stored unencrypted is shown, and encrypted by the cleanup", async () => {
  const { token, userId } = await person();
  const { url } = (await upload(token)).data;
  const file = join(folder("originals"), keyOf(url));
  const plain = (await seen(url)).rawPayload;
  writeFileSync(file, plain);
  await sql`update picture_upload set is_sealed = false where user_id = ${userId}`.execute(app.context.db);
  expect(await readable([file])).toEqual([file]);
  expect((await seen(url)).rawPayload).toEqual(plain);
  await app.modules.uploads.deleteUnused();
  expect(await readable([file])).toEqual([]);
  expect((await seen(url)).rawPayload).toEqual(plain);
  const { rows } = await sql`select 1 from picture_upload where not is_sealed`.execute(app.context.db);
  expect(rows).toEqual([]);
});

test("S03 a visitor's upload is refused before it is read", async () => {
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      read += 65_536;
      controller.enqueue(new Uint8Array(65_536));
      if (read > 60_000_000) controller.close();
    },
  });
  const base = await listen();
  const answer = await fetch(`${base}/mall-api/${uploadPicture.paths[0]}`, {
    method: "POST",
    headers: { "content-type": "image/jpeg" },
    body,
    duplex: "half",
  });
  expect(answer.status).toBe(401);
  expect(read).toBeLessThan(30_000_000);
});

test("T10 S03 too large is 413, not a picture 415, with helpful messages", async () => {
  const { token } = await person();
  const huge = await upload(token, { picture: Buffer.alloc(callLimits.picture.maxBytes + 1, 0xff) });
  expect([huge.status, huge.message]).toEqual([413, "图片不能超过 10 MB"]);
  const drawing = await upload(token, { picture: Buffer.from("<svg/>"), type: "image/svg+xml" });
  expect([drawing.status, drawing.message]).toEqual([415, "请上传 JPG、PNG 或 WebP 格式的照片"]);
  const lying = await upload(token, { picture: Buffer.from("<script>"), type: "image/jpeg" });
  expect(lying.status).toBe(415);
  expect((await upload(token, { picture: photo, type: "application/octet-stream" })).status).toBe(415);
  expect((await upload(token, { picture: Buffer.from("{}"), type: "application/json" })).status).toBe(415);
});

test("T10 no other call accepts a picture", async () => {
  const { token } = await person();
  const options = { headers: { "content-type": "image/jpeg", "x-access-token": token }, payload: photo };
  for (const call of [signUp, listCities]) {
    const url = `/mall-api/${call.paths[0].replace(":id", "1")}`;
    const answer = await app.app.inject({ method: "POST", url, ...options });
    expect([405, 415]).toContain(answer.statusCode);
  }
});

test("S03 a picture unused for a day is deleted with its file; a used one stays", async () => {
  const { token, userId } = await person();
  const [left, used] = [(await upload(token)).data, (await upload(token)).data];
  const { uploads } = app.modules;
  expect(await uploads.claim(used.pictureId, "1")).toBe(false);
  expect(await uploads.claim(used.pictureId, userId)).toBe(true);
  await uploads.deleteUnused();
  expect((await seen(left.url)).statusCode).toBe(200);
  await sql`update picture_upload set created_time = now() - interval '25 hours' where user_id = ${userId}`.execute(
    app.context.db,
  );
  await uploads.deleteUnused();
  expect([(await seen(left.url)).statusCode, (await seen(used.url)).statusCode]).toEqual([404, 200]);
  expect([await uploads.urlOf(left.pictureId), await uploads.claim(left.pictureId, userId)]).toEqual([
    null,
    false,
  ]);
  await uploads.release(used.pictureId);
  await uploads.deleteUnused();
  expect((await seen(used.url)).statusCode).toBe(404);
});

test("S03 a user may upload sixty pictures an hour", async () => {
  const { token, userId } = await person();
  const until = new Date(app.context.clock.now() + 60 * 60_000);
  await sql`insert into limit_count (subject, count, until_time)
    values (${`upload ${userId}`}, ${callLimits.picture.uploadsPerHour - 1}, ${until})`.execute(
    app.context.db,
  );
  const statuses = await Promise.all([upload(token), upload(token), upload(token)]);
  expect(statuses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 429, 429]);
  expect(Number(statuses.find(({ status }) => status === 429)?.headers["retry-after"])).toBeGreaterThan(
    3_000,
  );
});

test("S03 slow uploads of one account keep nobody else from uploading", async () => {
  const [slow, other] = [await person(), await person()];
  const base = await listen();
  const aborts: AbortController[] = [];
  const answers: Promise<number>[] = [];
  /** Sends the first bytes of a picture and leaves the rest open. */
  const begin = (token: string) => {
    const abort = new AbortController();
    aborts.push(abort);
    const body = new ReadableStream({ start: (stream) => stream.enqueue(photo.subarray(0, 2_000)) });
    const sent = fetch(`${base}/mall-api/${uploadPicture.paths[0]}`, {
      method: "POST",
      headers: { "x-access-token": token, "content-type": "image/jpeg" },
      body,
      signal: abort.signal,
      duplex: "half",
    } as RequestInit & { duplex: "half" });
    answers.push(sent.then(({ status }) => status).catch(() => 0));
  };
  for (let at = 0; at < 20; at++) begin(slow.token);
  await expect
    .poll(async () => {
      const refused = await Promise.all(answers.map((answer) => Promise.race([answer, Promise.resolve(0)])));
      return refused.filter((status) => status === 429).length;
    })
    .toBe(20 - uploadsAtOnce.account);
  expect((await upload(other.token)).status).toBe(200);
  for (const abort of aborts) abort.abort();
  await Promise.all(answers);
  await expect.poll(async () => (await upload(slow.token)).status).toBe(200);
});
