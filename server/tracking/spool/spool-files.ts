import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rmdir, unlink, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { InFlightMarker } from "./in-flight-markers.ts";

/** A file of the spool, and how far it has been read. */
export type SpoolFile = InFlightMarker & {
  path: string;
  /** Bytes that were written, and all of them. */
  size: number;
  /** Of them, how many have been read. */
  at: number;
  /** More is to be written to it. */
  isOpen: boolean;
  /** How often it could not be read so far. */
  tries: number;
  /** It is left alone until then, of performance.now(). */
  restsUntil: number;
};
/** A file of which nothing has been read. */
export const newSpoolFile = (
  file: InFlightMarker & Pick<SpoolFile, "path" | "size" | "isOpen">,
): SpoolFile => ({
  ...file,
  at: 0,
  tries: 0,
  restsUntil: 0,
});

/** What the system says of a file that it cannot give, as ENOENT or EIO; null for any other error. */
export function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Makes the folder of this process. @returns null where nothing can be written */
export function createSpoolFolder(root: string): string | null {
  const folder = join(root, randomUUID());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}

/** A new file that only this process's user may read: what is in it has not been cleaned yet. */
export async function createSpoolFile(folder: string): Promise<{ file: SpoolFile; handle: FileHandle }> {
  const path = join(folder, `${randomUUID()}.events`);
  const file = newSpoolFile({ path, size: 0, isOpen: true, isSuspect: false, poisonAt: null });
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
export const removeSpoolFile = ({ path }: SpoolFile): Promise<void> => unlink(path).catch(() => {});

/** Says that the folder's process lives. @returns false where there is no such folder any more */
export const touchSpoolFolder = (folder: string): Promise<boolean> =>
  utimes(folder, new Date(), new Date()).then(
    () => true,
    (error: unknown) => systemCodeOf(error) !== "ENOENT",
  );
/** Gives a folder up: removes it, or lets the next process take what is in it at once (spool-heirs.ts). */
export const releaseSpoolFolder = (folder: string): Promise<void> =>
  rmdir(folder).catch(() => utimes(folder, 0, 0).catch(() => {}));
