import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { trimManifest } from "./trim-manifest.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-manifest-"));
  mkdirSync(join(folder, "client/assets"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const manifest = {
  entry: { imports: ["/a.js"] },
  routes: {
    root: { id: "root", module: "/root.js", hasLoader: true, hasAction: false, css: [], imports: ["/a.js"] },
    list: { id: "list", module: "/list.js", css: ["/list.css"], imports: ["/a.js", "/b.js"] },
    bare: { id: "bare", module: "/bare.js" },
  },
};
const write = (name: string, text: string): void =>
  writeFileSync(join(folder, `client/assets/manifest-${name}.js`), text);

test("moves the routes' imports to a separate file, named in the manifest", () => {
  write("1", `window.__reactRouterManifest=${JSON.stringify(manifest)};\n`);
  trimManifest(folder);
  const text = readFileSync(join(folder, "client/assets/manifest-1.js"), "utf8");
  const lean = JSON.parse(text.replace(/^[^=]*=|;$/g, "")) as { importsAt: string };
  expect(lean).toEqual({
    entry: { imports: [] },
    importsAt: expect.stringMatching(/^\/marketing\/area\/activity\/assets\/imports-[0-9a-f]{8}\.json$/),
    routes: {
      root: { id: "root", module: "/root.js" },
      list: { id: "list", module: "/list.js", css: ["/list.css"] },
      bare: { id: "bare", module: "/bare.js" },
    },
  });
  const [file = ""] = globSync("client/assets/imports-*.json", { cwd: folder });
  expect(lean.importsAt).toMatch(new RegExp(`${file.replace("client/", "")}$`));
  expect(JSON.parse(readFileSync(join(folder, file), "utf8"))).toEqual({
    root: ["/a.js"],
    list: ["/a.js", "/b.js"],
    bare: [],
  });
});

test.each([
  ["no manifest", []],
  ["two manifests", ["window.__reactRouterManifest={}", "window.__reactRouterManifest={}"]],
  ["an unknown format", ["globalThis.manifest={}"]],
])("%s stops the build", (_what, texts) => {
  for (const [place, text] of texts.entries()) write(String(place), text);
  expect(() => trimManifest(folder)).toThrow("the build's manifest was not found");
});
