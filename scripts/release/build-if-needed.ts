import { existsSync, mkdirSync, rmSync } from "node:fs";
import { compressFolder } from "./compress.ts";
import { trimManifest } from "./trim-manifest.ts";
import { lockFolder, withLock } from "../setup/lock.mjs";
import { projectRoot, runTool } from "./run-tool.ts";
import {
  hashOfInputs,
  copyPreviousAssets,
  readRelease,
  swapReleaseFolders,
  writeRelease,
} from "./release.ts";
import { storeSourceMaps } from "./source-maps.ts";
import { writeSbom } from "./sbom.ts";

const target = `${projectRoot}build`;
/** Applications beside the web app, each with its folder of the build. */
const applications = [
  { config: "vite.pass.config.ts", folder: "pass" },
  { config: "vite.console.config.ts", folder: "console" },
];

/** Runs an installed tool. @throws Error if it fails */
async function tool(name: string, args: readonly string[], buildDir: string): Promise<void> {
  const env = { NODE_ENV: "production", BUILD_DIR: buildDir };
  if (await runTool(name, args, { env, isShown: false })) return;
  throw new Error(`${name} ${args.join(" ")} failed, see above`);
}

/**
 * Builds the web app, the identity provider's pages and the operator console beside the current release, then swaps the
 * folders: a running server continues with its loaded files and still finds the assets of its pages.
 */
async function build(inputs: string): Promise<void> {
  const started = performance.now();
  process.stdout.write("build: building the web app …\n");
  const next = `${projectRoot}node_modules/.cache/build-${process.pid}`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  try {
    await tool("react-router", ["build"], next);
    for (const { config, folder } of applications)
      if (existsSync(`${projectRoot}${config}`))
        await tool(
          "vite",
          ["build", "--config", config, "--outDir", `${next}/${folder}`, "--emptyOutDir"],
          next,
        );
    trimManifest(next);
    storeSourceMaps(target, next);
    const release = writeRelease(next, inputs);
    writeSbom(projectRoot, next);
    await compressFolder(next);
    copyPreviousAssets(target, next, release);
    swapReleaseFolders(next, target);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  process.stdout.write(`build: done in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

async function buildIfNeeded(isForced: boolean): Promise<void> {
  const isNeeded = () => isForced || readRelease(target)?.inputs !== hashOfInputs(projectRoot);
  if (!isNeeded()) return;
  await withLock(lockFolder(`${projectRoot} build`), async () => {
    // Another process may have built while this one waited for the lock.
    if (isNeeded()) await build(hashOfInputs(projectRoot));
  });
}

try {
  await buildIfNeeded(process.argv.includes("--force"));
} catch (error) {
  process.stderr.write(`build: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
