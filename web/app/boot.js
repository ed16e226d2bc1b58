// Starts the client once the largest picture stands, or at the first touch or key. Inline in every
// page; written for old engines as far as the syntax reaches.
(function () {
  let started = false;
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
    if (!retried && navigator.onLine !== false) return location.reload();
    document.getElementById("script-failed").hidden = false;
  }
  function go() {
    if (started) return;
    started = true;
    performance.mark("boot");
    const data = JSON.parse(document.getElementById("page-data").textContent);
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
  // Decoded is not yet painted: the next frame shows it, and only then the script may take the wire.
  function afterPaint() {
    requestAnimationFrame(function () {
      setTimeout(go, 0);
    });
  }
  ["pointerdown", "keydown"].forEach(function (type) {
    addEventListener(type, go, { once: true, passive: true, capture: true });
  });
  const picture = document.querySelector("img[fetchpriority=high]");
  if (picture) picture.decode().then(afterPaint, afterPaint);
  else if (document.readyState === "complete") go();
  else addEventListener("load", go);
})();
