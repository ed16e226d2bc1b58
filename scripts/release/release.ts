import { createHash, randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { buildTarget } from "./build-target.mjs";

/** Metadata of a build, in `release.json`. */
export type Release = {
  /** Hash of all inputs. */
  readonly inputs: string;
  /** Hashed files of this build in `client/`, `pass/` and `console/`, without those copied from the previous release. */
  readonly assets: readonly string[];
};

/** Inputs of a build: sources (without tests), contract, tool configurations, versions, the build script. */
const INPUTS = [
  "web/**/*",
  "contract/**/*",
  "{vite,vite.pass,vite.console,react-router}.config.ts",
  "package-lock.json",
  "scripts/release/{build-if-needed,chunk-names,compress,trim-manifest,release,run-tool,sbom,source-maps}.ts",
  "scripts/release/{build-target,oldest-browsers}.mjs",
];

/** Hash of names and contents of all inputs and of the build target. */
export function hashOfInputs(root: string): string {
  const hash = createHash("sha256").update(`${buildTarget(process.env)}\n`);
  const files = globSync(INPUTS, { cwd: root })
    .filter((name) => !/\.test\.tsx?$/.test(name) && statSync(`${root}/${name}`).isFile())
    .sort();
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(`${root}/${name}`));
  return hash.digest("hex");
}

/** Reads the release of a build folder; null if it is missing or unfinished. */
export function readRelease(folder: string): Release | null {
  try {
    return JSON.parse(readFileSync(`${folder}/release.json`, "utf8")) as Release;
  } catch {
    return null;
  }
}

/** Writes the metadata of the new build. */
export function writeRelease(folder: string, inputs: string): Release {
  const assets = globSync("{client,pass,console}/assets/**/*", { cwd: folder }).filter((name) =>
    statSync(`${folder}/${name}`).isFile(),
  );
  const release = { inputs, assets: assets.sort() };
  writeFileSync(`${folder}/release.json`, JSON.stringify(release));
  return release;
}

/**
 * Copies the assets of the current release into the next one, so that open pages (and those cached by a
 * service worker) still find theirs. Only the previous release is kept.
 */
export function copyPreviousAssets(previous: string, next: string, release: Release): void {
  const own = new Set(release.assets);
  for (const name of readRelease(previous)?.assets ?? []) {
    if (own.has(name)) continue;
    for (const file of [name, `${name}.br`, `${name}.gz`]) {
      if (!existsSync(`${previous}/${file}`)) continue;
      mkdirSync(dirname(`${next}/${file}`), { recursive: true });
      cpSync(`${previous}/${file}`, `${next}/${file}`);
    }
  }
}

/** Replaces the current build by renaming folders. */
export function swapReleaseFolders(next: string, target: string): void {
  const aside = `${dirname(next)}/build-old-${randomUUID()}`;
  if (existsSync(target)) renameSync(target, aside);
  renameSync(next, target);
  rmSync(aside, { recursive: true, force: true });
}
