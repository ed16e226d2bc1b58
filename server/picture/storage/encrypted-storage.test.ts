import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPrivateKey } from "./picture-keys.ts";
import { PictureDecryptionError, PictureCipher, encryptedStorage } from "./encrypted-storage.ts";
import { diskStorage } from "./picture-storage.ts";

const bytes = Buffer.from("\xff\xd8\xff what a licence shows, and who drives", "latin1");
const sealOf = (secret: string) => new PictureCipher(() => Promise.resolve(secret));
const seal = sealOf("a secret");
const name = newPrivateKey();

test("ASVS 11.3.2 14.2.4 a sealed picture opens under its own name and by its own secret alone, and whole", async () => {
  const sealed = await seal.seal(bytes, name);
  expect(sealed.includes("licence")).toBe(false);
  expect(await seal.open(sealed, name)).toEqual(bytes);
  expect(await seal.seal(bytes, name)).not.toEqual(sealed);
  await expect(seal.open(sealed, newPrivateKey())).rejects.toThrow(PictureDecryptionError);
  await expect(sealOf("another").open(sealed, name)).rejects.toThrow(PictureDecryptionError);
  for (const at of [4, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(seal.open(changed, name)).rejects.toThrow(PictureDecryptionError);
  }
  for (const length of [4, 10, 16, 32, sealed.length - 1])
    await expect(seal.open(sealed.subarray(0, length), name)).rejects.toThrow(PictureDecryptionError);
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sealed-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("ASVS 14.2.4 a storage keeps people's pictures sealed and the maker's as they are; both come back", async () => {
  const inner = diskStorage(folder);
  const storage = encryptedStorage(inner, seal);
  const ofMaker = "cover-0123456789abcdef.jpg";
  for (const key of [name, ofMaker]) {
    await storage.put(key, bytes, "image/jpeg");
    const opened = await storage.open(key);
    expect(opened?.size).toBe(bytes.length);
    expect(opened && (await buffer(opened.stream))).toEqual(bytes);
  }
  const original = (key: string) => storage.use(key, (found) => Promise.resolve(found));
  expect([await original(name), await original(ofMaker)]).toEqual([bytes, join(folder, ofMaker)]);
  expect((await readFile(join(folder, name))).subarray(0, 4).toString()).toBe("~p1.");
  expect(await readFile(join(folder, ofMaker))).toEqual(bytes);
  await storage.remove(name);
  expect([await storage.open(name), await original(name)]).toEqual([null, null]);
});
