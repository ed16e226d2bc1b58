import { readFileSync } from "node:fs";
import { basename } from "node:path";

// Names of the client's chunks (vite.config.ts).

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };
/** Whether a file imports a module, directly or through others; modules loaded later by `import()` do not count. */
function isNeededBy(file: string, id: string, graph: Graph): boolean {
  const seen = new Set<string>();
  const climb = (at: string): boolean => {
    if (seen.has(at)) return false;
    seen.add(at);
    if (at.split("?")[0]?.endsWith(file)) return true;
    return (graph.getModuleInfo(at)?.importers ?? []).some(climb);
  };
  return climb(id);
}
/** Whether a module is our own, and not the start of a page's script. */
const isOwn = (id: string): boolean =>
  /[\\/](web|contract)[\\/]/.test(id) && !/web[\\/](root|entry\.client)\.tsx/.test(id);
const detailPage = "web/activity/detail/detail-page.tsx";

// A group takes the modules that its own ones import too, unless a group of higher priority has them. Therefore the names
// come in this order: first what several first screens share, then what is shared with the mall, then the rest.

/**
 * Bundles our own code of the first screens into four files instead of fifty, which saves 11 KB: code for every page, for
 * index and list, for these and a detail page, and for a detail page alone (`detailChunk`). Imports decide where a module
 * goes; the first script's budget counts it (e2e/first-screen/first-script.test.ts).
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (!isOwn(id)) return null;
  const isNeeded = (file: string) => isNeededBy(file, id, graph);
  if (isNeeded("web/root.tsx") || isNeeded("web/entry.client.tsx")) return "base";
  const isOnIndex = isNeeded("web/app/pages/index-page.tsx");
  const isOnList = isNeeded("web/activity/list/list-page.tsx");
  if (!isOnIndex && !isOnList) return null;
  if (isNeeded(detailPage)) return "activities";
  return isOnIndex && isOnList ? "lists" : null;
}

/** Screens of the mall that a first visit can show; each is loaded by `import()`. */
const mallScreens = ["home/home", "catalogue/products", "product/product"].map(
  (name) => `web/mall/${name}-screen.tsx`,
);
/** Names a chunk for modules that a detail page shares with the mall, so that the mall does not load a detail page. */
export const apartFromDetail = (id: string, graph: Graph): string | null =>
  detailChunk(id, graph) !== null && mallScreens.some((screen) => isNeededBy(screen, id, graph))
    ? "detail-and-mall"
    : null;
export const detailChunk = (id: string, graph: Graph): string | null =>
  isOwn(id) && isNeededBy(detailPage, id, graph) && sharedChunk(id, graph) === null ? "detail" : null;

const clubPage = "web/club/club-page.tsx";
const otherPages = [...readFileSync("web/routes.ts", "utf8").matchAll(/"((?:[\w-]+\/)+[\w-]+\.tsx)"/g)]
  .map(([, file]) => `web/${file}`)
  .filter((file) => file !== clubPage);
/** The HTTP client, which every page loads with its first call. */
const httpClient = "web/platform/http/send-with-recovery.ts";
/**
 * Names a chunk for modules that the club's page shares with another page or with the HTTP client, so that these do not
 * load the club's; one for all that it shares with the list.
 */
export function apartFromClub(id: string, graph: Graph): string | null {
  const isNeeded = (file: string) => isNeededBy(file, id, graph);
  if (!isNeeded(clubPage) || ![...otherPages, httpClient].some(isNeeded)) return null;
  return isNeeded("web/activity/list/list-page.tsx") ? "list-and-club" : basename(id).replace(/\W.*/, "");
}
/** Bundles the club's own code into one file instead of twenty-five, which saves 9 KB. */
export const clubChunk = (id: string, graph: Graph): string | null =>
  /[\\/](web|contract)[\\/]/.test(id) && !id.includes(clubPage) && isNeededBy(clubPage, id, graph)
    ? "club"
    : null;
