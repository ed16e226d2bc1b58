import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rmdir, unlink, utimes, writeFile, type FileHandle } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AdoptedFile } from "../copies/spool-copies.ts";
import { unmarkedName, type InFlightMarker } from "./in-flight-markers.ts";

/** File of the spool and how far it has been read. */
export type SpoolFile = InFlightMarker & {
  path: string;
  /** Number of bytes that were written. */
  size: number;
  /** Number of bytes that have been read. */
  offset: number;
  /** Whether more may be written to it. */
  isOpen: boolean;
  /** Number of failed attempts to read it. */
  tries: number;
  /** Time of the next attempt, of performance.now(). */
  retryAt: number;
};
/** Creates the state of a file of which nothing has been read. */
export const newSpoolFile = (
  file: InFlightMarker & Pick<SpoolFile, "path" | "size" | "isOpen">,
): SpoolFile => ({
  ...file,
  offset: 0,
  tries: 0,
  retryAt: 0,
});

/** Id of a file, which its copies have. */
export const spoolFileId = ({ path }: Pick<SpoolFile, "path">): string => unmarkedName(basename(path));

/** Error code of a failed system call, for example ENOENT or EIO; null for any other error. */
export function systemCodeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Creates the folder of this process. @returns null if it cannot be written */
export function createSpoolFolder(root: string): string | null {
  const folder = join(root, randomUUID());
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  } catch {
    return null;
  }
}

/** Creates a file that only the process's user may read, since its bodies have not been scrubbed. */
export async function createSpoolFile(folder: string): Promise<{ file: SpoolFile; handle: FileHandle }> {
  const path = join(folder, `${randomUUID()}.events`);
  const file = newSpoolFile({ path, size: 0, isOpen: true, isSuspect: false, poisonAt: null });
  return { file, handle: await open(path, "wx", 0o600) };
}

/**
 * Writes the file of an ended process. One that several processes have taken over is suspect: its events may have ended
 * them.
 */
export async function writeAdoptedFile(
  folder: string,
  { fileId, adoptions, bytes }: AdoptedFile,
): Promise<SpoolFile> {
  const isSuspect = adoptions > 1;
  const path = join(folder, `${fileId}${isSuspect ? ".read" : ""}.events`);
  await writeFile(path, bytes, { flag: "wx", mode: 0o600 });
  return newSpoolFile({ path, size: bytes.length, isOpen: false, isSuspect, poisonAt: null });
}

/** Writes all bytes at a position of the file. */
export async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** Removes a file, if it still exists. */
export const removeSpoolFile = ({ path }: SpoolFile): Promise<void> => unlink(path).catch(() => {});

/**
 * Updates the folder's time, which shows that its process runs.
 * @returns false if the folder does not exist
 */
export const touchSpoolFolder = (folder: string): Promise<boolean> =>
  utimes(folder, new Date(), new Date()).then(
    () => true,
    (error: unknown) => systemCodeOf(error) !== "ENOENT",
  );
/**
 * Removes a folder; if it has files, sets its time to 0, so that another process adopts it
 * (orphan-spools.ts).
 */
export const releaseSpoolFolder = (folder: string): Promise<void> =>
  rmdir(folder).catch(() => utimes(folder, 0, 0).catch(() => {}));
