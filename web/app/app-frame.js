// In the maker's app: the status bar and title bar of the last visit, before the first paint, so that
// nothing moves when the app says them again (platform/bridge/app-frame-layout.ts keeps them). Inline in every page.
(() => {
  try {
    // Only there is the storage looked into: a first look waits for another process of the browser.
    const marker = document.documentElement.getAttribute("data-app-marker");
    if (!marker || navigator.userAgent.indexOf(marker + "/") < 0) return;
    const kept = JSON.parse(localStorage.getItem("marque.app-frame"));
    if (!kept) return;
    document.documentElement.setAttribute("data-app", "");
    document.documentElement.style.setProperty("--statusbar", Number(kept.top) + "px");
    if (kept.bar) document.documentElement.setAttribute("data-title-bar", "host");
  } catch {
    // Without storage the page begins with the system's own insets.
  }
})();
