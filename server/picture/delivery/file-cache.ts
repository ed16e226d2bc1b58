import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import {
  nullIfMissing,
  readFileIfExists,
  TEMPORARY_SUFFIX,
  writeFileAtomically,
} from "../storage/atomic-files.ts";

type Entry = { readonly path: string; readonly size: number; readonly usedAt: number };

/** Age from which a temporary file counts as left over by an ended process, ms. */
const ABANDONED_AFTER = 600_000;

/**
 * LRU cache of files in one folder with a size limit. The time of use is the file's mtime, so that it outlives the
 * process and is shared with other processes.
 */
export class FileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Size of the folder at the last listing, and bytes added since that listing began. */
  #listed = Infinity;
  #putSince = 0;
  #trimming: Promise<void> | null = null;

  constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async get(name: string): Promise<Buffer | null> {
    const path = join(this.#folder, name);
    const bytes = await readFileIfExists(path);
    const now = new Date();
    // Ignores a file that another process has just deleted; the bytes are already read.
    if (bytes) await utimes(path, now, now).catch(() => {});
    return bytes;
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await writeFileAtomically(this.#folder, name, bytes);
    this.#putSince += bytes.length;
    while (this.#listed + this.#putSince > this.#maxBytes) await this.#trim();
  }

  /** Deletes all files with this name prefix. */
  async removeAll(beginning: string): Promise<void> {
    const names = (await nullIfMissing(readdir(this.#folder))) ?? [];
    const gone = names.filter((name) => name.startsWith(beginning));
    await Promise.all(gone.map((name) => rm(join(this.#folder, name), { force: true })));
  }

  #trim(): Promise<void> {
    this.#trimming ??= this.#deleteOldest().finally(() => {
      this.#trimming = null;
    });
    return this.#trimming;
  }

  /** Trims to 90 % of the limit, so that not every new file lists the folder. */
  async #deleteOldest(): Promise<void> {
    this.#putSince = 0;
    const entries = (await this.#entries()).toSorted((one, other) => one.usedAt - other.usedAt);
    let size = entries.reduce((sum, entry) => sum + entry.size, 0);
    const wanted = size > this.#maxBytes ? this.#maxBytes * 0.9 : size;
    for (const entry of entries) {
      if (size <= wanted) break;
      await rm(entry.path, { force: true });
      size -= entry.size;
    }
    this.#listed = size;
  }

  async #entries(): Promise<Entry[]> {
    const names = await readdir(this.#folder);
    const found = names.map(async (name): Promise<Entry[]> => {
      const path = join(this.#folder, name);
      const file = await stat(path).catch(() => null);
      const isBeingWritten =
        name.endsWith(TEMPORARY_SUFFIX) && Date.now() - (file?.mtimeMs ?? 0) < ABANDONED_AFTER;
      return file?.isFile() && !isBeingWritten ? [{ path, size: file.size, usedAt: file.mtimeMs }] : [];
    });
    return (await Promise.all(found)).flat();
  }
}
