import { closeSync, openSync, readSync } from "node:fs";
import { frameLength, FRAME_HEADER_BYTES, readFrame, type SpoolFrame } from "../spool/frames.ts";
import { toEventRow, type TrackedEventRow } from "../rules.ts";
import { readEvents, type BodyFault } from "../collect/body-decoder.ts";

/** Part of a spool file. */
export type SpoolPart = {
  readonly path: string;
  /** Start of the first frame. */
  readonly from: number;
  /** End of the last frame. */
  readonly to: number;
};
/** Rows for one statement. */
export type RowChunk = {
  /** JSON array of `TrackedEventRow`. */
  readonly text: string;
  readonly count: number;
  /** Days of its rows, YYYY-MM-DD. */
  readonly days: readonly string[];
};
export type SpoolPartResult = {
  readonly chunks: readonly RowChunk[];
  /** Number of dropped bodies and events by reason; "failed": an unreadable rest of the file. */
  readonly dropped: Readonly<Record<BodyFault | "invalid" | "excess" | "failed", number>>;
  /** Position of the next frame. */
  readonly next: number;
};
export type ReadingOptions = { readonly maxRows: number; readonly isForwarded: boolean };

/** Bytes that are read at once, since they are held in memory. */
const PART_SIZE = 64 * 1024;

/** Parses bodies into rows. Never throws because of their content. */
function readBodies(frames: readonly SpoolFrame[], options: ReadingOptions): Omit<SpoolPartResult, "next"> {
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
        const row = toEventRow(event, { project, now, isForwarded: options.isForwarded });
        if (row === null) dropped.invalid++;
        else rows.push(row);
      }
    }
  const chunks: RowChunk[] = [];
  for (let at = 0; at < rows.length; at += options.maxRows) {
    const chunk = rows.slice(at, at + options.maxRows);
    const days = [...new Set(chunk.map(({ day }) => day))];
    chunks.push({ text: JSON.stringify(chunk), count: chunk.length, days });
  }
  return { chunks, dropped };
}

function bytesAt(file: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
}

/**
 * Reads the first frames of a part, at least one. Stops at an incomplete frame: a process was killed while it
 * wrote that, so it was never acknowledged.
 */
export function readSpoolPart({ path, from, to }: SpoolPart, options: ReadingOptions): SpoolPartResult {
  const file = openSync(path, "r");
  try {
    const frames: SpoolFrame[] = [];
    let next = from;
    while (next < to && next - from < PART_SIZE) {
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

/** End of the first frame of a part; the end of the part if there is no valid frame. */
export function endOfFrame({ path, from, to }: SpoolPart): number {
  const file = openSync(path, "r");
  try {
    return Math.min(to, from + (frameLength(bytesAt(file, from, FRAME_HEADER_BYTES)) ?? to));
  } finally {
    closeSync(file);
  }
}
