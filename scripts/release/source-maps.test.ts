import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStackReader, storeSourceMaps } from "./source-maps.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-source-maps-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
/** A source map that maps the start of line 2 to line 5, column 3 of a source. */
const mapTo = (source: string): string =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: ";AAIE" });
/** Builds a release with one script beside the one before. */
function build(release: string, script: string, previous: string | null): string {
  const next = `build-${release}`;
  write(`${next}/client/assets/manifest-${release}.js`, `x={"version":"${release}"}`);
  write(`${next}/client/assets/${script}`, "\ncode()");
  write(`${next}/client/assets/${script}.map`, mapTo(`../../../web/${release}.ts`));
  storeSourceMaps(join(folder, previous ?? "nothing"), join(folder, next));
  return next;
}

test("X18 maps leave the served folder, and positions of this release and earlier ones are resolved", () => {
  const first = build("r1", "base-1.js", null);
  const second = build("r2", "base-2.js", first);
  expect(globSync(`${second}/client/**/*.map`, { cwd: folder })).toEqual([]);
  expect(existsSync(join(folder, second, "client/assets/base-2.js"))).toBe(true);
  const resolve = createStackReader(join(folder, second));
  expect(["base-2.js:2:1", "base-1.js:2:4", "gone-3.js:2:1", "page:1:2"].map(resolve)).toEqual([
    "web/r2.ts:5:3",
    "web/r1.ts:5:3",
    "gone-3.js:2:1",
    "page:1:2",
  ]);
});

test("X18 the maps of ten releases are kept, and a release built twice counts once", () => {
  let last: string | null = null;
  for (let number = 1; number <= 12; number++) last = build(`n${number}`, `a-${number}.js`, last);
  const again = build("n12", "a-12.js", "build-n11");
  const releases = JSON.parse(
    readFileSync(join(folder, again, "source-maps/releases.json"), "utf8"),
  ) as string[];
  expect(releases).toEqual(Array.from({ length: 10 }, (_, index) => `n${12 - index}`));
  expect(globSync("source-maps/*/", { cwd: join(folder, again) })).toHaveLength(10);
});

test("X18 a build without a version stops", () => {
  write("bare/client/assets/base.js", "");
  expect(() => storeSourceMaps(join(folder, "x"), join(folder, "bare"))).toThrow("version was not found");
});
