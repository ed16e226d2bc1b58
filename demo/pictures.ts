import { readdir, readFile } from "node:fs/promises";
import { pictureHtml } from "./text-templates.ts";
import { coverInTurn, drawnCovers } from "./drawing/covers.ts";
import { drawnPhotos } from "./drawing/photos.ts";
import { drawnProducts } from "./mall/lines.ts";
import type { CoverName } from "./concepts/concept.ts";

/** Addresses of the demo's pictures by file name without extension. */
export type PictureUrls = ReadonlyMap<string, string>;

/** Stores the files of art/ and what demo/drawing draws; sizes are created on demand. */
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
  const drawn = [...drawnCovers(), ...drawnPhotos(), ...drawnProducts()].map(
    async ([name, text]): Promise<[string, string]> => [
      name,
      (await put(`${name}.svg`, Buffer.from(text))).url,
    ],
  );
  return new Map([...stored, ...(await Promise.all(drawn))]);
}

/** @throws Error if art/ has no such drawing */
export function urlOf(pictures: PictureUrls, name: string): string {
  const url = pictures.get(name);
  if (url === undefined) throw new Error(`no picture ${name}`);
  return url;
}
export const coverOf = (pictures: PictureUrls, cover: CoverName): string => urlOf(pictures, `cover-${cover}`);
/** Cover of an activity: one of those that fit, in turn. */
export const coverInTurnOf = (pictures: PictureUrls, cover: CoverName, turn: number): string =>
  urlOf(pictures, `cover-${coverInTurn(cover, turn)}`);
/** Picture within a concept's text. */
export const pictureInText = (pictures: PictureUrls, [cover, alt]: readonly [CoverName, string]): string =>
  pictureHtml(coverOf(pictures, cover), alt);
