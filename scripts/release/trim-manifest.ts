import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";

type Route = { readonly id: string; readonly imports?: readonly string[] };
type Manifest = { readonly routes: Readonly<Record<string, Route>> };
const HEAD = "window.__reactRouterManifest=";
const BASE = "/marketing/area/activity/";

/**
 * Removes each route's imports from React Router's manifest: the manifest is loaded with the first screen and
 * grows with every page (e2e/first-screen/first-script.test.ts), and the imports are half of it. They are
 * written to `assets/imports-….json`, named in the manifest as `importsAt`, which
 * web/platform/page-load/page-scripts.ts fetches after the first screen.
 * @param folder build folder with `client/assets`
 * @throws Error if the manifest has an unknown format
 */
export function trimManifest(folder: string): void {
  const [name, ...others] = globSync("client/assets/manifest-*.js", { cwd: folder });
  const text = name === undefined ? "" : readFileSync(`${folder}/${name}`, "utf8");
  if (others.length > 0 || !text.startsWith(HEAD)) throw new Error("the build's manifest was not found");
  const manifest = JSON.parse(text.slice(HEAD.length).replace(/;\s*$/, "")) as Manifest;
  const routes = Object.values(manifest.routes);
  const imports = JSON.stringify(
    Object.fromEntries(routes.map(({ id, imports: names = [] }) => [id, names])),
  );
  const file = `assets/imports-${createHash("sha256").update(imports).digest("hex").slice(0, 8)}.json`;
  writeFileSync(`${folder}/client/${file}`, imports);
  const lean = {
    ...manifest,
    importsAt: BASE + file,
    routes: Object.fromEntries(routes.map(({ imports: _imports, ...route }) => [route.id, route])),
  };
  writeFileSync(`${folder}/${name}`, `${HEAD}${JSON.stringify(lean)};`);
}
