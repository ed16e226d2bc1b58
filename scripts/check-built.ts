import { globSync, readFileSync } from "node:fs";
import { newerThan } from "../checks/oldest-browsers.ts";
import { oldestBrowsers } from "./oldest-browsers.mjs";
import { readRelease } from "./release.ts";
import { root } from "./run-tool.ts";

/**
 * Looks through the scripts of the release in place, as browsers get them, for what the oldest of
 * those do not know. Prints what it finds.
 * @returns how many scripts passed and failed
 */
export function checkBuilt(): { passed: number; failed: number } {
  const assets = readRelease(`${root}build`)?.assets.filter((name) => name.endsWith(".js")) ?? [];
  const inline = globSync("web/app/*.js", { cwd: root });
  const paths = [...assets.map((name) => `build/${name}`), "build/client/sw.js", ...inline];
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(`${root}${path}`, "utf8")]));
  const findings = newerThan(oldestBrowsers, texts);
  for (const { path, line, message } of findings) process.stdout.write(`FAIL ${path}:${line} ${message}\n`);
  const failed = new Set(findings.map(({ path }) => path)).size;
  return { passed: paths.length - failed, failed };
}

if (import.meta.main) {
  const { passed, failed } = checkBuilt();
  process.stdout.write(`${passed} scripts for the oldest browsers, ${failed} not\n`);
  process.exitCode = failed === 0 && passed > 2 ? 0 : 1;
}
