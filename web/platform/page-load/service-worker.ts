import { HOME_PATH } from "../navigation/address.ts";
import { whenIdle } from "./hydration.ts";
import { isFastConnection } from "../browser/network.ts";

/** How long somebody stays on a page before it is kept, ms: not every stop on the way is worth it. */
const STAY = 1_500;

/** Scripts, styles and fonts that this page has loaded. */
const loaded = (): string[] =>
  performance
    .getEntriesByType("resource")
    .flatMap(({ name }) => (/\/(assets|fonts)\//.test(name) ? name : []));

let registered: Promise<ServiceWorkerRegistration | null> | null = null;
/** Registers it when the page has nothing else to do. Only secure contexts have it; while developing it would stand in the way. */
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

let waiting: ReturnType<typeof setTimeout> | undefined;
/** The address where there was nothing to show. */
let goneAt = "";
/**
 * Keeps the page on show, with the scripts that it took, for a time without a network (requirement
 * Q13): the worker sees neither the first page, which came before it, nor those that were gone to
 * within the app. On a fast connection that costs nothing, all pages' scripts and styles too.
 */
export function cachePage(): void {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const more = isFastConnection()
      ? import("./page-scripts.ts").then(({ listPageAssets: filesOfPages }) => filesOfPages())
      : [];
    // Without the list the page itself is kept.
    void Promise.all([register(), Promise.resolve(more).catch(() => [])]).then(([registration, files]) => {
      const assets = [...loaded(), ...files];
      const address = location.href;
      const isGone = address === goneAt;
      registration?.active?.postMessage({ address, assets: [...new Set(assets)], isGone });
    });
  }, STAY);
}
/** What was to be seen here is gone: a copy that is kept is kept no longer (requirement P23), however new it is. */
export function markPageGone(): void {
  goneAt = location.href;
  cachePage();
}

/** Another city was chosen: what is kept was rendered for the one before. */
export function notifyCityChange(): void {
  void register().then((registration) => registration?.active?.postMessage({ hasOtherCity: true }));
}
