import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPrivateKey } from "./picture-keys.ts";
import { PictureDecryptionError, PictureCipher, encryptedStorage } from "./encrypted-storage.ts";
import { diskStorage } from "./picture-storage.ts";

const bytes = Buffer.from("\xff\xd8\xff what a licence shows, and who drives", "latin1");
const cipherOf = (secret: string) => new PictureCipher(() => Promise.resolve(secret));
const cipher = cipherOf("a secret");
const name = newPrivateKey();

test("ASVS 11.3.2 14.2.4 decryption requires the picture's own name, the secret and unchanged bytes", async () => {
  const encrypted = await cipher.encrypt(bytes, name);
  expect(encrypted.includes("licence")).toBe(false);
  expect(await cipher.decrypt(encrypted, name)).toEqual(bytes);
  expect(await cipher.encrypt(bytes, name)).not.toEqual(encrypted);
  await expect(cipher.decrypt(encrypted, newPrivateKey())).rejects.toThrow(PictureDecryptionError);
  await expect(cipherOf("another").decrypt(encrypted, name)).rejects.toThrow(PictureDecryptionError);
  for (const at of [4, 20, encrypted.length - 1]) {
    const changed = Buffer.from(encrypted);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(cipher.decrypt(changed, name)).rejects.toThrow(PictureDecryptionError);
  }
  for (const length of [4, 10, 16, 32, encrypted.length - 1])
    await expect(cipher.decrypt(encrypted.subarray(0, length), name)).rejects.toThrow(PictureDecryptionError);
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "encrypted-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("ASVS 14.2.4 a storage encrypts people's pictures, stores the maker's unchanged, and reads both", async () => {
  const inner = diskStorage(folder);
  const storage = encryptedStorage(inner, cipher);
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
