// Repeat visits show the cached page at once, and the network updates the cache (docs/architecture.md).
// Without a network the cached page is shown, with cached scripts and fonts (requirements Q13, V28). Pages
// are public, since the server renders as a visitor; all other requests bypass this worker, so that no
// Response with a status over 599 is ever rebuilt.
const BASE = new URL(self.registration.scope).pathname;
const PAGES = "pages-1";
const ASSETS = "assets-1";
const OFFLINE = "offline-1";
const MAX_PAGES = 60;
/** About two releases with some 150 files each on a fast connection; the oldest files are deleted. */
const MAX_ASSETS = 320;
const PERSONAL_PARAMETERS = ["code", "state", "tk", "sec", "loginType", "preview"];
/** Maximum age of a cached page that is shown before the network's, ms. Older ones are only shown offline. */
const MAX_AGE = 24 * 3_600_000;
/** A page that was cached more recently is not fetched again only for the cache, ms. */
const MIN_AGE = 5 * 60_000;
const CACHED_AT = "x-kept-at";

/** Pages that people often return to. They are cached from the first visit on, whichever page that is. */
const MAIN_PAGES = [BASE, `${BASE}list`];

/** Pages of single objects, which people return to by links: cached after they were shown. */
const OBJECT_PAGES = ["club", "club/group/:id", "club/article/:id", "offline/:id", "online/:id"].map(
  (path) => BASE + path,
);

/**
 * Static routes, where the browser has them: these pages and their scripts come from the cache without this
 * worker, whose start takes longer than the rest of a repeat visit. They apply only while the worker does not
 * run, and only to addresses without a query. What is not in the cache goes to the network directly: for an
 * object page that was never shown, requested offline while the worker does not run, the browser shows its
 * own error page. app/boot.js then checks age and reloads, where the browser reports that the page came this
 * way.
 */
const reportsSource = "workerFinalSourceType" in PerformanceResourceTiming.prototype;
const routesTo = (pages) => [
  // Pictures are not cached here. Without this route the first picture would start the worker during the
  // first screen.
  { condition: { urlPattern: new URLPattern({ pathname: "/media/*" }) }, source: "network" },
  ...["assets/*", "fonts/*"].map((path) => ({
    condition: { urlPattern: new URLPattern({ pathname: BASE + path }), runningStatus: "not-running" },
    source: { cacheName: ASSETS },
  })),
  ...pages.map((pathname) => ({
    condition: {
      urlPattern: new URLPattern({ pathname, search: "" }),
      requestMode: "navigate",
      requestMethod: "GET",
      runningStatus: "not-running",
    },
    source: { cacheName: PAGES },
  })),
];

async function install(event) {
  await caches.open(OFFLINE).then((cache) => cache.add(`${BASE}offline.html`));
  await Promise.allSettled(MAIN_PAGES.map((path) => renew(self.location.origin + path)));
  if (!event.addRoutes) return;
  const cached = await Promise.all(MAIN_PAGES.map((path) => findPage(self.location.origin + path)));
  const pages = reportsSource ? [...MAIN_PAGES.filter((_path, index) => cached[index]), ...OBJECT_PAGES] : [];
  await event.addRoutes(routesTo(pages)).catch(() => {});
}
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(install(event));
});
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);

const ageOf = (page) => Date.now() - Number(page.headers.get(CACHED_AT));
const isAsset = ({ origin, pathname }) =>
  origin === self.location.origin && /^(assets|fonts)\//.test(pathname.slice(BASE.length));
const isMainPage = ({ url }) => MAIN_PAGES.some((path) => url === self.location.origin + path);
async function trim(cache, limit) {
  const keys = (await cache.keys()).filter((request) => !isMainPage(request));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - limit)).map((old) => cache.delete(old)));
}

/**
 * Cache key of a page; null for a personal one. The query is part of it (filters), but not the campaign's
 * parameters.
 */
function keyOf(address) {
  const url = new URL(address);
  if (PERSONAL_PARAMETERS.some((name) => url.searchParams.has(name))) return null;
  const names = Array.from(url.searchParams.keys());
  for (const name of names) if (/^(utm_|mz_|global_id$|from$)/.test(name)) url.searchParams.delete(name);
  return url.origin + url.pathname + url.search;
}
const findPage = (key) => caches.open(PAGES).then((cache) => cache.match(key));

/** Caches a complete public page; deletes one that no longer exists. */
async function cachePage(key, response) {
  if (response.status === 404 || response.status === 410) {
    const pages = await caches.open(PAGES);
    return void (await pages.delete(key));
  }
  if (response.status !== 200 || response.headers.get("x-page") !== "public" || response.redirected) return;
  const headers = new Headers(response.headers);
  headers.set(CACHED_AT, String(Date.now()));
  // This worker handles the city itself, see `onCityChange`.
  headers.delete("vary");
  // Read completely before the old page is deleted: if the network breaks off, the old page stays.
  const complete = new Response(await response.blob(), { status: 200, headers });
  const cache = await caches.open(PAGES);
  await cache.delete(key);
  await cache.put(key, complete);
  await trim(cache, MAX_PAGES);
}

/** Replaces a cached page by the network's. */
const renew = async (key) => cachePage(key, await fetch(key));

/**
 * Another city was chosen: deletes or renews the cached pages that were rendered for the previous one. Pages
 * of an address that names its city, and of activities, are the same for all cities.
 */
async function onCityChange() {
  const cache = await caches.open(PAGES);
  const dependsOnCity = ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return (
      !/\/(offline|online)\//.test(pathname) &&
      !searchParams.has("cityCode") &&
      !searchParams.has("provinceCode")
    );
  };
  const stale = (await cache.keys()).filter((request) => dependsOnCity(request) && !isMainPage(request));
  await Promise.all(stale.map((request) => cache.delete(request)));
  await Promise.all(MAIN_PAGES.map((path) => renew(self.location.origin + path)));
}

/** Scripts, styles and fonts never change under their address. */
async function asset(request) {
  const cache = await caches.open(ASSETS);
  const cached = await cache.match(request.url);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.status === 200) {
    await cache.put(request.url, response.clone());
    await trim(cache, MAX_ASSETS);
  }
  return response;
}

async function offlinePage() {
  const page = await caches.match(`${BASE}offline.html`);
  // Its own headers would forbid its inline style and script.
  const headers = { "content-type": "text/html; charset=utf-8" };
  return page ? new Response(await page.blob(), { status: 503, headers }) : Response.error();
}

/**
 * Answers with the cached page while it is fresh, unless it is a reload; otherwise with the network's, and
 * without a network with any cached one.
 */
async function page(request, key, network) {
  const cached = await findPage(key);
  const isReload = request.cache === "no-cache" || request.cache === "reload";
  if (cached && !isReload && ageOf(cached) < MAX_AGE) return cached;
  return network.then(
    (response) => (response.status >= 500 && cached ? cached : response.clone()),
    () => cached ?? offlinePage(),
  );
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isAsset(new URL(request.url))) return event.respondWith(asset(request));
  if (request.mode !== "navigate") return;
  const network = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(request));
  const key = keyOf(request.url);
  if (key === null) return event.respondWith(network.catch(offlinePage));
  event.respondWith(page(request, key, network));
  event.waitUntil(network.then((response) => cachePage(key, response.clone())).catch(() => {}));
});

/**
 * Messages of the page: its address and the assets that were loaded before this worker, and whether the page
 * no longer exists; another city was chosen; or only to start the worker, which it answers.
 */
self.addEventListener("message", (event) => {
  const { address, assets = [], isGone, hasOtherCity } = event.data;
  event.ports[0]?.postMessage("");
  if (hasOtherCity) event.waitUntil(onCityChange().catch(() => {}));
  if (address === undefined) return;
  const key = keyOf(address);
  const fetchPage = async () => {
    const cached = key === null ? undefined : await findPage(key);
    if (key !== null && (isGone || !(cached && ageOf(cached) < MIN_AGE))) await renew(key);
  };
  const wanted = assets.map((url) => new URL(url, address)).filter(isAsset);
  const loads = wanted.map((url) => asset(new Request(url)));
  // A failed request only means that its file is not cached.
  event.waitUntil(Promise.allSettled([fetchPage(), ...loads]));
});
