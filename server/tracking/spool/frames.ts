import { crc32 } from "node:zlib";
import { trackingProjects, type TrackingProject } from "#contract/tracking/names.ts";

/** Body of a request. */
export type ReceivedBody = { readonly body: Uint8Array; readonly project: TrackingProject };
export type SpoolFrame = {
  readonly entries: readonly ReceivedBody[];
  /** Time of receipt, ms since the epoch. */
  readonly now: number;
};

/** "MQE1", with which each frame begins. */
const MAGIC = 0x4d_51_45_31;
/** Magic, length and checksum of the content (4 bytes each), time (8). */
export const FRAME_HEADER_BYTES = 20;
/** Header of each body: project (1 byte) and length (4). */
const ENTRY_HEADER_BYTES = 5;
/** Size of its content at which a frame ends, bytes; a body is never split. */
const FRAME_CONTENT_SIZE = 64 * 1024;

const sizeOf = ({ body }: ReceivedBody): number => ENTRY_HEADER_BYTES + body.length;

function putFrame(bytes: Buffer, from: number, { entries, now }: SpoolFrame): number {
  let at = from + FRAME_HEADER_BYTES;
  for (const { body, project } of entries) {
    bytes[at] = trackingProjects.indexOf(project);
    bytes.writeUInt32BE(body.length, at + 1);
    bytes.set(body, at + ENTRY_HEADER_BYTES);
    at += ENTRY_HEADER_BYTES + body.length;
  }
  const content = bytes.subarray(from + FRAME_HEADER_BYTES, at);
  bytes.writeUInt32BE(MAGIC, from);
  bytes.writeUInt32BE(content.length, from + 4);
  bytes.writeUInt32BE(crc32(content), from + 8);
  bytes.writeDoubleBE(now, from + 12);
  return at;
}

/** Encodes bodies in the format of spool files: frames of some 64 KB, each with a checksum. */
export function encodeFrames(entries: readonly ReceivedBody[], now: number): Buffer {
  const groups: ReceivedBody[][] = [];
  let size = Infinity;
  for (const entry of entries) {
    if (size >= FRAME_CONTENT_SIZE) {
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

/** Length of a frame including its header; null if the bytes are not a header. */
export function frameLength(header: Buffer): number | null {
  return header.length >= FRAME_HEADER_BYTES && header.readUInt32BE(0) === MAGIC
    ? FRAME_HEADER_BYTES + header.readUInt32BE(4)
    : null;
}

/** Decodes one frame; null if it is incomplete or corrupt, because a process was killed while it wrote. */
export function readFrame(bytes: Buffer): SpoolFrame | null {
  if (frameLength(bytes) !== bytes.length) return null;
  const content = bytes.subarray(FRAME_HEADER_BYTES);
  if (crc32(content) !== bytes.readUInt32BE(8)) return null;
  const entries: ReceivedBody[] = [];
  for (let at = 0; at < content.length;) {
    const end = at + ENTRY_HEADER_BYTES + content.readUInt32BE(at + 1);
    const project = trackingProjects[content[at] ?? -1] ?? "dianshang";
    entries.push({ project, body: content.subarray(at + ENTRY_HEADER_BYTES, end) });
    at = end;
  }
  return { entries, now: bytes.readDoubleBE(12) };
}
