import { cpSync, existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SourceMap, type SourceMapPayload, type SourceMapping } from "node:module";

/** Folder of the source maps in a build, one folder for each release. It is not served. */
const FOLDER = "source-maps";
/** Names of the releases, the newest first. */
const RELEASES = `${FOLDER}/releases.json`;
/** Number of releases whose source maps are kept: people keep a page open for days. */
const MAX_RELEASES = 10;

function readReleases(build: string): string[] {
  try {
    return (JSON.parse(readFileSync(join(build, RELEASES), "utf8")) as unknown[]).map(String);
  } catch {
    return [];
  }
}

/** The version of a build's client, as errors in browsers name it (window.__reactRouterManifest.version). */
function versionOf(build: string): string {
  const [name = ""] = globSync("client/assets/manifest-*.js", { cwd: build });
  const version = /"version":"([\w-]{1,40})"/.exec(name && readFileSync(join(build, name), "utf8"))?.[1];
  if (version === undefined) throw new Error("the build's version was not found");
  return version;
}

/**
 * Moves the source maps of a new build out of its served folders, and copies those of the releases before.
 * @param previous the current build, which may be missing @param next the new one
 */
export function storeSourceMaps(previous: string, next: string): void {
  const release = versionOf(next);
  const target = join(next, FOLDER, release);
  mkdirSync(target, { recursive: true });
  for (const name of globSync("{client,pass,console}/**/*.map", { cwd: next }))
    renameSync(join(next, name), join(target, basename(name)));
  const earlier = readReleases(previous)
    .filter((name) => name !== release && existsSync(join(previous, FOLDER, name)))
    .slice(0, MAX_RELEASES - 1);
  for (const name of earlier)
    cpSync(join(previous, FOLDER, name), join(next, FOLDER, name), { recursive: true });
  writeFileSync(join(next, RELEASES), JSON.stringify([release, ...earlier]));
}

/** Reads positions of errors in browsers with the source maps of a build and of the releases before it. */
export function createStackReader(build: string): (frame: string) => string {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (script: string): SourceMap | null => {
    const known = maps.get(script);
    if (known !== undefined) return known;
    // Names of scripts contain a hash of their content, so any release's map of that name is right.
    const [found] = globSync(`${FOLDER}/*/${script}.map`, { cwd: build });
    const map =
      found === undefined
        ? null
        : new SourceMap(JSON.parse(readFileSync(join(build, found), "utf8")) as SourceMapPayload);
    maps.set(script, map);
    return map;
  };
  /** @param frame script, line and column, separated by colons; returned unchanged if it is in no source map */
  return (frame) => {
    const [, script = "", line = "1", column = "1"] = /^([\w.-]+):(\d+):(\d+)$/.exec(frame) ?? [];
    const entry: Partial<SourceMapping> | undefined =
      script === "" ? undefined : mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    const { originalSource, originalLine = 0, originalColumn = 0 } = entry ?? {};
    if (originalSource === undefined) return frame;
    return `${originalSource.replace(/^(?:\.\.\/)+/, "")}:${originalLine + 1}:${originalColumn + 1}`;
  };
}
