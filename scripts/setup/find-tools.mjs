// Finds the programs that tests need and npm cannot install: Chromium and PostgreSQL. Plain JavaScript
// without dependencies, because setup.mjs runs before they are installed.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** Minimum version of PostgreSQL. */
export const MIN_POSTGRES = 15;

/** @param {string | undefined} file */
const isExecutable = (file) => {
  if (!file) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
/** @param {string} name @returns {string | null} path of the program in PATH */
const inPath = (name) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable) ?? null;
/** @param {string} file @param {string[]} args @returns {string} standard output, empty on failure */
const output = (file, args) => {
  try {
    return execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
};

/** Chromium installed by Playwright, if its package is installed. */
const playwrightChromium = () => {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
  } catch {
    return undefined;
  }
};

/** Chromium without a window, a Debian package: the same engine with a third less CPU time per page. */
export const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * Finds Chromium or Chrome: CHROMIUM_PATH, the system's, or Playwright's.
 * @returns {string | null}
 */
export function findChromium() {
  if (process.env["CHROMIUM_PATH"])
    return isExecutable(process.env["CHROMIUM_PATH"]) ? process.env["CHROMIUM_PATH"] : null;
  for (const name of [
    HEADLESS_SHELL,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ]) {
    const found = inPath(name);
    if (found) return found;
  }
  const usual = [
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ].find(isExecutable);
  if (usual) return usual;
  const own = playwrightChromium();
  return own && isExecutable(own) ? own : null;
}

/** Folders that may contain PostgreSQL's programs, most likely first. */
function postgresFolders() {
  const folders = [];
  const server = inPath("initdb");
  if (server) folders.push(join(server, ".."));
  const config = inPath("pg_config");
  if (config) folders.push(output(config, ["--bindir"]));
  for (const root of ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/Library/PostgreSQL"]) {
    try {
      const names = readdirSync(root).filter((name) => /^(postgresql@)?\d+$|^postgresql$/.test(name));
      folders.push(
        ...names
          .sort()
          .reverse()
          .map((name) => join(root, name, "bin")),
      );
    } catch {
      // the folder does not exist on this system
    }
  }
  return folders.filter(Boolean);
}

/**
 * Finds the folder with `postgres` and `initdb` of version 15 or newer.
 * @returns {string | null}
 */
export function findPostgres() {
  for (const folder of postgresFolders()) {
    if (!isExecutable(join(folder, "postgres")) || !isExecutable(join(folder, "initdb"))) continue;
    const version = Number(/(\d+)/.exec(output(join(folder, "postgres"), ["--version"]))?.[1] ?? 0);
    if (version >= MIN_POSTGRES) return folder;
  }
  return null;
}

/**
 * Features that Playwright disables in Chromium. Only the last --disable-features flag is effective, so ours
 * repeats them; a test compares the list with the installed Playwright.
 */
export const playwrightFeaturesOff = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
];
/**
 * Features of the browser's window, which is not visible in tests: each window would load pages for address
 * bar suggestions and keep a spare process, a third of a short visit's CPU time.
 */
const windowFeaturesOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

/** Flags for a headless Chromium without network requests of its own. */
export const chromiumFlags = [
  `--disable-features=${[...playwrightFeaturesOff, ...windowFeaturesOff].join(",")}`,
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
