// Finds the two programs that tests need and npm cannot bring: Chromium and PostgreSQL.
// Plain JavaScript without dependencies, because setup.mjs runs before they are installed.
import { execFileSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

/** The oldest PostgreSQL whose SQL the product keeps to. */
export const POSTGRES_LEAST = 15;

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
/** @param {string} name @returns {string | null} the program's path in PATH */
const inPath = (name) =>
  (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable) ?? null;
/** @param {string} file @param {string[]} args @returns {string} what it prints, empty where it fails */
const output = (file, args) => {
  try {
    return execFileSync(file, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
};

/** Chromium as installed by playwright, where its package is there already. */
const playwrightChromium = () => {
  try {
    return createRequire(import.meta.url)("playwright-core").chromium.executablePath();
  } catch {
    return undefined;
  }
};

/**
 * Chromium without a window of its own, as a package of Debian's: the same engine, which opens a page
 * with a third less processor time.
 */
export const HEADLESS_SHELL = "chromium-headless-shell";

/**
 * A Chromium or Chrome: CHROMIUM_PATH, the system's, or playwright's own.
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

/** Folders that may hold PostgreSQL's programs, the likeliest first. */
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
      // that folder is of another system
    }
  }
  return folders.filter(Boolean);
}

/**
 * The folder with `postgres` and `initdb` of version 15 or newer.
 * @returns {string | null}
 */
export function findPostgres() {
  for (const folder of postgresFolders()) {
    if (!isExecutable(join(folder, "postgres")) || !isExecutable(join(folder, "initdb"))) continue;
    const version = Number(/(\d+)/.exec(output(join(folder, "postgres"), ["--version"]))?.[1] ?? 0);
    if (version >= POSTGRES_LEAST) return folder;
  }
  return null;
}

/**
 * What Playwright turns off in Chromium. The last --disable-features alone counts, so ours repeats it;
 * a test compares it with the Playwright that is installed.
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
 * Parts of the browser's own window, which nobody sees here: with each new one it loads pages of its
 * own for the address bar's suggestions and keeps a further process warm, a third of a short visit's work.
 */
const windowFeaturesOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
];

/** Flags for a headless Chromium that asks nothing of the network beyond the pages it is sent to. */
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
