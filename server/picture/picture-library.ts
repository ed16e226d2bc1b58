import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { callLimits } from "#contract/core/call-limits.ts";
import type { AppContext } from "../core/app-context.ts";
import { isPictureKey, newPrivateKey } from "./storage/picture-keys.ts";
import { putOriginal } from "./storage/originals.ts";
import { PictureRepository } from "./picture-repository.ts";
import { signPictureUrl } from "./delivery/signed-url.ts";
import { pictureRoutes } from "./delivery/routes.ts";
import { s3Storage } from "./storage/s3-storage.ts";
import { PictureCipher } from "./storage/encrypted-storage.ts";
import { diskStorage, type PictureStorage } from "./storage/picture-storage.ts";
import { ConcurrencyQueue } from "../database/batching/concurrency-queue.ts";
import { readPictureBody, reencodePicture, type ReencodedPicture } from "./upload/re-encode.ts";

/** A stored picture. */
export type PictureAddress = {
  /** Holds a hash of the content. */
  readonly key: string;
  /** Address below the origin, to which the app adds `?x-oss-process=…`. */
  readonly url: string;
};
export type PictureLibrary = {
  /**
   * Keeps a picture (JPEG, PNG, WebP, GIF, AVIF, SVG; at most 20 MB, 40 million pixels) for good.
   * @param name readable part of the key; its ending does not count
   * @throws Refusal "unsupportedType" or "tooLarge"
   */
  put(bytes: Buffer, name: string): Promise<PictureAddress>;
  /** A stored picture cut to a size, as PNG; null: not one of ours. @throws Refusal "busy" */
  toPng(url: string, size: { readonly width: number; readonly height: number }): Promise<Buffer | null>;
  /** Keeps all pictures of a folder; the answer is by file name. */
  putFolder(folder: string): Promise<ReadonlyMap<string, PictureAddress>>;
  /**
   * Reads a person's picture, decodes it and keeps what it shows, for whoever is given its address.
   * @param announce told of the key before anything is kept by it
   * @throws Refusal "unsupportedType", "tooLarge", "badRequest" (broken off) or "busy"
   */
  putPrivate(
    body: Readable,
    announce: (key: string) => Promise<void>,
  ): Promise<Omit<ReencodedPicture, "bytes"> & { readonly key: string }>;
  /**
   * The same, kept for good where anybody may see it.
   * @param name readable part of the key
   * @throws Refusal as `putPrivate` does
   */
  putPublic(body: Readable, name: string): Promise<PictureAddress & Omit<ReencodedPicture, "bytes">>;
  /** Deletes what `putPublic` has kept, and what was made of it, by its address; nothing happens where there is none. */
  removePublic(url: string): Promise<void>;
  /** An address of a private picture that shows it for ten minutes. */
  signedUrlOf(key: string): Promise<string>;
  /** Seals one that an older version kept unsealed; nothing happens where there is none. */
  encryptPrivate(key: string): Promise<void>;
  /** Deletes what is stored of it, and what was made of it. */
  removePrivate(key: string): Promise<void>;
};
type PictureContext = Pick<AppContext, "config" | "clock"> & {
  readonly log: Pick<AppContext["log"], "warn">;
  readonly workQuota: Pick<AppContext["workQuota"], "begin">;
};

const CACHE_BYTES = 512 * 1024 * 1024;
const cacheOf = ({ dataDir }: AppContext["config"]): string => join(dataDir, "media", "cache");
const addressOf = (key: string): PictureAddress => ({ key, url: `/media/${key}` });

/** Where an installation keeps pictures: its bucket, else its data directory. */
function storageOf({ config }: Pick<AppContext, "config">): PictureStorage {
  if (config.pictureBucket !== null) return s3Storage(config.pictureBucket, cacheOf(config));
  return diskStorage(join(config.dataDir, "media", "originals"));
}
/** Of what reads no picture of a person. */
const missingCipher = new PictureCipher(() =>
  Promise.reject(new Error("pictures were opened without their secret")),
);
/** An installation's pictures, and what was made of them. @param seal without it those of people can be deleted alone */
export function openPictureRepository(
  context: Pick<PictureContext, "config" | "log">,
  storage = storageOf(context),
  seal = missingCipher,
): PictureRepository {
  return new PictureRepository({
    storage,
    seal,
    cache: cacheOf(context.config),
    cacheBytes: CACHE_BYTES,
    log: context.log,
  });
}

/** Keeps pictures for a command, as `Images.put` does. @param isDry says their addresses alone */
export function createPictureImporter(
  config: AppContext["config"],
  isDry: boolean,
): (bytes: Buffer, name: string) => Promise<PictureAddress> {
  const storage = isDry ? { put: () => Promise.resolve() } : storageOf({ config });
  return async (bytes, name) => addressOf(await putOriginal(storage, bytes, name));
}

/** Pictures from people: some are read at a time, fewer decoded, so that memory has a bound. */
function privatePictures(
  storage: PictureStorage,
  pictures: PictureRepository,
  clock: AppContext["clock"],
  secret: () => Promise<string>,
) {
  const reading = new ConcurrencyQueue(16, 64);
  const decoding = new ConcurrencyQueue(1, 16);
  const read = <T>(body: Readable, keep: (upright: ReencodedPicture) => Promise<T>): Promise<T> =>
    reading.run(async () => {
      const bytes = await readPictureBody(body, callLimits.picture.maxBytes);
      return keep(await decoding.run(() => reencodePicture(bytes)));
    });
  return {
    putPrivate: (body: Readable, announce: (key: string) => Promise<void>) =>
      read(body, async ({ bytes, width, height }) => {
        const key = newPrivateKey();
        await announce(key);
        await pictures.put(key, bytes, "image/jpeg");
        return { key, width, height };
      }),
    putPublic: (body: Readable, name: string) =>
      read(body, async ({ bytes, width, height }) => ({
        ...addressOf(await putOriginal(storage, bytes, name)),
        width,
        height,
      })),
    async removePublic(url: string) {
      const key = url.replace(/^\/media\//, "");
      if (isPictureKey(key)) await pictures.remove(key);
    },
    signedUrlOf: async (key: string) => signPictureUrl(await secret(), key, clock.now()),
    encryptPrivate: (key: string) => pictures.sealOld(key),
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
export function createPictureLibrary(
  context: PictureContext,
  app: FastifyInstance,
  secrets: PictureSecrets,
): PictureLibrary {
  const storage = storageOf(context);
  const pictures = openPictureRepository(context, storage, new PictureCipher(secrets.seal));
  pictureRoutes(app, pictures, context.workQuota, { clock: context.clock, secret: secrets.addresses });
  const put = async (bytes: Buffer, name: string) => addressOf(await putOriginal(storage, bytes, name));
  return {
    put,
    async toPng(url, size) {
      const key = url.split("?", 1)[0]?.replace(/^.*\/media\//, "") ?? "";
      const resize = { mode: "fill", ...size, mayEnlarge: true } as const;
      return isPictureKey(key)
        ? pictures.converted(key, { resize, quality: null, format: "png" }, "png")
        : null;
    },
    async putFolder(folder) {
      const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|gif|avif|svg)$/i.test(name));
      const stored = new Map<string, PictureAddress>();
      for (const name of names) stored.set(name, await put(await readFile(join(folder, name)), name));
      return stored;
    },
    ...privatePictures(storage, pictures, context.clock, secrets.addresses),
  };
}
