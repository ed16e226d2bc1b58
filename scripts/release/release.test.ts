import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressFolder } from "./compress.ts";
import {
  hashOfInputs,
  copyPreviousAssets,
  readRelease,
  swapReleaseFolders,
  writeRelease,
} from "./release.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-release-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text = name) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
/** A finished build `name` with one asset `asset`, swapped into "build". */
const release = async (name: string, asset: string) => {
  put(`${name}/client/assets/${asset}`, "x".repeat(1000));
  const written = writeRelease(join(folder, name), name);
  await compressFolder(join(folder, name));
  copyPreviousAssets(join(folder, "build"), join(folder, name), written);
  swapReleaseFolders(join(folder, name), join(folder, "build"));
};

test("the hash depends on contents and names of sources, not on tests", () => {
  put("web/a.ts", "1");
  const first = hashOfInputs(folder);
  put("web/a.test.ts", "1");
  expect(hashOfInputs(folder)).toBe(first);
  put("web/a.ts", "2");
  const second = hashOfInputs(folder);
  expect(second).not.toBe(first);
  put("contract/b.ts", "");
  expect(hashOfInputs(folder)).not.toBe(second);
});

test("assets of the previous release are kept, older ones are removed", async () => {
  await release("one", "a-1.js");
  await release("two", "a-2.js");
  await release("three", "a-3.js");
  const has = (name: string) => existsSync(join(folder, "build/client/assets", name));
  expect([has("a-1.js"), has("a-2.js"), has("a-2.js.br"), has("a-3.js"), has("a-3.js.br")]).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(readRelease(join(folder, "build"))).toEqual({ inputs: "three", assets: ["client/assets/a-3.js"] });
});

test("a folder without a finished build has no release", () => {
  put("build/server/index.js");
  expect(readRelease(join(folder, "build"))).toBeNull();
});

test("the swap removes the old build except its kept assets", async () => {
  put("build/client/old.txt");
  await release("one", "a-1.js");
  expect(existsSync(join(folder, "build/client/old.txt"))).toBe(false);
  expect(readFileSync(join(folder, "build/client/assets/a-1.js"), "utf8")).toHaveLength(1000);
});
