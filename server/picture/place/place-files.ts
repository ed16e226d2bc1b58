import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfMissing, readFileIfExists, writeFileAtomically } from "../storage/atomic-files.ts";

/** Age of a file from which its process has ended, ms: a running one writes it several times a minute. */
const ENDED_AFTER = 86_400_000;

/** Files by which processes recognise that they share a folder, one for each process. */
export function placeFiles(dataDir: string) {
  const folder = join(dataDir, "media", "processes");
  return {
    async read(processId: string): Promise<string | null> {
      const bytes = await readFileIfExists(join(folder, processId));
      return bytes === null ? null : bytes.toString("latin1");
    },
    write: (processId: string, token: string): Promise<void> =>
      writeFileAtomically(folder, processId, Buffer.from(token)),
    remove: (processId: string): Promise<void> => rm(join(folder, processId), { force: true }),
    /** Removes the files of processes that were killed. */
    async removeEnded(): Promise<void> {
      for (const name of (await nullIfMissing(readdir(folder))) ?? []) {
        const file = await nullIfMissing(stat(join(folder, name)));
        if (file !== null && file.mtimeMs < Date.now() - ENDED_AFTER)
          await rm(join(folder, name), { force: true });
      }
    },
  };
}
