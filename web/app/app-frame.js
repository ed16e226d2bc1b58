// In the maker's app: the status bar and title bar of the last visit, before the first paint, so that
// nothing moves when the app says them again (platform/app-frame.ts keeps them). Inline in every page.
(function () {
  try {
    const kept = JSON.parse(localStorage.getItem("marque.app-frame"));
    if (!kept || navigator.userAgent.indexOf(kept.marker) < 0) return;
    document.documentElement.setAttribute("data-app", "");
    document.documentElement.style.setProperty("--statusbar", Number(kept.top) + "px");
    if (kept.bar) document.documentElement.setAttribute("data-title-bar", "host");
  } catch {
    // Without storage the page begins with the system's own insets.
  }
})();
