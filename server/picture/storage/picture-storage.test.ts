import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBucket, type TestBucket } from "../../testing/bucket.ts";
import { s3Storage } from "./s3-storage.ts";
import { diskStorage, type PictureStorage } from "./picture-storage.ts";

let folder = "";
let server: TestBucket;
let bucket: TestBucket["bucket"];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
  server = await startBucket();
  ({ bucket } = server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const key = "private_0123456789abcdef0123456789abcdef.jpg";
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_none, at) => at % 251));
const stores: [string, () => PictureStorage][] = [
  ["a folder", () => diskStorage(join(folder, "disk"))],
  ["an S3 server", () => s3Storage(bucket, join(folder, "work"))],
];

describe.each(stores)("S03 pictures are kept in %s", (_where, make) => {
  it("S03 pictures are stored unchanged, read as bytes or stream, replaced and removed", async () => {
    const store = make();
    expect([await store.use(key, (path) => readFile(path)), await store.open(key)]).toEqual([null, null]);
    await store.put(key, Buffer.from("before"), "image/jpeg");
    await store.put(key, bytes, "image/jpeg");
    const opened = await store.open(key);
    expect(opened?.size).toBe(bytes.length);
    expect(opened && (await buffer(opened.stream))).toEqual(bytes);
    expect(await store.use(key, (path) => readFile(path))).toEqual(bytes);
    expect(await store.has(key)).toBe(true);
    await store.remove(key);
    await store.remove(key);
    expect([await store.open(key), await store.has(key)]).toEqual([null, false]);
  });
});

it("S03 a wrong secret stores nothing and reports the storage's error", async () => {
  const wrong = s3Storage({ ...bucket, secret: "wrong" }, folder);
  await expect(wrong.put("cover-0123456789abcdef.jpg", bytes, "image/jpeg")).rejects.toThrow(
    "picture storage responded with 403 SignatureDoesNotMatch to PUT",
  );
  expect(await s3Storage(bucket, folder).open("cover-0123456789abcdef.jpg")).toBeNull();
});

it("S03 an unreachable storage fails instead of seeming empty", async () => {
  const away = s3Storage({ ...bucket, url: "http://127.0.0.1:9/pictures/" }, folder);
  await expect(away.open(key)).rejects.toThrow("fetch failed");
  await expect(away.has(key)).rejects.toThrow("fetch failed");
});

it("S03 a folder contains no unfinished file", async () => {
  await diskStorage(join(folder, "disk")).put(key, bytes, "image/jpeg");
  expect(await readdir(join(folder, "disk"))).toEqual([key]);
});

/** Starts a storage that gives this response to every GET. */
async function storeThat(answer: (response: ServerResponse) => void) {
  const store = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => store.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/pictures/`;
  const work = join(folder, "bounded");
  return { storage: s3Storage({ ...bucket, url }, work), work, close: () => store.close() };
}

it("S03 responses over 20 MB or without a length are rejected", async () => {
  let sent = 0;
  const endless = (response: ServerResponse): void => {
    const go = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      if (!response.destroyed) response.once("drain", go);
    };
    go();
  };
  const huge = await storeThat((response) => {
    response.writeHead(200, { "content-length": 2 ** 40 });
    endless(response);
  });
  const silent = await storeThat((response) => {
    response.writeHead(200);
    endless(response);
  });
  for (const { storage, work, close } of [huge, silent]) {
    const read = () => readFile(join(work, "never"));
    await expect(storage.open(key)).rejects.toThrow(/^picture storage announced/);
    await expect(storage.use(key, read)).rejects.toThrow(/^picture storage announced/);
    close();
  }
  expect(sent).toBeLessThan(20_000_000);
});

it("S03 the decoder's temporary file is deleted, also after a failure", async () => {
  const work = join(folder, "decoding");
  const storage = s3Storage(bucket, work);
  await storage.put(key, bytes, "image/jpeg");
  const broken = storage.use(key, () => Promise.reject(new Error("no picture")));
  await expect(broken).rejects.toThrow("no picture");
  expect(await storage.use(key, () => readdir(work))).toHaveLength(1);
  expect(await readdir(work)).toEqual([]);
  await storage.remove(key);
});
