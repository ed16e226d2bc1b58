import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, readdir, rename, rmdir, stat, unlink, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { markOf, type Mark } from "./spool-marks.ts";

/** A file of the spool, and how far it has been read. */
export type SpoolFile = Mark & {
  path: string;
  /** Bytes that were written, and all of them. */
  size: number;
  /** Of them, how many have been read. */
  at: number;
  /** More is to be written to it. */
  isOpen: boolean;
};

/** A folder that nobody has touched for so long belongs to a process that is gone, ms. */
export const LEASE = 15_000;

/** Makes the folder of this process. @returns null where nothing can be written */
export function makeFolder(root: string): string | null {
  const folder = join(root, randomUUID());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}

/** A new file that only this process's user may read: what is in it has not been cleaned yet. */
export async function makeFile(folder: string): Promise<{ file: SpoolFile; handle: FileHandle }> {
  const path = join(folder, `${randomUUID()}.events`);
  const file = { path, size: 0, at: 0, isOpen: true, isSuspect: false, poisonAt: null };
  return { file, handle: await open(path, "wx", 0o600) };
}

/** Writes all of it, at this place of the file. */
export async function writeAt(handle: FileHandle, bytes: Buffer, place: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, place + done);
    done += bytesWritten;
  }
}

/** Removes it; one that is gone already is as good. */
export const removeFile = ({ path }: SpoolFile): Promise<void> => unlink(path).catch(() => {});

/** Says that the folder's process lives. */
export const touch = (folder: string): Promise<void> =>
  utimes(folder, new Date(), new Date()).catch(() => {});
/** Gives a folder up: removes it, or lets the next process take what is in it at once. */
export const giveUp = (folder: string): Promise<void> =>
  rmdir(folder).catch(() => utimes(folder, 0, 0).catch(() => {}));

/** Takes the files of one folder into ours; of several processes that try, each file goes to one. */
async function takeFrom(folder: string, own: string): Promise<SpoolFile[]> {
  const taken: SpoolFile[] = [];
  for (const name of await readdir(folder)) {
    const path = join(own, name);
    try {
      await rename(join(folder, name), path);
      taken.push({ ...markOf(name), path, size: (await stat(path)).size, at: 0, isOpen: false });
    } catch {
      // Another process was faster.
    }
  }
  await rmdir(folder).catch(() => {});
  return taken;
}

/**
 * Takes over what processes that are gone have left.
 * @param isAlone there can be no other process, so every other folder is of one that is gone
 */
export async function takeOver(root: string, own: string, isAlone: boolean): Promise<SpoolFile[]> {
  const taken: SpoolFile[] = [];
  for (const name of await readdir(root)) {
    const folder = join(root, name);
    if (folder === own) continue;
    try {
      const isGone = isAlone || (await stat(folder)).mtimeMs < Date.now() - LEASE;
      if (isGone) taken.push(...(await takeFrom(folder, own)));
    } catch {
      // It went while it was looked at.
    }
  }
  return taken;
}
