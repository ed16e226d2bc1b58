import { mkdir, open, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

// A body may break more than the thread that reads it: the whole process, by memory that no limit of
// ours knows. What is being read is therefore marked in its file's name, which outlives the process.
// `a.events`: nobody has begun. `a.read.events`: it was being read. `a.read-4096.events`: it was being
// read a second time, with care, and what begins at byte 4096 was under way.

const NAME = /^([^.]+)(?:\.read(?:-(\d+))?)?\.events$/;
/** How long what was put aside is kept, ms: what is in it has not been cleaned. */
const QUARANTINE_RETENTION = 7 * 86_400_000;

/** A file whose name can be changed, and how far it has been read. */
type Named = { path: string; readonly at: number };
export type InFlightMarker = {
  /** A process ended while it was read: it is read a frame at a time from now on. */
  readonly isSuspect: boolean;
  /** Where the frame begins over which a second one ended. */
  readonly poisonAt: number | null;
};
/** What a file's name tells of whoever read it before. */
export function readMarker(name: string): InFlightMarker {
  const at = NAME.exec(name)?.[2];
  return { isSuspect: name.includes(".read"), poisonAt: at === undefined ? null : Number(at) };
}

/** Writes into a file's name what is being read of it. @param place "whole", the byte of a frame, or null: nothing */
export async function writeMarker(file: Named, place: "whole" | number | null): Promise<void> {
  const [, own = ""] = NAME.exec(basename(file.path)) ?? [];
  const suffix = place === null ? "" : place === "whole" ? ".read" : `.read-${place}`;
  const path = join(dirname(file.path), `${own}${suffix}.events`);
  if (path === file.path) return;
  await rename(file.path, path);
  file.path = path;
}

/** Copies a part of a file to where nobody reads it by itself. @returns the copy's path */
export async function quarantinePart(folder: string, { path, at }: Named, to: number): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [, own = ""] = NAME.exec(basename(path)) ?? [];
  const copy = join(folder, `${own}-${at}.events`);
  const from = await open(path, "r");
  try {
    const bytes = Buffer.alloc(to - at);
    await from.read(bytes, 0, bytes.length, at);
    const made = await open(copy, "w", 0o600);
    await made.writeFile(bytes);
    await made.close();
  } finally {
    await from.close();
  }
  return copy;
}

/** Moves a file there as it is. @returns its path */
export async function quarantineFile(folder: string, { path }: Named): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moved = join(folder, basename(path));
  await rename(path, moved);
  // Kept from now on, however old it is.
  await utimes(moved, new Date(), new Date()).catch(() => {});
  return moved;
}

/** Deletes what was put aside long ago. */
export async function dropOldQuarantine(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - QUARANTINE_RETENTION) await unlink(path);
  }
}
