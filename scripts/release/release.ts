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

/** What a build says of itself, in `release.json`. */
export type Release = {
  /** Hash of everything it was made from. */
  readonly inputs: string;
  /** Its own hashed files below `client/` and `pass/`, without those kept from the release before. */
  readonly assets: readonly string[];
};

/** Everything a build depends on: sources (tests aside), contract, tool configurations, versions, the build script. */
const INPUTS = [
  "web/**/*",
  "contract/**/*",
  "{vite,vite.pass,react-router}.config.ts",
  "package-lock.json",
  "scripts/release/{build-if-needed,compress,trim-manifest,release,run-tool,sbom}.ts",
  "scripts/release/{build-target,oldest-browsers}.mjs",
];

/** One hash over names and contents of all inputs, and what the build is for. */
export function hashOfInputs(root: string): string {
  const hash = createHash("sha256").update(`${buildTarget(process.env)}\n`);
  const files = globSync(INPUTS, { cwd: root })
    .filter((name) => !/\.test\.tsx?$/.test(name) && statSync(`${root}/${name}`).isFile())
    .sort();
  for (const name of files) hash.update(`${name}\n`).update(readFileSync(`${root}/${name}`));
  return hash.digest("hex");
}

/** The release in a build folder; null where there is none, or an unfinished one. */
export function readRelease(folder: string): Release | null {
  try {
    return JSON.parse(readFileSync(`${folder}/release.json`, "utf8")) as Release;
  } catch {
    return null;
  }
}

/** Writes down what the new build is. */
export function writeRelease(folder: string, inputs: string): Release {
  const assets = globSync("{client,pass}/assets/**/*", { cwd: folder }).filter((name) =>
    statSync(`${folder}/${name}`).isFile(),
  );
  const release = { inputs, assets: assets.sort() };
  writeFileSync(`${folder}/release.json`, JSON.stringify(release));
  return release;
}

/**
 * Copies the assets of the release in place into the next one, so that pages already open (or
 * kept by a service worker) still find theirs. Only one release back: older ones are dropped.
 */
export function copyPreviousAssets(previous: string, next: string, release: Release): void {
  const own = new Set(release.assets);
  for (const name of readRelease(previous)?.assets ?? []) {
    if (own.has(name)) continue;
    for (const file of [name, `${name}.br`]) {
      if (!existsSync(`${previous}/${file}`)) continue;
      mkdirSync(dirname(`${next}/${file}`), { recursive: true });
      cpSync(`${previous}/${file}`, `${next}/${file}`);
    }
  }
}

/** Puts the next build in place of the one there, by renaming. */
export function swapReleaseFolders(next: string, target: string): void {
  const aside = `${dirname(next)}/build-old-${randomUUID()}`;
  if (existsSync(target)) renameSync(target, aside);
  renameSync(next, target);
  rmSync(aside, { recursive: true, force: true });
}
