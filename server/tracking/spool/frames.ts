import { crc32 } from "node:zlib";
import { trackingProjects, type TrackingProject } from "#contract/tracking/names.ts";

/** A body as it came. */
export type ReceivedBody = { readonly body: Uint8Array; readonly project: TrackingProject };
export type SpoolFrame = {
  readonly entries: readonly ReceivedBody[];
  /** When they came, ms since the epoch. */
  readonly now: number;
};

/** "MQE1": what a frame begins with. */
const MARK = 0x4d_51_45_31;
/** The mark, the content's length and checksum (4 bytes each), the time (8). */
export const FRAME_HEADER_BYTES = 20;
/** Before each body: its project (1 byte) and length (4). */
const ENTRY_HEAD = 5;
/** A frame is ended once its content is as long as this; a longer body is alone behind others. */
const CONTENT_ENOUGH = 64 * 1024;

const sizeOf = ({ body }: ReceivedBody): number => ENTRY_HEAD + body.length;

function putFrame(bytes: Buffer, from: number, { entries, now }: SpoolFrame): number {
  let at = from + FRAME_HEADER_BYTES;
  for (const { body, project } of entries) {
    bytes[at] = trackingProjects.indexOf(project);
    bytes.writeUInt32BE(body.length, at + 1);
    bytes.set(body, at + ENTRY_HEAD);
    at += ENTRY_HEAD + body.length;
  }
  const content = bytes.subarray(from + FRAME_HEADER_BYTES, at);
  bytes.writeUInt32BE(MARK, from);
  bytes.writeUInt32BE(content.length, from + 4);
  bytes.writeUInt32BE(crc32(content), from + 8);
  bytes.writeDoubleBE(now, from + 12);
  return at;
}

/** Bodies as they lie in a file of the spool: frames of some 64 KB, each with a checksum. */
export function encodeFrames(entries: readonly ReceivedBody[], now: number): Buffer {
  const groups: ReceivedBody[][] = [];
  let size = Infinity;
  for (const entry of entries) {
    if (size >= CONTENT_ENOUGH) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(entry);
    size += sizeOf(entry);
  }
  const bytes = Buffer.allocUnsafe(
    entries.reduce((sum, entry) => sum + sizeOf(entry), groups.length * FRAME_HEADER_BYTES),
  );
  let at = 0;
  for (const group of groups) at = putFrame(bytes, at, { entries: group, now });
  return bytes;
}

/** How long the frame with this head is, the head too; null for what is no head. */
export function frameLength(head: Buffer): number | null {
  return head.length >= FRAME_HEADER_BYTES && head.readUInt32BE(0) === MARK
    ? FRAME_HEADER_BYTES + head.readUInt32BE(4)
    : null;
}

/** Reads one whole frame; null where it is torn or changed: a process was killed while it wrote it. */
export function readFrame(bytes: Buffer): SpoolFrame | null {
  if (frameLength(bytes) !== bytes.length) return null;
  const content = bytes.subarray(FRAME_HEADER_BYTES);
  if (crc32(content) !== bytes.readUInt32BE(8)) return null;
  const entries: ReceivedBody[] = [];
  for (let at = 0; at < content.length;) {
    const end = at + ENTRY_HEAD + content.readUInt32BE(at + 1);
    const project = trackingProjects[content[at] ?? -1] ?? "dianshang";
    entries.push({ project, body: content.subarray(at + ENTRY_HEAD, end) });
    at = end;
  }
  return { entries, now: bytes.readDoubleBE(12) };
}
