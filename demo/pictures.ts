import { readdir, readFile } from "node:fs/promises";
import { pictureHtml } from "./text-templates.ts";
import type { CoverName } from "./concepts/concept.ts";

/** Addresses of the demo's pictures by file name without extension. */
export type PictureUrls = ReadonlyMap<string, string>;

/** Stores all drawings of art/ unchanged; sizes are created on demand. */
export async function putPictures(
  put: (name: string, bytes: Buffer) => Promise<{ url: string }>,
): Promise<PictureUrls> {
  const folder = new URL("./art/", import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith(".svg")).sort();
  const stored = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const { url } = await put(name, await readFile(new URL(name, folder)));
      return [name.slice(0, -4), url];
    }),
  );
  return new Map(stored);
}

/** @throws Error if art/ has no such drawing */
export function urlOf(pictures: PictureUrls, name: string): string {
  const url = pictures.get(name);
  if (url === undefined) throw new Error(`no picture ${name}`);
  return url;
}
export const coverOf = (pictures: PictureUrls, cover: CoverName): string => urlOf(pictures, `cover-${cover}`);
/** Picture within a concept's text. */
export const pictureInText = (pictures: PictureUrls, [cover, alt]: readonly [CoverName, string]): string =>
  pictureHtml(coverOf(pictures, cover), alt);
