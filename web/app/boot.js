// Starts the client once the largest picture stands, or at the first touch or key. Inline in every
// page, as it is but for ES2019 (vite.config.ts).
(() => {
  /** Where no frame, picture or end of loading is ever told of, the client starts all the same, ms. */
  const PATIENCE = 8000;
  let started = false;
  const read = () => {
    return JSON.parse(document.getElementById("page-data").textContent);
  };
  const visit = () => {
    return performance.getEntriesByType("navigation")[0] || {};
  };
  /** Out of the cache without the worker (public/sw.js): once it runs, it goes to the network for a reload. */
  const isPastWorker = () => {
    return visit().workerFinalSourceType === "cache";
  };
  function reload() {
    const worker = isPastWorker() && navigator.serviceWorker.controller;
    if (!worker) return location.reload();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
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
  function touchStorage(kind) {
    try {
      window[kind].getItem("");
    } catch {
      // Whoever needs it says so.
    }
  }
  function preload(url) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = url;
    document.head.append(link);
  }
  function go() {
    if (started) return;
    started = true;
    performance.mark("boot");
    const data = read();
    window.givenState = data.state;
    // Asking for one script takes a slow phone 5 to 25 ms: a task each, or all together hold up a tap.
    data.scripts.concat(data.entry).forEach((url) => {
      setTimeout(preload, 0, url);
    });
    // The first look into a storage waits for another process of the browser: now, while scripts are on their way.
    ["localStorage", "sessionStorage"].forEach((kind) => {
      setTimeout(touchStorage, 0, kind);
    });
    setTimeout(start, 0, data);
  }
  async function start({ scripts, routes, entry }) {
    try {
      const loaded = {};
      // Each in a task of its own: run in one, they would hold up a tap for as long as all of them take.
      for (const url of scripts) {
        loaded[url] = await import(url);
        await new Promise((resolve) => setTimeout(resolve));
      }
      window.__reactRouterRouteModules = Object.fromEntries(
        routes.map(([id, urls]) => [id, Object.assign({}, ...urls.map((url) => loaded[url]))]),
      );
      await import(entry);
    } catch {
      fail();
    }
  }
  /** What no first paint or answer to a tap is to wait for. */
  function afterFrame(run) {
    const soon = () => {
      setTimeout(() => {
        run();
      }, 0);
    };
    // A page that is not looked at has no frames, and nobody who taps.
    if (document.hidden) soon();
    else requestAnimationFrame(soon);
  }
  /** A frame comes first, so that a tap on what stands is answered before the client asks for its scripts. */
  function goAfterFrame() {
    afterFrame(go);
  }
  /** Decoded is not yet painted: the script may take the wire once the browser says that it stands. */
  function afterPaint(picture) {
    const kind = "largest-contentful-paint";
    const canTell = ((window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) || []).includes(
      kind,
    );
    // It says nothing of a picture that is not the largest thing on show.
    setTimeout(go, canTell ? 600 : 50);
    if (!canTell) return;
    new PerformanceObserver((list) => {
      const isThere = list.getEntries().some((entry) => {
        return entry.element === picture;
      });
      if (isThere) goAfterFrame();
    }).observe({ type: kind, buffered: true });
  }
  /** Sees to the page's age and waits for its picture: some 5 ms on a slow phone, which come after the first frames. */
  function begin() {
    if (isPastWorker() && navigator.onLine !== false) {
      const root = read().state.loaderData.root;
      const isOld = root && Math.abs(Date.now() - root.renderedAt) > 24 * 3600000;
      if (isOld || visit().type === "reload") reload();
    }
    const picture = document.querySelector("img[fetchpriority=high]");
    const isDecoded = () => {
      afterPaint(picture);
    };
    if (picture) picture.decode().then(isDecoded, isDecoded);
    else if (document.readyState === "complete") goAfterFrame();
    else addEventListener("load", goAfterFrame);
  }
  ["pointerdown", "keydown"].forEach((type) => {
    addEventListener(type, go, { once: true, passive: true, capture: true });
  });
  setTimeout(go, PATIENCE);
  // Not between the first frame and the next, where whoever is quick is answered.
  afterFrame(() => {
    afterFrame(begin);
  });
})();
