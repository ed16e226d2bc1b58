import { closeSync, openSync, readSync } from "node:fs";
import { frameLength, FRAME_HEADER_BYTES, readFrame, type SpoolFrame } from "../spool/frames.ts";
import { toEventRow, type TrackedEventRow } from "../rules.ts";
import { readEvents, type BodyFault } from "../collect/body-decoder.ts";

/** A part of a file of the spool. */
export type SpoolPart = {
  readonly path: string;
  /** Where a frame begins. */
  readonly from: number;
  /** Where the last one ends. */
  readonly to: number;
};
/** As many rows as one statement takes. */
export type RowChunk = {
  /** JSON array of `Row`. */
  readonly text: string;
  readonly count: number;
  /** YYYY-MM-DD, the days that its rows are of. */
  readonly days: readonly string[];
};
export type SpoolPartResult = {
  readonly chunks: readonly RowChunk[];
  /** What was dropped, by reason; "failed": what cannot be read of the file. */
  readonly dropped: Readonly<Record<BodyFault | "invalid" | "excess" | "failed", number>>;
  /** Where to go on. */
  readonly next: number;
};
export type ReadingOptions = { readonly rowsMost: number; readonly isHandedOn: boolean };

/** Of a file at once, bytes: what is read lies in memory. */
const PART_ENOUGH = 64 * 1024;

/** Reads bodies into rows. Nothing that a client may send makes it throw. */
export function readBodies(
  frames: readonly SpoolFrame[],
  options: ReadingOptions,
): Omit<SpoolPartResult, "next"> {
  const dropped = { malformed: 0, checksum: 0, bomb: 0, invalid: 0, excess: 0, failed: 0 };
  const rows: TrackedEventRow[] = [];
  for (const { entries, now } of frames)
    for (const { body, project } of entries) {
      const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("latin1");
      const read = readEvents(text);
      if ("fault" in read) {
        dropped[read.fault]++;
        continue;
      }
      dropped.excess += read.cut;
      for (const event of read.events) {
        const row = toEventRow(event, { project, now, isHandedOn: options.isHandedOn });
        if (row === null) dropped.invalid++;
        else rows.push(row);
      }
    }
  const chunks: RowChunk[] = [];
  for (let at = 0; at < rows.length; at += options.rowsMost) {
    const some = rows.slice(at, at + options.rowsMost);
    const days = [...new Set(some.map(({ day }) => day))];
    chunks.push({ text: JSON.stringify(some), count: some.length, days });
  }
  return { chunks, dropped };
}

function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}

/**
 * Reads the first frames of a part, at least one. What is torn ends it: a process was killed while
 * it wrote that, so it was never answered.
 */
export function readSpoolPart({ path, from, to }: SpoolPart, options: ReadingOptions): SpoolPartResult {
  const file = openSync(path, "r");
  try {
    const frames: SpoolFrame[] = [];
    let next = from;
    while (next < to && next - from < PART_ENOUGH) {
      const length = frameLength(bytesAt(file, next, FRAME_HEADER_BYTES));
      const frame = length === null || next + length > to ? null : readFrame(bytesAt(file, next, length));
      if (frame === null || length === null) {
        const read = readBodies(frames, options);
        return { ...read, dropped: { ...read.dropped, failed: 1 }, next: to };
      }
      frames.push(frame);
      next += length;
    }
    return { ...readBodies(frames, options), next };
  } finally {
    closeSync(file);
  }
}

/** Where the first frame of a part ends; its own end where that cannot be told. */
export function endOfFrame({ path, from, to }: SpoolPart): number {
  const file = openSync(path, "r");
  try {
    return Math.min(to, from + (frameLength(bytesAt(file, from, FRAME_HEADER_BYTES)) ?? to));
  } finally {
    closeSync(file);
  }
}
