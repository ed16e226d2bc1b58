import { setTimeout as after } from "node:timers/promises";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import type { Database } from "../../database/connection/database.ts";
import { limitCounter, type LimitCounter } from "../../database/shared-tables/limit-count.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import { limitedNetwork } from "../../http/network/limited-network.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { PictureLibrary } from "../picture-library.ts";
import type { AppContext } from "../../core/app-context.ts";
import { removeDue } from "./file-removal-store.ts";
import { mergeUploads, uploadStore, type UploadStore } from "./store.ts";

export { removeDue } from "./file-removal-store.ts";
export { deletePictureRows } from "./store.ts";

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Uploads of one person, also those that are refused later. */
const uploadLimit = { most: callLimits.picture.uploadsPerHour, window: HOUR };
const PURGE_INTERVAL = 600_000;
const REMOVAL_INTERVAL = 60_000;
/** Longest wait of a request for the removal of files, ms; an unavailable storage is retried later. */
const REMOVAL_WAIT = 5_000;
/** Pictures per batch. */
const BATCH_SIZE = 200;
/** Batches of used pictures per sweep; the next sweep continues from there. */
const BATCHES_PER_SWEEP = 10;

/** Dependencies of uploads on the modules that use pictures. */
export type UploadPorts = {
  /** Returns those of the given pictures that an article or an application refers to. */
  picturesInUse(pictureIds: readonly string[]): Promise<readonly string[]>;
};

export type Uploads = {
  /** Marks a user's own picture as used, which keeps it. @returns false if the user has no such picture */
  claim(pictureId: string, userId: string): Promise<boolean>;
  /** Releases a picture; the next cleanup deletes it unless another module still uses it. */
  release(pictureId: string): Promise<void>;
  /** Returns a path that shows the picture for ten minutes; null: there is no such picture. */
  urlOf(pictureId: string): Promise<string | null>;
  /** Returns a path that shows the picture to everybody until it is deleted; null: there is no such picture. */
  lastingUrlOf(pictureId: string): Promise<string | null>;
  /** Returns paths of several pictures by id, without those that do not exist. */
  urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes due files and waits a limited time for it; also runs periodically. */
  deleteDueFiles(): Promise<void>;
  /**
   * Deletes pictures unused for a day, or no longer referred to a day after their first use, with their files, and
   * encrypts files that older versions stored unencrypted; also runs periodically.
   */
  deleteUnused(): Promise<void>;
  readonly tables: readonly string[];
  /** Moves the rows of one user to another when both are the same person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/**
 * Releases pictures marked as used for more than a day to which nothing refers, because a later step was refused or
 * the process ended before the release. Sweeps through all pictures, a limited number per run.
 */
function createUnusedPictureSweep(
  store: UploadStore,
  { picturesInUse }: UploadPorts,
): (now: number) => Promise<void> {
  let after = "";
  return async (now) => {
    const moment = new Date(now - DAY);
    for (let batch = 0; batch < BATCHES_PER_SWEEP; batch++) {
      const used = await store.usedBefore(moment, after, BATCH_SIZE);
      const still = new Set(used.length === 0 ? [] : await picturesInUse(used));
      const left = used.filter((pictureId) => !still.has(pictureId));
      if (left.length > 0) await store.releaseUsedBefore(moment, left);
      after = used.length < BATCH_SIZE ? "" : (used.at(-1) ?? "");
      if (after === "") return;
    }
  };
}

async function deleteUnusedUploads(store: UploadStore, now: number): Promise<void> {
  for (const pictureId of await store.unusedBefore(new Date(now - DAY), BATCH_SIZE))
    await store.dropUnused(pictureId, new Date(now));
}

/** Encrypts pictures of older versions; failed ones are retried by the next cleanup without blocking the others. */
async function encryptLegacyFiles(
  store: UploadStore,
  pictures: PictureLibrary,
  log: Pick<AppContext["log"], "warn">,
): Promise<void> {
  for (let after = ""; ;) {
    const rows = await store.unencryptedAfter(after, BATCH_SIZE);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.picture_id;
    for (const { picture_id, storage_key } of rows)
      try {
        await pictures.encryptPrivate(storage_key);
        // Deletes the encrypted file again if the picture was deleted meanwhile.
        if (!(await store.markEncrypted(picture_id))) await pictures.removePrivate(storage_key);
      } catch (error) {
        log.warn({ err: error }, "unencrypted picture not encrypted, retrying");
      }
  }
}

/** Stores an uploaded picture. */
function uploadHandler(
  { clock, config }: AppContext,
  store: UploadStore,
  limits: LimitCounter,
  pictures: PictureLibrary,
): CallHandler<typeof uploadPicture> {
  return async (_args, caller) => {
    const { userId } = requireUser(caller);
    if (caller.picture === null) throw new Refusal("unsupportedType");
    // Counted before the body is read, so that slow uploads at the same time cannot exceed the limit.
    const retryAfterSeconds = config.rateLimits
      ? await limits.take(`upload ${userId}`, uploadLimit, clock.now())
      : 0;
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    const by = { account: userId, network: limitedNetwork(caller.address, config) };
    const { key, width, height } = await pictures.putPrivate(caller.picture, by, (announced) =>
      store.scheduleRemovalUnlessAdded(announced, new Date(clock.now() + HOUR)),
    );
    const pictureId = await store.add(userId, key, new Date(clock.now()));
    if (pictureId === null) throw new Refusal("unauthenticated");
    return { pictureId, width, height, url: await pictures.signedUrlOf(key) };
  };
}

/** Pictures uploaded by people (requirements S01–S03), visible to their owner only until they are used. */
export function createUploads(
  context: AppContext,
  calls: RpcRouter,
  pictures: PictureLibrary,
  ports: UploadPorts,
): Uploads {
  const { clock, db, log, tasks } = context;
  const store = uploadStore(db);
  const shown = uploadStore(context.reads);
  const limits = limitCounter(db);
  const releaseUnreferenced = createUnusedPictureSweep(store, ports);
  calls.on(uploadPicture, uploadHandler(context, store, limits, pictures));
  const remove = async (): Promise<void> =>
    void (await removeDue({ db, clock, log }, (key) => pictures.removePrivate(key)));
  const deleteUnused = async (): Promise<void> => {
    await releaseUnreferenced(clock.now());
    await deleteUnusedUploads(store, clock.now());
    await remove();
    await encryptLegacyFiles(store, pictures, log);
    await limits.purge(clock.now());
  };
  const timers = [
    tasks.schedule("picture.purge", PURGE_INTERVAL, deleteUnused),
    tasks.schedule("picture.removal", REMOVAL_INTERVAL, remove),
  ];
  return {
    claim: (pictureId, userId) => store.markUsed(pictureId, userId, new Date(clock.now())),
    async release(pictureId) {
      if ((await ports.picturesInUse([pictureId])).length === 0) await store.release(pictureId);
    },
    async urlOf(pictureId) {
      const key = await store.keyOf(pictureId);
      return key === null ? null : pictures.signedUrlOf(key);
    },
    async lastingUrlOf(pictureId) {
      const key = await store.keyOf(pictureId);
      return key === null ? null : pictures.lastingUrlOf(key);
    },
    async urlsOf(pictureIds) {
      const keys = pictureIds.length === 0 ? [] : await shown.keysOf(pictureIds);
      const urls = keys.map(
        async ({ picture_id, storage_key }) => [picture_id, await pictures.signedUrlOf(storage_key)] as const,
      );
      return new Map(await Promise.all(urls));
    },
    deleteDueFiles: () => Promise.race([remove(), after(REMOVAL_WAIT, undefined, { ref: false })]),
    deleteUnused,
    tables: ["picture_upload"],
    mergeUsers: mergeUploads,
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
