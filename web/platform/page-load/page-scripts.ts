type Route = { readonly module: string; readonly css?: readonly string[]; imports?: readonly string[] };
/** The manifest as built: the imports of pages are in a separate file (scripts/release/trim-manifest.ts). */
type Manifest = { readonly importsAt?: string; readonly routes: Readonly<Record<string, Route>> };

const currentManifest = (): Manifest | undefined =>
  (window as Window & { __reactRouterManifest?: Manifest }).__reactRouterManifest;

async function fetchImports(): Promise<void> {
  const { importsAt, routes = {} } = currentManifest() ?? {};
  if (importsAt === undefined) return;
  const imports = (await (await fetch(importsAt)).json()) as Readonly<Record<string, readonly string[]>>;
  for (const [id, route] of Object.entries(routes)) route.imports = imports[id] ?? [];
}

let filled: Promise<void> | null = null;
/**
 * Adds the imports of pages to the manifest, so that touching a link preloads all scripts of its page at
 * once. Until then, or if the file does not load, scripts are loaded one after another.
 */
export function loadRouteImports(): Promise<void> {
  filled ??= fetchImports().catch(() => {
    filled = null;
  });
  return filled;
}

/** Addresses of the scripts and styles of all pages. */
export async function listPageAssets(): Promise<string[]> {
  await loadRouteImports();
  return Object.values(currentManifest()?.routes ?? {}).flatMap(({ module, imports = [], css = [] }) => [
    module,
    ...imports,
    ...css,
  ]);
}
