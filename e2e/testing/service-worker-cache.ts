import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Lists the URLs in one of the service worker's caches. @param cache "pages-1" or "assets-1" */
export const cachedUrls = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), cache);

/** Waits until the service worker controls the page. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until the service worker controls the page and has cached these pages, among others. */
export async function waitForCachedPages(page: Page, ...urls: string[]): Promise<void> {
  await waitForServiceWorker(page);
  await expect.poll(() => cachedUrls(page, "pages-1")).toEqual(expect.arrayContaining(urls));
}

type Manifest = {
  readonly importsAt: string;
  readonly routes: Readonly<
    Record<string, { readonly module: string; readonly css?: readonly string[] } | undefined>
  >;
};
/** Lists the files of all pages that are not cached yet. */
const filesMissing = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { importsAt, routes } = (window as Window & { __reactRouterManifest?: Manifest })
      .__reactRouterManifest as Manifest;
    const imports = (await (await fetch(importsAt)).json()) as Record<string, string[]>;
    const files = Object.values(routes).flatMap((route) =>
      route ? [route.module, ...(route.css ?? [])] : [],
    );
    const cache = await caches.open("assets-1");
    const missing = [];
    for (const file of new Set([...files, ...Object.values(imports).flat()]))
      if (!(await cache.match(new URL(file, location.href)))) missing.push(file);
    return missing;
  });
/**
 * Waits until the scripts and styles of all pages are cached, which happens shortly after a page load on a
 * fast connection: then each page can be opened offline.
 */
export async function waitForCachedPageFiles(page: Page): Promise<void> {
  await waitForServiceWorker(page);
  await expect.poll(() => filesMissing(page)).toEqual([]);
}
