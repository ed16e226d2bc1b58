import { readFile } from "node:fs/promises";
import { basename, isAbsolute, join, normalize, sep } from "node:path";
import { Refusal } from "#contract/core/errors.ts";
import type { CatalogueProblems } from "./rules.ts";
import { commandFaults } from "./messages.ts";

/** Stores a picture, or only computes its address. @throws Refusal if the bytes are not a picture */
export type StorePicture = (bytes: Buffer, name: string) => Promise<{ readonly url: string }>;

const PICTURE = /^(?!\/|[a-z][a-z0-9+.-]*:)[^<>"'\\]+\.(?:jpe?g|png|webp|gif|avif|svg)$/i;
const ADDRESS = /url$/i;
const IN_TEXT = /(<img\b[^>]*?\bsrc=")([^"]+)(")/gi;
const TEXTS = new Set(["content", "html"]);

/** Whether a path stays inside the file's folder, so that a catalogue cannot read other files. */
const isInsideFolder = (path: string): boolean =>
  !isAbsolute(path) && !normalize(path).startsWith(`..${sep}`) && normalize(path) !== "..";

/** Collects every picture path beside the file, with the first place that names it. */
function pathsIn(given: unknown, path: readonly string[], found: Map<string, string>): void {
  if (typeof given !== "object" || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    const place = [...path, name];
    const note = (picture: string) => found.has(picture) || found.set(picture, place.join("."));
    if (typeof value !== "string") pathsIn(value, place, found);
    else if (ADDRESS.test(name) && PICTURE.test(value)) note(value);
    else if (TEXTS.has(name))
      for (const [, , source = ""] of value.matchAll(IN_TEXT)) if (PICTURE.test(source)) note(source);
  }
}

function withAddresses(given: unknown, addresses: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(given)) return given.map((one: unknown) => withAddresses(one, addresses));
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => {
      if (typeof value !== "string") return [name, withAddresses(value, addresses)];
      if (ADDRESS.test(name)) return [name, addresses.get(value) ?? value];
      if (!TEXTS.has(name)) return [name, value];
      const put = (_all: string, before: string, source: string, after: string): string =>
        before + (addresses.get(source) ?? source) + after;
      return [name, value.replace(IN_TEXT, put)];
    }),
  );
}

/**
 * Replaces the picture paths of a catalogue by their addresses.
 * @param folder folder that the paths are relative to
 * @returns the catalogue, and the place of each picture that is missing or invalid
 */
export async function resolvePictures(
  given: unknown,
  folder: string,
  put: StorePicture,
): Promise<{ readonly placed: unknown; readonly problems: CatalogueProblems }> {
  const found = new Map<string, string>();
  pathsIn(given, [], found);
  const problems: CatalogueProblems = {};
  const addresses = new Map<string, string>();
  for (const [path, place] of found)
    try {
      if (!isInsideFolder(path)) throw new Error("outside");
      const { url } = await put(await readFile(join(folder, path)), basename(path));
      addresses.set(path, url);
    } catch (error) {
      problems[place] =
        error instanceof Refusal ? `${path}: ${error.message}` : `${path}: ${commandFaults.noPicture()}`;
    }
  return { placed: withAddresses(given, addresses), problems };
}
