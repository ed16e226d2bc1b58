import { randomUUID } from "node:crypto";
import { readdir, rename, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { newSpoolFile, type SpoolFile } from "./spool-files.ts";
import { readMarker } from "./in-flight-markers.ts";

/** Time without a touch after which a folder counts as orphaned, ms. */
const LEASE = 15_000;

type Parts = {
  /** Parent folder of the folders of all processes. */
  readonly root: string;
  /** Whether there can be no other process, so that every other folder is orphaned. */
  readonly isAlone: boolean;
  /** Monotonic time, ms. */
  readonly elapsed?: () => number;
};

/**
 * Moves the files of a folder into ours. Renames the folder first, which only one of several processes can
 * do. If the folder's process runs after all, it finds its folder missing and creates another one
 * (spool-writer.ts).
 */
async function adoptFolder(folder: string, root: string, own: string): Promise<SpoolFile[]> {
  const claimed = join(root, randomUUID());
  await rename(folder, claimed);
  const adopted: SpoolFile[] = [];
  for (const name of await readdir(claimed)) {
    const path = join(own, name);
    try {
      await rename(join(claimed, name), path);
      adopted.push(newSpoolFile({ ...readMarker(name), path, size: (await stat(path)).size, isOpen: false }));
    } catch {
      // Another process was faster, or our own folder is missing; the next run finds the file again.
    }
  }
  await rmdir(claimed).catch(() => {});
  return adopted;
}

/** Folders with the time of their last touch, and since when that time was observed. */
type ObservedFolders = Map<string, { readonly touched: number; readonly since: number }>;

/**
 * Adopts the folders of processes that have ended. A folder is orphaned if two observations, a lease apart,
 * see the same time of touch. Its time is never compared with our clock, since the clocks of two machines may
 * differ.
 */
export class OrphanSpools {
  readonly #parts: Parts;
  #observed: ObservedFolders = new Map();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @param own our folder, into which the files are moved */
  async adopt(own: string): Promise<SpoolFile[]> {
    const { root } = this.#parts;
    const observed: ObservedFolders = new Map();
    const adopted: SpoolFile[] = [];
    for (const name of await readdir(root)) {
      const folder = join(root, name);
      if (folder === own) continue;
      try {
        const stats = await stat(folder);
        if (!stats.isDirectory()) continue;
        if (this.#isOrphaned(name, stats.mtimeMs, observed))
          adopted.push(...(await adoptFolder(folder, root, own)));
      } catch {
        // The folder was removed or adopted by another process meanwhile.
      }
    }
    this.#observed = observed;
    return adopted;
  }

  #isOrphaned(name: string, touched: number, observed: ObservedFolders): boolean {
    const { isAlone, elapsed = () => performance.now() } = this.#parts;
    // A time of 0 means that its own process has released it.
    if (isAlone || touched === 0) return true;
    const before = this.#observed.get(name);
    const observation = before?.touched === touched ? before : { touched, since: elapsed() };
    observed.set(name, observation);
    return elapsed() - observation.since >= LEASE;
  }
}
