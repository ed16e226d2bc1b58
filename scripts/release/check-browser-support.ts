import { globSync, readFileSync } from "node:fs";
import { findUnsupported } from "../../checks/browsers/oldest-browsers.ts";
import { oldestBrowsers } from "./oldest-browsers.mjs";
import { readRelease } from "./release.ts";
import { projectRoot } from "./run-tool.ts";

/**
 * Checks the scripts of the current release, as served to browsers, for features that the oldest supported
 * browsers lack. Prints the findings.
 * @returns the number of scripts that passed and failed
 */
export function checkBrowserSupport(): { passed: number; failed: number } {
  const assets =
    readRelease(`${projectRoot}build`)?.assets.filter(
      (name) => name.endsWith(".js") && !name.startsWith("console/"),
    ) ?? [];
  const inline = globSync("web/app/*.js", { cwd: projectRoot });
  const paths = [...assets.map((name) => `build/${name}`), "build/client/sw.js", ...inline];
  const texts = Object.fromEntries(
    paths.map((path) => [path, readFileSync(`${projectRoot}${path}`, "utf8")]),
  );
  const findings = findUnsupported(oldestBrowsers, texts);
  for (const { path, line, message } of findings) process.stdout.write(`FAIL ${path}:${line} ${message}\n`);
  const failed = new Set(findings.map(({ path }) => path)).size;
  return { passed: paths.length - failed, failed };
}

if (import.meta.main) {
  const { passed, failed } = checkBrowserSupport();
  process.stdout.write(`${passed} scripts run in the oldest browsers, ${failed} do not\n`);
  process.exitCode = failed === 0 && passed > 2 ? 0 : 1;
}
