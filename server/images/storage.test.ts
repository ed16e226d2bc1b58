import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { s3Storage } from "./s3-storage.ts";
import { diskStorage, type PictureStorage } from "./storage.ts";

/** An S3 server of others' making, which checks every request's signature. */
type S3Server = new (options: object) => {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
};
// By require: it has no types, and its class inherits a `default` of another package's.
const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as S3Server;

let folder = "";
let server: InstanceType<S3Server>;
let bucket = { url: "", region: "oss-cn-shanghai", keyId: "S3RVER", secret: "S3RVER" };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "storage-"));
  server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "pictures" }],
  });
  const { port } = await server.run();
  bucket = { ...bucket, url: `http://127.0.0.1:${port}/pictures/` };
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const key = "private_0123456789abcdef0123456789abcdef.jpg";
const bytes = Buffer.from(Array.from({ length: 70_000 }, (_none, at) => at % 251));
const stores: [string, () => PictureStorage][] = [
  ["a folder", () => diskStorage(join(folder, "disk"))],
  ["an S3 server", () => s3Storage(bucket)],
];

describe.each(stores)("S03 pictures are kept in %s", (_where, make) => {
  it("S03 as they are, read whole or as a stream, replaced, and removed for good", async () => {
    const store = make();
    expect([await store.get(key), await store.source(key), await store.open(key)]).toEqual([
      null,
      null,
      null,
    ]);
    await store.put(key, Buffer.from("before"), "image/jpeg");
    await store.put(key, bytes, "image/jpeg");
    expect(await store.get(key)).toEqual(bytes);
    const opened = await store.open(key);
    expect(opened?.size).toBe(bytes.length);
    expect(opened && (await buffer(opened.stream))).toEqual(bytes);
    const source = await store.source(key);
    expect(typeof source === "string" ? await readFile(source) : source).toEqual(bytes);
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });
});

it("S03 a wrong secret keeps nothing and says what the store said", async () => {
  const wrong = s3Storage({ ...bucket, secret: "wrong" });
  await expect(wrong.put("cover-0123456789abcdef.jpg", bytes, "image/jpeg")).rejects.toThrow(
    "the picture store answered 403 SignatureDoesNotMatch to PUT",
  );
  expect(await s3Storage(bucket).get("cover-0123456789abcdef.jpg")).toBeNull();
});

it("S03 a store that cannot be reached fails, and is not taken for an empty one", async () => {
  const away = s3Storage({ ...bucket, url: "http://127.0.0.1:9/pictures/" });
  await expect(away.get(key)).rejects.toThrow("fetch failed");
});

it("S03 a folder holds no unfinished file", async () => {
  await diskStorage(join(folder, "disk")).put(key, bytes, "image/jpeg");
  expect(await readdir(join(folder, "disk"))).toEqual([key]);
});
