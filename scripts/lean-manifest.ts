import { globSync, readFileSync, writeFileSync } from "node:fs";

type Route = { readonly id: string; readonly imports?: readonly string[] };
type Manifest = {
  readonly entry: { readonly imports: readonly string[] };
  readonly routes: Readonly<Record<string, Route>>;
};
const HEAD = "window.__reactRouterManifest=";

/**
 * Of React Router's list of what each page needs, leaves out what every page has already: it is
 * loaded with the first screen, and grows with every page (e2e/first-script.test.ts). The root
 * keeps all of its own, since the worker reads them there.
 * @throws Error where the file is not as it is known to be
 */
export function leanManifest(folder: string): void {
  const [name, ...others] = globSync("client/assets/manifest-*.js", { cwd: folder });
  const text = name === undefined ? "" : readFileSync(`${folder}/${name}`, "utf8");
  if (others.length > 0 || !text.startsWith(HEAD)) throw new Error("the build's manifest was not found");
  const manifest = JSON.parse(text.slice(HEAD.length).replace(/;\s*$/, "")) as Manifest;
  const common = new Set(manifest.entry.imports);
  const routes = Object.fromEntries(
    Object.entries(manifest.routes).map(([id, route]) => [
      id,
      id === "root" ? route : { ...route, imports: (route.imports ?? []).filter((one) => !common.has(one)) },
    ]),
  );
  writeFileSync(`${folder}/${name}`, `${HEAD}${JSON.stringify({ ...manifest, routes })};`);
}
