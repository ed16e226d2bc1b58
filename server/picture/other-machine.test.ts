import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PictureRepository } from "./picture-repository.ts";
import { PictureCipher } from "./storage/encrypted-storage.ts";
import { newPrivateKey } from "./storage/picture-keys.ts";
import { diskStorage, type PictureStorage } from "./storage/picture-storage.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "machines-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pictures as a machine with a cache of its own has them. */
function openMachine(storage: PictureStorage, name: string) {
  const cache = join(folder, name);
  const cipher = new PictureCipher(async () => "a secret");
  const pictures = new PictureRepository({
    storage,
    cipher,
    cache,
    cacheBytes: 1e8,
    log: { warn: () => {} },
  });
  const small = { resize: null, quality: null, format: "webp" } as const;
  return {
    pictures,
    show: (key: string) => pictures.converted(key, small, "webp", (_name, convert) => convert()),
    cached: () => readdirSync(cache),
  };
}

test("HA13 S03 a deleted private picture is not shown by the other machine after a minute", async () => {
  const storage = diskStorage(join(folder, "originals"));
  let isAway = false;
  const has = (key: string) => (isAway ? Promise.reject(new Error("away")) : storage.has(key));
  const [one, other] = [openMachine(storage, "one"), openMachine({ ...storage, has }, "other")];
  const key = newPrivateKey();
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#333" } })
    .jpeg()
    .toBuffer();
  await one.pictures.put(key, bytes, "image/jpeg");
  expect(await other.show(key)).not.toBeNull();
  expect(await other.show(key)).not.toBeNull();
  await one.pictures.remove(key);
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 61_000);
  try {
    // A storage that does not answer hides nothing.
    isAway = true;
    expect(await other.show(key)).not.toBeNull();
    isAway = false;
    expect(await other.show(key)).toBeNull();
    expect(other.cached()).toEqual([]);
  } finally {
    clock.mockRestore();
  }
});
