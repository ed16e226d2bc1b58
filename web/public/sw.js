// Repeat visits: the last page at once, the network's after (architecture, first screen); without a
// network the last page, and scripts and fonts that were loaded once (requirements Q13, V28). Pages are
// public by construction (the server renders as a visitor); everything else goes past this worker
// untouched, so that no Response with a status over 599 is ever rebuilt.
const BASE = new URL(self.registration.scope).pathname;
const PAGES = "pages-1";
const ASSETS = "assets-1";
const OFFLINE = "offline-1";
const MOST_PAGES = 60;
/** About two releases, of some 150 files on a fast connection; the oldest go. */
const MOST_ASSETS = 320;
const PERSONAL = ["code", "state", "tk", "sec", "loginType", "preview"];
/** How old a kept page may be and still be shown before the network's, ms; older ones only when offline. */
const FRESH = 24 * 3_600_000;
/** A page that was kept less long ago is not fetched again only to be kept, ms. */
const JUST_KEPT = 5 * 60_000;
const KEPT_AT = "x-kept-at";

/** The pages that people come back to. They are kept from the first visit on, whichever page that is. */
const FIRST = [BASE, `${BASE}list`];

/** Pages of things, which people come back to from links: kept once they were on show. */
const SEEN = ["club", "club/group/:id", "club/article/:id", "offline/:id", "online/:id"].map(
  (path) => BASE + path,
);

/**
 * Where the browser can, these pages and their scripts come out of the cache without this worker,
 * whose start takes longer than all the rest of a repeat visit. Only where it does not run anyway,
 * and only addresses without a query. What is not in the cache goes to the network without coming
 * by here: a page of a thing that was never on show, asked for without a network while this does
 * not run, is the one that the browser itself excuses. Age and reloads are looked at by app/boot.js
 * then, where the browser tells it that the page came this way.
 */
const canTell = "workerFinalSourceType" in PerformanceResourceTiming.prototype;
const routesTo = (pages) => [
  // Pictures are not kept here; the first of them would start this worker in the midst of the first screen.
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
  await Promise.allSettled(FIRST.map((path) => renew(self.location.origin + path)));
  if (!event.addRoutes) return;
  const kept = await Promise.all(FIRST.map((path) => findPage(self.location.origin + path)));
  const pages = canTell ? [...FIRST.filter((_path, place) => kept[place]), ...SEEN] : [];
  await event.addRoutes(routesTo(pages)).catch(() => {});
}
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(install(event));
});
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), self.clients.claim()])),
);

const ageOf = (page) => Date.now() - Number(page.headers.get(KEPT_AT));
const isAsset = ({ origin, pathname }) =>
  origin === self.location.origin && /^(assets|fonts)\//.test(pathname.slice(BASE.length));
const isFirst = ({ url }) => FIRST.some((path) => url === self.location.origin + path);
async function trim(cache, most) {
  const keys = (await cache.keys()).filter((kept) => !isFirst(kept));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => cache.delete(old)));
}

/** What a page is kept under; null where it is somebody's own. The query is part of it (filters), the campaign's parameters are not. */
function keyOf(address) {
  const url = new URL(address);
  if (PERSONAL.some((name) => url.searchParams.has(name))) return null;
  const names = Array.from(url.searchParams.keys());
  for (const name of names) if (/^(utm_|mz_|global_id$|from$)/.test(name)) url.searchParams.delete(name);
  return url.origin + url.pathname + url.search;
}
const findPage = (key) => caches.open(PAGES).then((cache) => cache.match(key));

/** Keeps a page that is whole and everybody's; what is gone is kept no longer. */
async function keepPage(key, response) {
  if (response.status === 404 || response.status === 410) {
    const pages = await caches.open(PAGES);
    return void (await pages.delete(key));
  }
  if (response.status !== 200 || response.headers.get("x-page") !== "public" || response.redirected) return;
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, String(Date.now()));
  // Whom it was rendered for is looked after here: see `cityChanged`.
  headers.delete("vary");
  // Whole before the one from before goes: where the network breaks off in its midst, that one stays.
  const whole = new Response(await response.blob(), { status: 200, headers });
  const cache = await caches.open(PAGES);
  await cache.delete(key);
  await cache.put(key, whole);
  await trim(cache, MOST_PAGES);
}

/** Keeps the network's page instead of the one that is kept. */
const renew = async (key) => keepPage(key, await fetch(key));

/**
 * Another city was chosen: pages that were rendered for the one before would show that first. Those
 * of an address that names its city, and of activities, are the same for everybody.
 */
async function cityChanged() {
  const cache = await caches.open(PAGES);
  const isOfCity = ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return (
      !/\/(offline|online)\//.test(pathname) &&
      !searchParams.has("cityCode") &&
      !searchParams.has("provinceCode")
    );
  };
  const stale = (await cache.keys()).filter((kept) => isOfCity(kept) && !isFirst(kept));
  await Promise.all(stale.map((kept) => cache.delete(kept)));
  await Promise.all(FIRST.map((path) => renew(self.location.origin + path)));
}

/** Scripts, styles and fonts never change under their address. */
async function asset(request) {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) {
    await cache.put(request.url, response.clone());
    await trim(cache, MOST_ASSETS);
  }
  return response;
}

async function offlinePage() {
  const page = await caches.match(`${BASE}offline.html`);
  // Its own headers forbid its inline style and script.
  const headers = { "content-type": "text/html; charset=utf-8" };
  return page ? new Response(await page.blob(), { status: 503, headers }) : Response.error();
}

/** A page: the kept one while it is fresh, unless it was asked for anew; else the network's; else whatever there is. */
async function page(request, key, network) {
  const kept = await findPage(key);
  const isReload = request.cache === "no-cache" || request.cache === "reload";
  if (kept && !isReload && ageOf(kept) < FRESH) return kept;
  return network.then(
    (response) => (response.status >= 500 && kept ? kept : response.clone()),
    () => kept ?? offlinePage(),
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
  event.waitUntil(network.then((response) => keepPage(key, response.clone())).catch(() => {}));
});

/**
 * What the page tells: where somebody is, what was loaded before this worker was there, and that the
 * page is gone; that another city was chosen; or that the worker is to run, which is answered.
 */
self.addEventListener("message", (event) => {
  const { address, assets = [], isGone, hasOtherCity } = event.data;
  event.ports[0]?.postMessage("");
  if (hasOtherCity) event.waitUntil(cityChanged().catch(() => {}));
  if (address === undefined) return;
  const key = keyOf(address);
  const fetchPage = async () => {
    const kept = key === null ? undefined : await findPage(key);
    if (key !== null && (isGone || !(kept && ageOf(kept) < JUST_KEPT))) await renew(key);
  };
  const wanted = assets.map((url) => new URL(url, address)).filter(isAsset);
  const loads = wanted.map((url) => asset(new Request(url)));
  // One that fails is one that is not kept.
  event.waitUntil(Promise.allSettled([fetchPage(), ...loads]));
});
