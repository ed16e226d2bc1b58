import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "./lock.mjs";

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-lock-"));
  lock = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("serialises concurrent work", async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} in`);
    await new Promise(setImmediate);
    seen.push(`${name} out`);
  };
  await Promise.all([withLock(lock, work("a")), withLock(lock, work("b"))]);
  expect(seen).toEqual(["a in", "a out", "b in", "b out"]);
  expect(existsSync(lock)).toBe(false);
});

test("a failure releases the lock", async () => {
  await expect(withLock(lock, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(existsSync(lock)).toBe(false);
});

test("breaks the lock of a dead holder", async () => {
  const { pid } = spawnSync("true");
  mkdirSync(lock);
  writeFileSync(join(lock, "holder"), `${pid} gone`);
  expect(await withLock(lock, () => Promise.resolve("done"))).toBe("done");
});

test("breaks a lock that is no longer touched", async () => {
  mkdirSync(lock);
  utimesSync(lock, new Date(0), new Date(0));
  expect(await withLock(lock, () => Promise.resolve("done"))).toBe("done");
});
