import type { Page } from "playwright-core";
import { expect } from "vitest";

/** What the service worker keeps in one of its caches. @param cache "pages-1" or "assets-1" @returns addresses */
export const cachedUrls = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url), cache);

/** Waits until the service worker stands between the page and the network. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until these pages, among others, are kept, and the worker stands before the network. */
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
/** Files of all pages that are not kept yet. */
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
 * Waits until every page's script and style is kept, as it is a moment after a page came to show on a
 * fast connection: then each can be gone to without a network.
 */
export async function waitForCachedPageFiles(page: Page): Promise<void> {
  await waitForServiceWorker(page);
  await expect.poll(() => filesMissing(page)).toEqual([]);
}
