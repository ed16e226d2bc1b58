import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { nullIfMissing, writeFileAtomically } from "./atomic-files.ts";

/** A stored object while it is read: bytes, and how many. */
export type StoredObject = { readonly size: number; readonly stream: Readable };

/** Where pictures are kept for good: a folder, or a bucket of an object store. */
export type PictureStorage = {
  /** Keeps an object whole or not at all; the same key again replaces it. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /**
   * Has a decoder work on the object: on a file that is there as long as it works, or, where it lies sealed, on its bytes.
   * @returns null: there is none
   */
  use<T>(key: string, work: (original: string | Buffer) => Promise<T>): Promise<T | null>;
  /** null: there is none. Whoever takes the stream reads or destroys it. */
  open(key: string): Promise<StoredObject | null>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
};

/** Pictures in a folder of this machine. Keys are made by us (keys.ts) and hold no path. */
export const diskStorage = (folder: string): PictureStorage => ({
  put: (key, bytes) => writeFileAtomically(folder, key, bytes),
  // Read by the decoder as it goes on: fifty large ones in buffers would wait for the collector.
  async use(key, work) {
    const path = join(folder, key);
    return (await nullIfMissing(stat(path))) && work(path);
  },
  async open(key) {
    const path = join(folder, key);
    const file = await nullIfMissing(stat(path));
    return file && { size: file.size, stream: createReadStream(path) };
  },
  remove: (key) => rm(join(folder, key), { force: true }),
});
