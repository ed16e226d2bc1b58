import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { chromiumFlags, playwrightFeaturesOff } from "./find-tools.mjs";

test("our flags disable all features that Playwright disables, in one flag", () => {
  const folder = dirname(createRequire(import.meta.url).resolve("playwright-core/package.json"));
  const bundle = readFileSync(join(folder, "lib/coreBundle.js"), "utf8");
  const [, list = ""] = /\bdisabledFeatures = \[([^\]]*)\]\.filter/.exec(bundle) ?? [];
  expect([...list.matchAll(/^\s*"(\w+)",?$/gm)].map(([, name]) => name)).toEqual(playwrightFeaturesOff);
  expect(chromiumFlags.filter((flag) => flag.startsWith("--disable-features="))).toEqual([
    expect.stringContaining(`=${playwrightFeaturesOff.join(",")},`),
  ]);
});
