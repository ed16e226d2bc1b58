import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../core/app-context.ts";
import { isPictureKey, newPrivateKey } from "./storage/picture-keys.ts";
import { putOriginal } from "./storage/originals.ts";
import { PictureRepository } from "./picture-repository.ts";
import { signLastingPictureUrl, signPictureUrl } from "./delivery/signed-url.ts";
import { pictureRoutes } from "./delivery/routes.ts";
import { s3Storage } from "./storage/s3-storage.ts";
import { PictureCipher } from "./storage/encrypted-storage.ts";
import { diskStorage, type PictureStorage } from "./storage/picture-storage.ts";
import { FairQueue } from "../core/fair-queue.ts";
import { reencodePicture, type ReencodedPicture } from "./upload/re-encode.ts";
import { UploadSlots, uploadsAtOnce, type Uploader } from "./upload/upload-slots.ts";

/** A stored picture. */
export type PictureAddress = {
  /** Key in the storage, with a hash of the content. */
  readonly key: string;
  /** Path below the origin, to which the app adds `?x-oss-process=…`. */
  readonly url: string;
};
export type PictureLibrary = {
  /**
   * Stores a picture permanently (JPEG, PNG, WebP, GIF, AVIF, SVG; at most 20 MB, 40 million pixels).
   * @param name readable part of the key; its extension is ignored
   * @throws Refusal "unsupportedType" or "tooLarge"
   */
  put(bytes: Buffer, name: string): Promise<PictureAddress>;
  /**
   * Crops a stored picture to a size, as PNG; null: not a stored picture.
   * @param address of the caller that it is made for; null: the product itself
   * @throws Refusal "tooMany" or "busy"
   */
  toPng(
    url: string,
    size: { readonly width: number; readonly height: number },
    address: string | null,
  ): Promise<Buffer | null>;
  /** Stores all pictures of a folder. @returns addresses by file name */
  putFolder(folder: string): Promise<ReadonlyMap<string, PictureAddress>>;
  /**
   * Reads and re-encodes a person's picture and stores it encrypted; it is visible by signed URLs only.
   * @param by has a share of the memory for uploads
   * @param announce called with the key before the file is stored
   * @throws Refusal "unsupportedType", "tooLarge", "badRequest" (aborted), "tooMany" or "busy"
   */
  putPrivate(
    body: Readable,
    by: Uploader,
    announce: (key: string) => Promise<void>,
  ): Promise<Omit<ReencodedPicture, "bytes"> & { readonly key: string }>;
  /**
   * Reads and re-encodes a picture and stores it publicly.
   * @param name readable part of the key
   * @throws Refusal as `putPrivate`
   */
  putPublic(
    body: Readable,
    name: string,
    by: Uploader,
  ): Promise<PictureAddress & Omit<ReencodedPicture, "bytes">>;
  /** Deletes a picture of `putPublic` and its conversions by its URL, if it exists. */
  removePublic(url: string): Promise<void>;
  /** Returns a URL that shows a private picture for ten minutes. */
  signedUrlOf(key: string): Promise<string>;
  /** Returns a URL that shows a private picture to everybody, until the picture is deleted. */
  lastingUrlOf(key: string): Promise<string>;
  /** Encrypts a private picture that an older version stored unencrypted, if it exists. */
  encryptPrivate(key: string): Promise<void>;
  /** Deletes a private picture and its conversions. */
  removePrivate(key: string): Promise<void>;
};
type PictureContext = Pick<AppContext, "config" | "clock"> & {
  readonly log: Pick<AppContext["log"], "warn">;
  readonly workQuota: Pick<AppContext["workQuota"], "share">;
};

const CACHE_BYTES = 512 * 1024 * 1024;
const cacheOf = ({ dataDir }: AppContext["config"]): string => join(dataDir, "media", "cache");
const addressOf = (key: string): PictureAddress => ({ key, url: `/media/${key}` });

/** Opens the installation's storage: its bucket, else its data directory. */
function storageOf({ config }: Pick<AppContext, "config">): PictureStorage {
  if (config.pictureBucket !== null) return s3Storage(config.pictureBucket, cacheOf(config));
  return diskStorage(join(config.dataDir, "media", "originals"));
}
/** Rejects every use; for repositories that only delete private pictures. */
const missingCipher = new PictureCipher(() =>
  Promise.reject(new Error("picture repository opened without its secret")),
);
/**
 * Opens the installation's pictures and their conversions.
 * @param cipher if missing, private pictures can only be deleted
 */
export function openPictureRepository(
  context: Pick<PictureContext, "config" | "log">,
  storage = storageOf(context),
  cipher = missingCipher,
): PictureRepository {
  return new PictureRepository({
    storage,
    cipher,
    cache: cacheOf(context.config),
    cacheBytes: CACHE_BYTES,
    log: context.log,
  });
}

/** Stores pictures for a command, as `PictureLibrary.put` does. @param isDry only returns the addresses */
export function createPictureImporter(
  config: AppContext["config"],
  isDry: boolean,
): (bytes: Buffer, name: string) => Promise<PictureAddress> {
  const storage = isDry ? { put: () => Promise.resolve() } : storageOf({ config });
  return async (bytes, name) => addressOf(await putOriginal(storage, bytes, name));
}

/** Pictures from people, with limits of memory and decodings. */
function privatePictures(
  storage: PictureStorage,
  pictures: PictureRepository,
  clock: AppContext["clock"],
  secret: () => Promise<string>,
) {
  const slots = new UploadSlots();
  const decoding = new FairQueue({ concurrent: 1, waiting: uploadsAtOnce.total });
  const read = <T>(
    body: Readable,
    by: Uploader,
    keep: (upright: ReencodedPicture) => Promise<T>,
  ): Promise<T> =>
    slots.read(body, by, async (bytes) => keep(await decoding.run(by.network, () => reencodePicture(bytes))));
  return {
    putPrivate: (body: Readable, by: Uploader, announce: (key: string) => Promise<void>) =>
      read(body, by, async ({ bytes, width, height }) => {
        const key = newPrivateKey();
        await announce(key);
        await pictures.put(key, bytes, "image/jpeg");
        return { key, width, height };
      }),
    putPublic: (body: Readable, name: string, by: Uploader) =>
      read(body, by, async ({ bytes, width, height }) => ({
        ...addressOf(await putOriginal(storage, bytes, name)),
        width,
        height,
      })),
    async removePublic(url: string) {
      const key = url.replace(/^\/media\//, "");
      if (isPictureKey(key)) await pictures.remove(key);
    },
    signedUrlOf: async (key: string) => signPictureUrl(await secret(), key, clock.now()),
    lastingUrlOf: async (key: string) => signLastingPictureUrl(await secret(), key),
    encryptPrivate: (key: string) => pictures.encryptLegacy(key),
    removePrivate: (key: string) => pictures.remove(key),
  };
}

/** Secrets of this installation, loaded on first use. */
export type PictureSecrets = {
  /** Signs URLs of private pictures. */
  readonly urlSigning: () => Promise<string>;
  /** Encrypts private pictures at rest. */
  readonly encryption: () => Promise<string>;
};
/** Creates the picture library: stores pictures in the data directory or a bucket, and serves them in any size. */
export function createPictureLibrary(
  context: PictureContext,
  app: FastifyInstance,
  secrets: PictureSecrets,
): PictureLibrary {
  const storage = storageOf(context);
  const pictures = openPictureRepository(context, storage, new PictureCipher(secrets.encryption));
  pictureRoutes(app, pictures, context.workQuota, { clock: context.clock, secret: secrets.urlSigning });
  const put = async (bytes: Buffer, name: string) => addressOf(await putOriginal(storage, bytes, name));
  return {
    put,
    async toPng(url, size, address) {
      const key = url.split("?", 1)[0]?.replace(/^.*\/media\//, "") ?? "";
      const resize = { mode: "fill", ...size, mayEnlarge: true } as const;
      return isPictureKey(key)
        ? pictures.converted(key, { resize, quality: null, format: "png" }, "png", (name, convert) =>
            context.workQuota.share("picture", address, name, convert),
          )
        : null;
    },
    async putFolder(folder) {
      const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp|gif|avif|svg)$/i.test(name));
      const stored = new Map<string, PictureAddress>();
      for (const name of names) stored.set(name, await put(await readFile(join(folder, name)), name));
      return stored;
    },
    ...privatePictures(storage, pictures, context.clock, secrets.urlSigning),
  };
}
