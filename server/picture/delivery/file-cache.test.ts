import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it } from "vitest";
import { FileCache } from "./file-cache.ts";

const made: string[] = [];
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-cache-"));
  made.push(folder);
});
afterAll(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))));

const kilobytes = (count: number) => Buffer.alloc(count * 1024, 1);
const setAge = (name: string, seconds: number) => {
  const time = new Date(Date.now() - seconds * 1000);
  return utimes(join(folder, name), time, time);
};
const names = async () => (await readdir(folder)).toSorted();

it("K17 returns stored bytes, and null for other names", async () => {
  const cache = new FileCache(join(folder, "made", "when needed"), 1024 * 1024);
  expect(await cache.get("a")).toBeNull();
  await cache.put("a", Buffer.from("picture"));
  expect(String(await cache.get("a"))).toBe("picture");
});

it("K17 deletes the least recently used files beyond the limit", async () => {
  const cache = new FileCache(folder, 10 * 1024);
  for (const [place, name] of ["a", "b", "c"].entries()) {
    await cache.put(name, kilobytes(3));
    await setAge(name, 100 - place);
  }
  expect(await names()).toEqual(["a", "b", "c"]);
  await cache.get("a");
  await cache.put("d", kilobytes(3));
  expect(await names()).toEqual(["a", "c", "d"]);
});

it("K17 counts files of an earlier run, and deletes unfinished ones", async () => {
  await writeFile(join(folder, "1.tmp"), kilobytes(8));
  await setAge("1.tmp", 1000);
  await new FileCache(folder, 10 * 1024).put("a", kilobytes(4));
  expect(await names()).toEqual(["a"]);
});

it("K17 stays within the limit under concurrent writes", async () => {
  const cache = new FileCache(folder, 20 * 1024);
  await Promise.all(Array.from({ length: 30 }, (_none, number) => cache.put(`file-${number}`, kilobytes(2))));
  await cache.put("last", kilobytes(2));
  expect((await names()).length * 2).toBeLessThanOrEqual(20);
});

it("K17 leaves nothing unfinished behind when a write fails", async () => {
  const cache = new FileCache(folder, 1024);
  await writeFile(join(folder, "file"), "in the way");
  const inTheWay = new FileCache(join(folder, "file"), 1024);
  await expect(inTheWay.put("a", kilobytes(1))).rejects.toThrow("EEXIST");
  await expect(cache.put("missing/folder", kilobytes(1))).rejects.toThrow("ENOENT");
  expect(await names()).toEqual(["file"]);
});
