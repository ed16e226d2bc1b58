type Route = { readonly module: string; readonly css?: readonly string[]; imports?: readonly string[] };
/** As the build leaves it: what each page imports stands in a file of its own (scripts/release/trim-manifest.ts). */
type Manifest = { readonly importsAt?: string; readonly routes: Readonly<Record<string, Route>> };

const manifestNow = (): Manifest | undefined =>
  (window as Window & { __reactRouterManifest?: Manifest }).__reactRouterManifest;

async function fetchImports(): Promise<void> {
  const { importsAt, routes = {} } = manifestNow() ?? {};
  if (importsAt === undefined) return;
  const imports = (await (await fetch(importsAt)).json()) as Readonly<Record<string, readonly string[]>>;
  for (const [id, route] of Object.entries(routes)) route.imports = imports[id] ?? [];
}

let filled: Promise<void> | null = null;
/**
 * Fills in what each page imports, so that the finger on a link loads all of a page's scripts at
 * once. Until then, and where it does not arrive, they are found one after another.
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
  return Object.values(manifestNow()?.routes ?? {}).flatMap(({ module, imports = [], css = [] }) => [
    module,
    ...imports,
    ...css,
  ]);
}
