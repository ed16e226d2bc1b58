import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClock } from "../core/clock.ts";
import { readConfig } from "../config.ts";
import { createHttpServer } from "../http/pipeline/create-server.ts";
import { FairQueue } from "../core/fair-queue.ts";
import { SharedFairWork } from "../core/shared-fair-work.ts";
import { FastPath } from "../http/fast-path/fast-path.ts";
import { createPictureLibrary, type PictureLibrary, type PictureAddress } from "./picture-library.ts";

type App = Awaited<ReturnType<typeof createHttpServer>>;
let folder = "";
let app: App;
let images: PictureLibrary;
let photo: PictureAddress;
let drawing: PictureAddress;

const CHROMIUM = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><script>alert(1)</script><circle r="9"/></svg>';
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const processed = (stored: PictureAddress, process: string, accept = CHROMIUM) =>
  get(`${stored.url}?x-oss-process=${process}`, { accept });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "images-"));
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: "silent" });
  app = await createHttpServer(config, () => false, new FastPath(false));
  const secret = async () => "a secret";
  const secrets = { urlSigning: secret, encryption: secret };
  const queue = new SharedFairWork<unknown>(new FairQueue({ concurrent: 2, waiting: 200 }));
  const workQuota = {
    share: async <T>(_work: string, _address: string | null, name: string, operation: () => Promise<T>) =>
      (await queue.run(name, null, operation)) as T,
  };
  images = createPictureLibrary({ config, log: app.log, clock: createClock(), workQuota }, app, secrets);
  photo = await images.put(await noise(600, 400).jpeg({ quality: 95 }).toBuffer(), "Autumn Drive.PNG");
  drawing = await images.put(Buffer.from(svg), "circle.svg");
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

describe("K17 originals", () => {
  it("K17 are stored under a key of their name, content and detected format", async () => {
    expect(photo.key).toMatch(/^autumn-drive-t[0-9a-n]-[0-9a-f]{16}\.jpg$/);
    const other = await images.put(await noise(10, 10).png().toBuffer(), "封面.jpg");
    expect(other.key).toMatch(/^picture-(t[0-9a-n]-)?[0-9a-f]{16}\.png$/);
    const answer = await get(photo.url);
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(600);
    expect(answer.headers["content-length"]).toBe(String(answer.rawPayload.length));
  });
  it("K17 the same picture is stored once", async () => {
    expect(await images.put(Buffer.from(svg), "circle.svg")).toEqual(drawing);
    const kept = await readdir(join(folder, "media", "originals"));
    expect(kept.filter((name) => name.startsWith("circle"))).toEqual([drawing.key]);
  });
  it("K17 a folder's pictures are stored and returned by file name", async () => {
    const art = await mkdtemp(join(folder, "art-"));
    await writeFile(join(art, "one.svg"), svg);
    await writeFile(join(art, "notes.txt"), "no picture");
    const stored = await images.putFolder(art);
    expect([...stored].map(([name, { key }]) => [name, key.slice(0, 4)])).toEqual([["one.svg", "one-"]]);
  });
  it.each(["", "text", "<svg", "GIF89a"])("K17 %j is refused because it is not a picture", async (text) => {
    await expect(images.put(Buffer.from(text), "x.jpg")).rejects.toMatchObject({
      refusal: "unsupportedType",
    });
  });
  it("K17 a broken or far too large picture is refused", async () => {
    const whole = await noise(300, 300).png().toBuffer();
    await expect(images.put(whole.subarray(0, 60), "x")).rejects.toMatchObject({
      refusal: "unsupportedType",
    });
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: "#000" } })
      .png()
      .toBuffer();
    await expect(images.put(bomb, "x")).rejects.toMatchObject({ refusal: "tooLarge" });
    await expect(images.put(Buffer.alloc(21 * 1024 * 1024), "x")).rejects.toMatchObject({
      refusal: "tooLarge",
    });
  });
});

describe("K17 K18 processed pictures", () => {
  it("K17 K18 have the size, format and lifetime asked for", async () => {
    const answer = await processed(photo, "image/resize,m_fill,w_300,h_168/quality,q_75/format,auto");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.vary).toContain("Accept");
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 300, height: 168, format: "webp" });
  });
  it("K17 the parameter may come percent-encoded", async () => {
    const answer = await get(`${photo.url}?x-oss-process=image%2Fresize%2Cw_30%2Fformat%2Cpng`);
    expect(answer.headers["content-type"]).toBe("image/png");
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(30);
  });
  it.each(["*/*", "image/png,image/*;q=0.8"])(
    "K18 are WebP for Accept %s if the address names it",
    async (accept) => {
      const answer = await processed(photo, "image/resize,w_70/format,webp", accept);
      expect([answer.headers["content-type"], answer.headers.vary ?? ""]).toEqual(["image/webp", "Origin"]);
    },
  );
  it.each(["*/*", "image/png,image/*;q=0.8"])("K18 are not WebP for Accept %s", async (accept) => {
    const answer = await processed(photo, "image/resize,w_60/format,auto", accept);
    expect(answer.headers["content-type"]).toBe("image/jpeg");
    expect(answer.headers.vary).toContain("Accept");
  });
  it("K17 have a strong ETag each, and 304 for a matching one", async () => {
    const address = "image/resize,w_50/format,auto";
    const [webp, jpeg] = [await processed(photo, address), await processed(photo, address, "*/*")];
    expect(webp.headers.etag).toMatch(/^"[0-9a-f]{40}"$/);
    expect(jpeg.headers.etag).not.toBe(webp.headers.etag);
    const again = await get(`${photo.url}?x-oss-process=${address}`, {
      accept: CHROMIUM,
      "if-none-match": `"other", ${webp.headers.etag}`,
    });
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, "", webp.headers.etag]);
    expect(again.headers["cache-control"]).toContain("immutable");
    for (const known of ["*", `W/${webp.headers.etag}`, `"a,b", W/${webp.headers.etag}`])
      expect(
        (await get(`${photo.url}?x-oss-process=${address}`, { accept: CHROMIUM, "if-none-match": known }))
          .statusCode,
      ).toBe(304);
  });
  it("K17 answer HEAD like GET, without the body", async () => {
    const answer = await app.inject({ method: "HEAD", url: `${photo.url}?x-oss-process=image/resize,w_50` });
    expect([answer.statusCode, answer.headers["content-type"], answer.payload]).toEqual([
      200,
      "image/jpeg",
      "",
    ]);
  });
  it("K17 are converted once for any number of concurrent and later requests", async () => {
    const cache = join(folder, "media", "cache");
    const before = await readdir(cache);
    const ask = () => processed(photo, "image/resize,w_333/format,png");
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString("base64"))).size).toBe(1);
    const added = (await readdir(cache)).filter((name) => !before.includes(name));
    expect(added).toHaveLength(1);
    await writeFile(join(cache, String(added[0])), Buffer.from([0x89, 1, 2, 3]));
    expect((await ask()).rawPayload).toEqual(Buffer.from([0x89, 1, 2, 3]));
  });
});

describe("K17 drawings", () => {
  it("K17 stay SVGs that cannot run scripts", async () => {
    const answer = await get(drawing.url, { accept: CHROMIUM });
    expect([answer.payload, answer.headers["content-type"]]).toEqual([svg, "image/svg+xml"]);
    expect(answer.headers["content-security-policy"]).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect((await processed(drawing, "image/quality,q_75")).payload).toBe(svg);
  });
  it("K17 K18 are rasterised if size or format is requested", async () => {
    const answer = await processed(drawing, "image/resize,m_fill,w_120,h_120/format,webp");
    const { width, height, format } = await sharp(answer.rawPayload).metadata();
    expect({ width, height, format }).toEqual({ width: 120, height: 120, format: "webp" });
  });
});

describe("T10 bad requests", () => {
  it.each([
    "",
    "image",
    "image/resize,w_0",
    "image/format,exe",
    "style/x",
    "image/resize,w_1&x-oss-process=image/resize,w_2",
  ])("T10 %j is refused with 400", async (process) => {
    const answer = await processed(photo, process);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "400"]);
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
  it.each([
    "/media/none-0123456789abcdef.jpg",
    "/media/none-0123456789abcdef.jpg?x-oss-process=image/resize,w_1",
    "/media/..%2F..%2F..%2Fetc%2Fpasswd",
    "/media/%2e%2e%2fpglite",
    "/media/..%5c..%5csecret",
    "/media/x%00-0123456789abcdef.jpg",
    "/media/",
    "/media/a/b",
    "/media/CON",
    `/media/${"a".repeat(250)}-0123456789abcdef.jpg`,
  ])("T10 %s is not found", async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, "404"]);
  });
  it("T10 other methods are refused with 405", async () => {
    const answer = await app.inject({ method: "DELETE", url: photo.url });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, "GET, HEAD"]);
  });
});
