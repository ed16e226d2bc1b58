import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { callLimits } from "#contract/call-limits.ts";
import type { Kit } from "../kit.ts";
import { isKey, newPrivateKey } from "./keys.ts";
import { putOriginal } from "./originals.ts";
import { Pictures } from "./pictures.ts";
import { signedAddress } from "./private.ts";
import { imageRoutes } from "./routes.ts";
import { s3Storage } from "./s3-storage.ts";
import { PictureSeal } from "./sealed.ts";
import { diskStorage, type PictureStorage } from "./storage.ts";
import { Turns } from "../database/turns.ts";
import { readBody, uprightOf, type Upright } from "./upload.ts";

export { Turns } from "../database/turns.ts";

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
  /** A stored picture cut to a size, as PNG; null: not one of ours. @throws Refusal "busy" */
  cut(url: string, size: { readonly width: number; readonly height: number }): Promise<Buffer | null>;
  /** Keeps all pictures of a folder; the answer is by file name. */
  putFolder(folder: string): Promise<ReadonlyMap<string, Stored>>;
  /**
   * Reads a person's picture, decodes it and keeps what it shows, for whoever is given its address.
   * @param announce told of the key before anything is kept by it
   * @throws Refusal "unsupportedType", "tooLarge", "badRequest" (broken off) or "busy"
   */
  putPrivate(
    body: Readable,
    announce: (key: string) => Promise<void>,
  ): Promise<Omit<Upright, "bytes"> & { readonly key: string }>;
  /**
   * The same, kept for good where anybody may see it.
   * @param name readable part of the key
   * @throws Refusal as `putPrivate` does
   */
  putShown(body: Readable, name: string): Promise<Stored & Omit<Upright, "bytes">>;
  /** Deletes what `putShown` has kept, and what was made of it, by its address; nothing happens where there is none. */
  removeShown(url: string): Promise<void>;
  /** An address of a private picture that shows it for ten minutes. */
  privateUrl(key: string): Promise<string>;
  /** Seals one that an older version kept unsealed; nothing happens where there is none. */
  sealPrivate(key: string): Promise<void>;
  /** Deletes what is stored of it, and what was made of it. */
  removePrivate(key: string): Promise<void>;
};
type ImagesKit = Pick<Kit, "config" | "clock"> & {
  readonly log: Pick<Kit["log"], "warn">;
  readonly admission: Pick<Kit["admission"], "begin">;
};

const CACHE_BYTES = 512 * 1024 * 1024;
const cacheOf = ({ dataDir }: Kit["config"]): string => join(dataDir, "media", "cache");
const addressOf = (key: string): Stored => ({ key, url: `/media/${key}` });

/** Where an installation keeps pictures: its bucket, else its data directory. */
function storageOf({ config }: Pick<Kit, "config">): PictureStorage {
  if (config.pictureBucket !== null) return s3Storage(config.pictureBucket, cacheOf(config));
  return diskStorage(join(config.dataDir, "media", "originals"));
}
/** Of what reads no picture of a person. */
const noSeal = new PictureSeal(() => Promise.reject(new Error("pictures were opened without their secret")));
/** An installation's pictures, and what was made of them. @param seal without it those of people can be deleted alone */
export function picturesOf(
  kit: Pick<ImagesKit, "config" | "log">,
  storage = storageOf(kit),
  seal = noSeal,
): Pictures {
  return new Pictures({ storage, seal, cache: cacheOf(kit.config), cacheBytes: CACHE_BYTES, log: kit.log });
}

/** Keeps pictures for a command, as `Images.put` does. @param isDry says their addresses alone */
export function picturePutter(
  config: Kit["config"],
  isDry: boolean,
): (bytes: Buffer, name: string) => Promise<Stored> {
  const storage = isDry ? { put: () => Promise.resolve() } : storageOf({ config });
  return async (bytes, name) => addressOf(await putOriginal(storage, bytes, name));
}

/** Pictures from people: some are read at a time, fewer decoded, so that memory has a bound. */
function privatePictures(
  storage: PictureStorage,
  pictures: Pictures,
  clock: Kit["clock"],
  secret: () => Promise<string>,
) {
  const reading = new Turns(16, 64);
  const decoding = new Turns(1, 16);
  const read = <T>(body: Readable, keep: (upright: Upright) => Promise<T>): Promise<T> =>
    reading.take(async () => {
      const bytes = await readBody(body, callLimits.picture.bytesMost);
      return keep(await decoding.take(() => uprightOf(bytes)));
    });
  return {
    putPrivate: (body: Readable, announce: (key: string) => Promise<void>) =>
      read(body, async ({ bytes, width, height }) => {
        const key = newPrivateKey();
        await announce(key);
        await pictures.put(key, bytes, "image/jpeg");
        return { key, width, height };
      }),
    putShown: (body: Readable, name: string) =>
      read(body, async ({ bytes, width, height }) => ({
        ...addressOf(await putOriginal(storage, bytes, name)),
        width,
        height,
      })),
    async removeShown(url: string) {
      const key = url.replace(/^\/media\//, "");
      if (isKey(key)) await pictures.remove(key);
    },
    privateUrl: async (key: string) => signedAddress(await secret(), key, clock.now()),
    sealPrivate: (key: string) => pictures.sealOld(key),
    removePrivate: (key: string) => pictures.remove(key),
  };
}

/** Secrets of this installation, asked for when they are first needed. */
export type PictureSecrets = {
  /** Signs addresses of private pictures. */
  readonly addresses: () => Promise<string>;
  /** Seals them where they are kept. */
  readonly seal: () => Promise<string>;
};
/** The image service: keeps pictures in the data directory or a bucket, and serves them in any size. */
export function createImages(kit: ImagesKit, app: FastifyInstance, secrets: PictureSecrets): Images {
  const storage = storageOf(kit);
  const pictures = picturesOf(kit, storage, new PictureSeal(secrets.seal));
  imageRoutes(app, pictures, kit.admission, { clock: kit.clock, secret: secrets.addresses });
  const put = async (bytes: Buffer, name: string) => addressOf(await putOriginal(storage, bytes, name));
  return {
    put,
    async cut(url, size) {
      const key = url.split("?", 1)[0]?.replace(/^.*\/media\//, "") ?? "";
      const resize = { mode: "fill", ...size, mayEnlarge: true } as const;
      return isKey(key) ? pictures.converted(key, { resize, quality: null, format: "png" }, "png") : null;
    },
    async putFolder(folder) {
      const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|gif|avif|svg)$/i.test(name));
      const stored = new Map<string, Stored>();
      for (const name of names) stored.set(name, await put(await readFile(join(folder, name)), name));
      return stored;
    },
    ...privatePictures(storage, pictures, kit.clock, secrets.addresses),
  };
}
