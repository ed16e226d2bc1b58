/**
 * Oldest supported browsers, as `docs/native-bridge.md` promises to app teams. The build emits their syntax,
 * and its scripts call only functions that they have (checks/browsers/oldest-browsers.ts). Names are those of
 * @mdn/browser-compat-data.
 */
export const oldestBrowsers = {
  chrome: 105,
  webview_android: 105,
  safari: 16,
  safari_ios: 16,
  firefox: 121,
};

/** The same browsers for Vite's `build.target`. */
export const browserTarget = ["chrome105", "safari16", "ios16", "firefox121"];
