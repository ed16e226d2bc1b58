import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../../core/ids.ts";

/** Maps "no such file" to null. */
export async function nullIfMissing<T>(access: Promise<T>): Promise<T | null> {
  try {
    return await access;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export const readFileIfExists = (path: string): Promise<Buffer | null> => nullIfMissing(readFile(path));

/** Suffix of files that are still being written. */
export const TEMPORARY_SUFFIX = ".tmp";

/** Writes a temporary file and renames it, so that no reader sees a partial file, not even after a crash. */
export async function writeFileAtomically(folder: string, name: string, bytes: Buffer): Promise<void> {
  const unfinished = join(folder, `${newId()}${TEMPORARY_SUFFIX}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(unfinished, bytes);
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {}); // keeps the first error
    throw error;
  }
}
