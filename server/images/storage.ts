import { createReadStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { orNull, writeWhole } from "./files.ts";

/** A stored object while it is read: bytes, and how many. */
export type StoredObject = { readonly size: number; readonly stream: Readable };

/** Where pictures are kept for good: a folder, or a bucket of an object store. */
export type PictureStorage = {
  /** Keeps an object whole or not at all; the same key again replaces it. */
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** null: there is none. */
  get(key: string): Promise<Buffer | null>;
  /** For a decoder: the object itself, or the path of a file that holds it. null: there is none. */
  source(key: string): Promise<Buffer | string | null>;
  /** null: there is none. Whoever takes the stream reads or destroys it. */
  open(key: string): Promise<StoredObject | null>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
};

/** Pictures in a folder of this machine. Keys are made by us (keys.ts) and hold no path. */
export const diskStorage = (folder: string): PictureStorage => ({
  put: (key, bytes) => writeWhole(folder, key, bytes),
  get: (key) => orNull(readFile(join(folder, key))),
  // Read by the decoder as it goes on: fifty large ones in buffers would wait for the collector.
  async source(key) {
    const path = join(folder, key);
    return (await orNull(stat(path))) && path;
  },
  async open(key) {
    const path = join(folder, key);
    const file = await orNull(stat(path));
    return file && { size: file.size, stream: createReadStream(path) };
  },
  remove: (key) => rm(join(folder, key), { force: true }),
});
