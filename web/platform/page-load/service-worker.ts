import { HOME_PATH } from "../navigation/address.ts";
import { whenIdle } from "./hydration.ts";
import { isFastConnection } from "../browser/network.ts";

/** Time on a page after which it is cached, ms: short stops are not worth it. */
const CACHE_DELAY = 1_500;

/** Addresses of the scripts, styles and fonts that this page has loaded. */
const loadedAssets = (): string[] =>
  performance
    .getEntriesByType("resource")
    .flatMap(({ name }) => (/\/(assets|fonts)\//.test(name) ? name : []));

let registered: Promise<ServiceWorkerRegistration | null> | null = null;
/**
 * Registers the worker when the browser is idle. Only secure contexts have service workers; in development
 * they are not wanted.
 */
function register(): Promise<ServiceWorkerRegistration | null> {
  registered ??= new Promise((resolve) => {
    if (!import.meta.env.PROD || !isSecureContext || !("serviceWorker" in navigator)) return resolve(null);
    whenIdle(() => {
      const { serviceWorker } = navigator;
      serviceWorker.register(`${HOME_PATH}sw.js`).then(
        () => serviceWorker.ready.then(resolve),
        () => resolve(null), // private windows of some browsers, a full disk: it works without
      );
    });
  });
  return registered;
}

let timer: ReturnType<typeof setTimeout> | undefined;
/** The address of the page that was not found. */
let goneAt = "";
/**
 * Caches the current page and its scripts for use without a network (requirement Q13). The worker sees
 * neither the first page, which was loaded before it, nor navigations within the app. On a fast connection it
 * caches the scripts and styles of all pages too.
 */
export function cachePage(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const more = isFastConnection()
      ? import("./page-scripts.ts").then(({ listPageAssets }) => listPageAssets())
      : [];
    // Without the list only the page itself is cached.
    void Promise.all([register(), Promise.resolve(more).catch(() => [])]).then(([registration, files]) => {
      const assets = [...loadedAssets(), ...files];
      const address = location.href;
      const isGone = address === goneAt;
      registration?.active?.postMessage({ address, assets: [...new Set(assets)], isGone });
    });
  }, CACHE_DELAY);
}
/**
 * Marks the current page as not found, so that its cached copy is deleted, however new it is (requirement
 * P23).
 */
export function markPageGone(): void {
  goneAt = location.href;
  cachePage();
}

/** Notifies the worker of a new city: cached pages were rendered for the previous one. */
export function notifyCityChange(): void {
  void register().then((registration) => registration?.active?.postMessage({ hasOtherCity: true }));
}
