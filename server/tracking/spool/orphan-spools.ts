import { randomUUID } from "node:crypto";
import { readdir, rename, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { newSpoolFile, type SpoolFile } from "./spool-files.ts";
import { readMarker } from "./in-flight-markers.ts";

/** A folder that nobody has touched for so long belongs to a process that is gone, ms. */
const LEASE = 15_000;

type Parts = {
  /** Where the folders of all processes lie. */
  readonly root: string;
  /** There can be no other process, so every other folder is of one that is gone. */
  readonly isAlone: boolean;
  /** ms that only ever go on, however a clock is set */
  readonly elapsed?: () => number;
};

/**
 * Takes a folder, and its files into ours. The folder goes first, and as a whole: of several processes that try
 * one has it, and its own one, should it live after all, finds it gone and begins another (spool.ts).
 */
async function adoptFolder(folder: string, root: string, own: string): Promise<SpoolFile[]> {
  const held = join(root, randomUUID());
  await rename(folder, held);
  const taken: SpoolFile[] = [];
  for (const name of await readdir(held)) {
    const path = join(own, name);
    try {
      await rename(join(held, name), path);
      taken.push(newSpoolFile({ ...readMarker(name), path, size: (await stat(path)).size, isOpen: false }));
    } catch {
      // Another process was faster, or ours has lost its folder: then the next look finds it.
    }
  }
  await rmdir(held).catch(() => {});
  return taken;
}

/** When each folder was first seen as it is. */
type Seen = Map<string, { readonly touched: number; readonly since: number }>;

/**
 * Takes over what processes that are gone have left. Whether one is gone is told by our own looks at its folder, a
 * lease apart, and never by its time against our clock: the two may be of different machines.
 */
export class OrphanSpools {
  readonly #parts: Parts;
  #seen: Seen = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param own our folder, which the files come to */
  async take(own: string): Promise<SpoolFile[]> {
    const { root } = this.#parts;
    const seen: Seen = new Map();
    const taken: SpoolFile[] = [];
    for (const name of await readdir(root)) {
      const folder = join(root, name);
      if (folder === own) continue;
      try {
        const look = await stat(folder);
        if (!look.isDirectory()) continue;
        if (this.#isGone(name, look.mtimeMs, seen)) taken.push(...(await adoptFolder(folder, root, own)));
      } catch {
        // It went while it was looked at.
      }
    }
    this.#seen = seen;
    return taken;
  }

  #isGone(name: string, touched: number, seen: Seen): boolean {
    const { isAlone, elapsed = () => performance.now() } = this.#parts;
    // Given up by its own process.
    if (isAlone || touched === 0) return true;
    const before = this.#seen.get(name);
    const look = before?.touched === touched ? before : { touched, since: elapsed() };
    seen.set(name, look);
    return elapsed() - look.since >= LEASE;
  }
}
