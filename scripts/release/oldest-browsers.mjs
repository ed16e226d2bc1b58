/**
 * The oldest browsers that the pages are for, as `docs/native-bridge.md` promises them to the apps.
 * What the build writes is in their syntax, and what its scripts call is known to them
 * (checks/browsers/oldest-browsers.ts). Names are those of @mdn/browser-compat-data.
 */
export const oldestBrowsers = {
  chrome: 105,
  webview_android: 105,
  safari: 16,
  safari_ios: 16,
  firefox: 121,
};

/** The same for Vite's `build.target`. */
export const browserTarget = ["chrome105", "safari16", "ios16", "firefox121"];
