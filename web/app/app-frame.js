// In the maker's app: applies the status bar and title bar of the last visit before the first paint, so that
// the layout does not shift when the app reports them (platform/bridge/app-frame-layout.ts stores them).
// Inline in every page.
(() => {
  try {
    // Reads the storage only in the app, since the first access waits for another process of the browser.
    const marker = document.documentElement.getAttribute("data-app-marker");
    if (!marker || navigator.userAgent.indexOf(marker + "/") < 0) return;
    const stored = JSON.parse(localStorage.getItem("marque.app-frame"));
    if (!stored) return;
    document.documentElement.setAttribute("data-app", "");
    document.documentElement.style.setProperty("--statusbar", Number(stored.top) + "px");
    if (stored.bar) document.documentElement.setAttribute("data-title-bar", "host");
  } catch {
    // Without storage the page starts with the system's own insets.
  }
})();
