import { fileURLToPath } from "node:url";
import { checks } from "./list.ts";
import { readProject } from "./project.ts";
import { sizesOf } from "./code/sizes.ts";

/**
 * Runs all checks and prints their findings.
 * @returns the number of checks that passed and failed
 */
export function runChecks(): { passed: number; failed: number } {
  const project = readProject(fileURLToPath(new URL("..", import.meta.url)));
  let failed = 0;
  for (const { name, holds, run } of checks) {
    const findings = run(project);
    if (findings.length > 0) failed++;
    process.stdout.write(`${findings.length === 0 ? "ok  " : "FAIL"} ${name}: ${holds}\n`);
    for (const { path, line, message } of findings)
      process.stdout.write(`       ${path}:${line} ${message}\n`);
  }
  const { files, median, p95, most } = sizesOf(project);
  process.stdout.write(`     ${files} files; lines: median ${median}, 95 % below ${p95}, most ${most}\n`);
  return { passed: checks.length - failed, failed };
}

if (import.meta.main) process.exitCode = runChecks().failed === 0 ? 0 : 1;
