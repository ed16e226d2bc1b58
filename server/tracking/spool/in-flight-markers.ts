import { mkdir, open, readdir, rename, stat, unlink, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

// A body may crash the whole process and not only the thread that parses it, for example by memory that no
// limit covers. Therefore the file's name, which survives a crash, marks what is being read. `a.events`: not
// started. `a.read.events`: the file was being read. `a.read-4096.events`: the file was being read a second
// time, frame by frame, and the frame at byte 4096 was in flight.

const NAME = /^([^.]+)(?:\.read(?:-(\d+))?)?\.events$/;
/** Retention of the quarantine, ms; it is short, since the bodies have not been scrubbed. */
const QUARANTINE_RETENTION = 7 * 86_400_000;

/** File that can be renamed, and how far it has been read. */
type MarkedFile = { path: string; readonly offset: number };
export type InFlightMarker = {
  /** Whether a process ended while it was read; then it is read frame by frame. */
  readonly isSuspect: boolean;
  /** Start of the frame at which a second process ended. */
  readonly poisonAt: number | null;
};
/** Reads the marker from a file's name. */
export function readMarker(name: string): InFlightMarker {
  const at = NAME.exec(name)?.[2];
  return { isSuspect: name.includes(".read"), poisonAt: at === undefined ? null : Number(at) };
}

/** Name of a file without its marker. */
export const unmarkedName = (name: string): string => NAME.exec(name)?.[1] ?? name;

/** Writes the marker into a file's name. @param place "whole", the start of a frame, or null: no marker */
export async function writeMarker(file: MarkedFile, place: "whole" | number | null): Promise<void> {
  const [, own = ""] = NAME.exec(basename(file.path)) ?? [];
  const suffix = place === null ? "" : place === "whole" ? ".read" : `.read-${place}`;
  const path = join(dirname(file.path), `${own}${suffix}.events`);
  if (path === file.path) return;
  await rename(file.path, path);
  file.path = path;
}

/**
 * Copies the part of a file from its offset to `to` into the quarantine folder.
 * @returns the path of the copy
 */
export async function quarantinePart(
  folder: string,
  { path, offset: at }: MarkedFile,
  to: number,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [, own = ""] = NAME.exec(basename(path)) ?? [];
  const copy = join(folder, `${own}-${at}.events`);
  const from = await open(path, "r");
  try {
    const bytes = Buffer.alloc(to - at);
    await from.read(bytes, 0, bytes.length, at);
    const target = await open(copy, "w", 0o600);
    await target.writeFile(bytes);
    await target.close();
  } finally {
    await from.close();
  }
  return copy;
}

/** Moves a file into the quarantine folder. @returns its new path */
export async function quarantineFile(folder: string, { path }: MarkedFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moved = join(folder, basename(path));
  await rename(path, moved);
  // Sets the time of the file, from which the retention counts.
  await utimes(moved, new Date(), new Date()).catch(() => {});
  return moved;
}

/** Deletes files whose retention is over. */
export async function dropOldQuarantine(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (mtimeMs < Date.now() - QUARANTINE_RETENTION) await unlink(path);
  }
}
