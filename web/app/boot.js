// Starts the client once the largest picture stands, or at the first touch or key. Inline in every
// page; written for old engines as far as the syntax reaches.
(function () {
  let started = false;
  const read = function () {
    return JSON.parse(document.getElementById("page-data").textContent);
  };
  const visit = performance.getEntriesByType("navigation")[0] || {};
  // Out of the cache without the worker (public/sw.js): once it runs, it goes to the network for a reload.
  const isPastWorker = visit.workerFinalSourceType === "cache";
  function reload() {
    const worker = isPastWorker && navigator.serviceWorker.controller;
    if (!worker) return location.reload();
    const channel = new MessageChannel();
    channel.port1.onmessage = function () {
      location.reload();
    };
    worker.postMessage({}, [channel.port2]);
  }
  function fail() {
    // The page stays readable and its links work; only what needs script says so (requirement Z11).
    document.documentElement.setAttribute("data-script", "failed");
    let retried = false;
    try {
      retried = sessionStorage.getItem("vw_mall.reloaded") === location.href;
      sessionStorage.setItem("vw_mall.reloaded", location.href);
    } catch {
      retried = true;
    }
    // After a release the old page names scripts that are gone: one reload mends that (requirement Z10).
    if (!retried && navigator.onLine !== false) return reload();
    document.getElementById("script-failed").hidden = false;
  }
  function go() {
    if (started) return;
    started = true;
    performance.mark("boot");
    const data = read();
    window.givenState = data.state;
    data.preload.forEach(function (url) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = url;
      document.head.append(link);
    });
    const modules = data.routes.map(function (route) {
      return Promise.all(
        route[1].map(function (url) {
          return import(url);
        }),
      );
    });
    Promise.all([import(data.manifest)].concat(modules))
      .then(function (loaded) {
        window.__reactRouterRouteModules = {};
        data.routes.forEach(function (route, at) {
          window.__reactRouterRouteModules[route[0]] = Object.assign.apply(null, [{}].concat(loaded[at + 1]));
        });
        return import(data.entry);
      })
      .catch(fail);
  }
  /** Decoded is not yet painted: the script may take the wire once the browser says that it stands. */
  function afterPaint() {
    const kind = "largest-contentful-paint";
    const canTell = ((window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) || []).includes(
      kind,
    );
    // It says nothing of a picture that is not the largest thing on show.
    setTimeout(go, canTell ? 600 : 50);
    if (!canTell) return;
    new PerformanceObserver(function (list) {
      const isThere = list.getEntries().some(function (entry) {
        return entry.element === picture;
      });
      if (isThere) setTimeout(go, 0);
    }).observe({ type: kind, buffered: true });
  }
  ["pointerdown", "keydown"].forEach(function (type) {
    addEventListener(type, go, { once: true, passive: true, capture: true });
  });
  if (isPastWorker && navigator.onLine !== false) {
    const root = read().state.loaderData.root;
    const isOld = root && Math.abs(Date.now() - root.renderedAt) > 24 * 3600000;
    if (isOld || visit.type === "reload") reload();
  }
  const picture = document.querySelector("img[fetchpriority=high]");
  if (picture) picture.decode().then(afterPaint, afterPaint);
  else if (document.readyState === "complete") go();
  else addEventListener("load", go);
})();
