// Collects errors and unhandled rejections until the app reports them (platform/tracking/page-errors.ts, loaded after
// the first screen). Inline in every page, before all other scripts.
(() => {
  const errors = [];
  const add = (kind, error) => {
    if (error && errors.length < 5) errors.push({ kind, error, path: location.pathname });
  };
  addEventListener("error", (event) => {
    add("error", event.error);
  });
  addEventListener("unhandledrejection", (event) => {
    add("rejection", event.reason);
  });
  window.pageErrors = errors;
})();
