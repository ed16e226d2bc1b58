import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";

type Route = { readonly id: string; readonly imports?: readonly string[] };
type Manifest = {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly routes: Readonly<Record<string, Route>>;
};
const HEAD = "window.__reactRouterManifest=";
const BASE = "/marketing/area/activity/";
const isUnused = (field: string): boolean => field === "imports" || /^has[A-Z]/.test(field);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * Removes from React Router's manifest what only its server or its own <Scripts/> reads: the manifest is loaded with the
 * first screen and grows with every page (e2e/first-screen/first-script.test.ts). The imports of each route, which are
 * half of it, are written to `assets/imports-….json`, named in the manifest as `importsAt`, which
 * web/platform/page-load/page-scripts.ts fetches after the first screen. Without `hasLoader` no loader's data are
 * prefetched, which pages with a clientLoader never are.
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
    entry: { ...manifest.entry, imports: [] },
    importsAt: BASE + file,
    routes: Object.fromEntries(
      routes.map((route) => [
        route.id,
        Object.fromEntries(
          Object.entries(route).filter(([field, value]) => !isUnused(field) && !isEmptyList(value)),
        ),
      ]),
    ),
  };
  writeFileSync(`${folder}/${name}`, `${HEAD}${JSON.stringify(lean)};`);
}
