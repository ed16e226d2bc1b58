import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Kit } from "../kit.ts";
import { putOriginal } from "./originals.ts";
import { Pictures } from "./pictures.ts";
import { imageRoutes } from "./routes.ts";

/** A stored picture. */
export type Stored = {
  /** Holds a hash of the content. */
  readonly key: string;
  /** Address below the origin, to which the app adds `?x-oss-process=…`. */
  readonly url: string;
};
export type Images = {
  /**
   * Keeps a picture (JPEG, PNG, WebP, GIF, AVIF, SVG; at most 20 MB, 40 million pixels) for good.
   * @param name readable part of the key; its ending does not count
   * @throws Refusal "unsupportedType" or "tooLarge"
   */
  put(bytes: Buffer, name: string): Promise<Stored>;
  /** Keeps all pictures of a folder; the answer is by file name. */
  putFolder(folder: string): Promise<ReadonlyMap<string, Stored>>;
};

const CACHE_BYTES = 512 * 1024 * 1024;
const addressOf = (key: string): Stored => ({ key, url: `/media/${key}` });

/** The image service: keeps pictures in the data directory and serves them in any size. */
export function createImages(kit: Pick<Kit, "config" | "log">, app: FastifyInstance): Images {
  const originals = join(kit.config.dataDir, "media", "originals");
  const cache = join(kit.config.dataDir, "media", "cache");
  imageRoutes(app, new Pictures({ originals, cache, cacheBytes: CACHE_BYTES, log: kit.log }));
  const put = async (bytes: Buffer, name: string) => addressOf(await putOriginal(originals, bytes, name));
  return {
    put,
    async putFolder(folder) {
      const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|gif|avif|svg)$/i.test(name));
      const stored = new Map<string, Stored>();
      for (const name of names) stored.set(name, await put(await readFile(join(folder, name)), name));
      return stored;
    },
  };
}
