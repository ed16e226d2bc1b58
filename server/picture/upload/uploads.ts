import { setTimeout as after } from "node:timers/promises";
import { sql } from "kysely";
import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import type { Database } from "../../database/connection/database.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { PictureLibrary } from "../picture-library.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import { removeDue } from "./file-removal-store.ts";
import { uploadStore, type UploadStore } from "./store.ts";

export { removeDue } from "./file-removal-store.ts";
export { deletePictureRows } from "./store.ts";

const HOUR = 3_600_000;
const DAY = 86_400_000;
const PURGE_EVERY = 600_000;
const REMOVE_EVERY = 60_000;
/** A person waits so long at most until their files are gone, ms; a store that is away gets them later. */
const REMOVAL_WAIT = 5_000;
/** Deleted in one go. */
const BATCH = 200;
/** So many batches of used pictures are looked at in one go; the next goes on from there. */
const BATCHES = 10;

/** What uploads ask of those who use pictures. */
export type UploadPorts = {
  /** Which of several pictures something names: an article that is there, an application. */
  picturesInUse(pictureIds: readonly string[]): Promise<readonly string[]>;
};

export type Uploads = {
  /** A user's own picture is used from now on, and kept. @returns false where they have no such picture */
  claim(pictureId: string, userId: string): Promise<boolean>;
  /** Who used it does so no more: unless something else names it, it goes with the next purge. */
  release(pictureId: string): Promise<void>;
  /** An address that shows it for ten minutes, below the origin; null: there is no such picture. */
  urlOf(pictureId: string): Promise<string | null>;
  /** The same of several, by id; those that are not there are missing. */
  urlsOf(pictureIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Deletes the files that are due to go, and waits for it for a moment; runs by itself. */
  deleteDueFiles(): Promise<void>;
  /**
   * Drops what nothing has used within a day, or what nothing names a day after it was taken into use, with
   * its files, and seals what an older version left unsealed; runs by itself.
   */
  deleteUnused(): Promise<void>;
  readonly tables: readonly string[];
  /** Two users turn out to be one person. */
  mergeUsers(db: Database, from: string, to: string): Promise<void>;
  close(): void;
};

/**
 * Releases what was taken into use more than a day ago and is named by nothing: its user was refused after that,
 * or the process ended before it could release it. Goes through all of them, a part at a time.
 */
function createUnusedPictureSweep(
  store: UploadStore,
  { picturesInUse: named }: UploadPorts,
): (now: number) => Promise<void> {
  let after = "";
  return async (now) => {
    const moment = new Date(now - DAY);
    for (let batch = 0; batch < BATCHES; batch++) {
      const used = await store.usedBefore(moment, after, BATCH);
      const still = new Set(used.length === 0 ? [] : await named(used));
      const left = used.filter((pictureId) => !still.has(pictureId));
      if (left.length > 0) await store.releaseUsedBefore(moment, left);
      after = used.length < BATCH ? "" : (used.at(-1) ?? "");
      if (after === "") return;
    }
  };
}

async function purge(store: UploadStore, now: number): Promise<void> {
  for (const pictureId of await store.unusedBefore(new Date(now - DAY), BATCH))
    await store.dropUnused(pictureId, new Date(now));
}

/** One that cannot be sealed now is left for the next purge, and keeps no other from being sealed. */
async function encryptLegacyFiles(
  store: UploadStore,
  images: PictureLibrary,
  log: Pick<AppContext["log"], "warn">,
): Promise<void> {
  for (let after = ""; ;) {
    const rows = await store.plainAfter(after, BATCH);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.picture_id;
    for (const { picture_id, storage_key } of rows)
      try {
        await images.encryptPrivate(storage_key);
        // Deleted meanwhile: then nobody deletes what has just been written.
        if (!(await store.noteSealed(picture_id))) await images.removePrivate(storage_key);
      } catch (error) {
        log.warn({ err: error }, "a picture of an older version was not sealed");
      }
  }
}

/** Pictures that people upload (requirements S01–S03): each its owner's alone until something uses it. */
export function createUploads(
  context: AppContext,
  calls: RpcRouter,
  images: PictureLibrary,
  ports: UploadPorts,
): Uploads {
  const { clock, config, db, log } = context;
  const store = uploadStore(db);
  const releaseUnnamed = createUnusedPictureSweep(store, ports);
  calls.on(uploadPicture, async (_args, caller) => {
    const { userId } = requireUser(caller);
    if (caller.picture === null) throw new Refusal("unsupportedType");
    const since = new Date(clock.now() - HOUR);
    if (config.rateLimits && (await store.countSince(userId, since)) >= callLimits.picture.uploadsPerHour)
      throw new Refusal("tooMany");
    const { key, width, height } = await images.putPrivate(caller.picture, (announced) =>
      store.announce(announced, new Date(clock.now() + HOUR)),
    );
    const pictureId = await store.add(userId, key, new Date(clock.now()));
    if (pictureId === null) throw new Refusal("unauthenticated");
    return { pictureId, width, height, url: await images.signedUrlOf(key) };
  });
  const remove = async (): Promise<void> =>
    void (await removeDue({ db, clock, log }, (key) => images.removePrivate(key)));
  const purgeAll = async (): Promise<void> => {
    await releaseUnnamed(clock.now());
    await purge(store, clock.now());
    await remove();
    await encryptLegacyFiles(store, images, log);
  };
  const timers = [runPeriodically(PURGE_EVERY, purgeAll, log), runPeriodically(REMOVE_EVERY, remove, log)];
  return {
    claim: (pictureId, userId) => store.use(pictureId, userId, new Date(clock.now())),
    async release(pictureId) {
      if ((await ports.picturesInUse([pictureId])).length === 0) await store.release(pictureId);
    },
    async urlOf(pictureId) {
      const key = await store.keyOf(pictureId);
      return key === null ? null : images.signedUrlOf(key);
    },
    async urlsOf(pictureIds) {
      const keys = pictureIds.length === 0 ? [] : await store.keysOf(pictureIds);
      const urls = keys.map(
        async ({ picture_id, storage_key }) => [picture_id, await images.signedUrlOf(storage_key)] as const,
      );
      return new Map(await Promise.all(urls));
    },
    deleteDueFiles: () => Promise.race([remove(), after(REMOVAL_WAIT, undefined, { ref: false })]),
    deleteUnused: purgeAll,
    tables: ["picture_upload"],
    async mergeUsers(database, from, to) {
      await sql`update picture_upload set user_id = ${to} where user_id = ${from}`.execute(database);
    },
    close: () => {
      for (const timer of timers) timer.stop();
    },
  };
}
