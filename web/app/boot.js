// Starts the client when the largest picture is painted, or at the first touch or key press. Inline in every
// page, reduced to ES2019 (vite.config.ts).
(() => {
  /** The client starts after this time even if no frame, picture or load event is reported, ms. */
  const START_TIMEOUT = 8000;
  let started = false;
  // Read now, before scripts that change the page's texts.
  const pageData = document.getElementById("page-data").textContent;
  const read = () => {
    return JSON.parse(pageData);
  };
  const visit = () => {
    return performance.getEntriesByType("navigation")[0] || {};
  };
  /**
   * Whether the page came from the cache without the worker (public/sw.js). A running worker takes a reload
   * from the network.
   */
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
  /** Reports why the scripts did not start, in the collector's format, since the tracker is one of them. */
  function report(error) {
    try {
      const { site } = read().state.loaderData.root;
      // The collector keeps no more of it than of other errors (contract/tracking/page-error.ts).
      const frames = String(error.stack).match(/[\w.-]+\.js:\d+:\d+/g) || [];
      const properties = {
        kind: "start",
        message: error.name + ": " + error.message,
        stack: frames.join(" "),
        route: location.pathname,
      };
      const event = {
        type: "track",
        event: "page_error",
        distinct_id: "start",
        time: Date.now(),
        _track_id: Math.floor(Math.random() * 2 ** 31),
        properties: properties,
      };
      const data = btoa(unescape(encodeURIComponent(JSON.stringify(event))));
      const url = (site.collectorUrl || "/sa") + "?project=dianshang";
      navigator.sendBeacon(url, "data=" + encodeURIComponent(data));
    } catch {
      // An error page of the server without a configuration, or a browser without beacons.
    }
  }
  function fail(error) {
    // The page stays readable and its links work; only controls that need the script report it (requirement
    // Z11).
    document.documentElement.setAttribute("data-script", "failed");
    let retried = false;
    try {
      retried = sessionStorage.getItem("vw_mall.reloaded") === location.href;
      sessionStorage.setItem("vw_mall.reloaded", location.href);
    } catch {
      retried = true;
    }
    // After a release the old page names scripts that no longer exist: one reload fixes that (requirement
    // Z10).
    if (!retried && navigator.onLine !== false) return reload();
    document.getElementById("script-failed").hidden = false;
    if (navigator.onLine !== false) report(error);
  }
  function touchStorage(kind) {
    try {
      window[kind].getItem("");
    } catch {
      // Code that needs the storage handles the failure.
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
    // Requesting a script takes a slow phone 5 to 25 ms: one task each, since all together would block a tap.
    data.scripts.concat(data.entry).forEach((url) => {
      setTimeout(preload, 0, url);
    });
    // Accesses the storages while the scripts are loading, since the first access waits for another process
    // of the browser.
    ["localStorage", "sessionStorage"].forEach((kind) => {
      setTimeout(touchStorage, 0, kind);
    });
    setTimeout(start, 0, data);
  }
  async function start({ scripts, routes, entry }) {
    try {
      const loaded = {};
      // Runs each script in its own task: in a single task they would block a tap for as long as all of them
      // take.
      for (const url of scripts) {
        loaded[url] = await import(url);
        await new Promise((resolve) => setTimeout(resolve));
      }
      window.__reactRouterRouteModules = Object.fromEntries(
        routes.map(([id, urls]) => [id, Object.assign({}, ...urls.map((url) => loaded[url]))]),
      );
      await import(entry);
    } catch (error) {
      fail(error);
    }
  }
  /** Runs work that must not delay the first paint or the answer to a tap. */
  function afterFrame(run) {
    const runLater = () => {
      setTimeout(() => {
        run();
      }, 0);
    };
    // A hidden page has no frames and no taps.
    if (document.hidden) runLater();
    else requestAnimationFrame(runLater);
  }
  /** Waits for a frame, so that a tap is answered before the client requests its scripts. */
  function goAfterFrame() {
    afterFrame(go);
  }
  /**
   * Waits until the picture is painted, which is later than decoded, since the scripts compete for the
   * network.
   */
  function afterPaint(picture) {
    const kind = "largest-contentful-paint";
    const isSupported = (
      (window.PerformanceObserver && PerformanceObserver.supportedEntryTypes) ||
      []
    ).includes(kind);
    // There is no entry for a picture that is not the largest element.
    setTimeout(go, isSupported ? 600 : 50);
    if (!isSupported) return;
    new PerformanceObserver((list) => {
      const isPainted = list.getEntries().some((entry) => {
        return entry.element === picture;
      });
      if (isPainted) goAfterFrame();
    }).observe({ type: kind, buffered: true });
  }
  /**
   * Checks the page's age and waits for its picture: some 5 ms on a slow phone, so it runs after the first
   * frames.
   */
  function begin() {
    if (isPastWorker() && navigator.onLine !== false) {
      const root = read().state.loaderData.root;
      const isOutdated = root && Math.abs(Date.now() - root.renderedAt) > 24 * 3600000;
      if (isOutdated || visit().type === "reload") reload();
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
  setTimeout(go, START_TIMEOUT);
  // After the second frame, so that an early tap between the first two is answered.
  afterFrame(() => {
    afterFrame(begin);
  });
})();
