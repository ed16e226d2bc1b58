import { bytesOf } from "./xdb.ts";

type Range = { readonly from: string; readonly to: string; readonly text: string };

/**
 * Writes an xdb file as the tool of ip2region does: header, table by the first two bytes, texts, ranges. A range over
 * several values of the first two bytes is written once for each.
 * @param version 2: IPv4 only, until 2025; 3: either family
 * @param ranges in ascending order
 */
export function xdbFile(version: 2 | 3, ranges: readonly Range[]): Buffer {
  const bytes = (address: string): Buffer => bytesOf(address) ?? Buffer.alloc(4);
  const width = bytes(ranges[0]?.from ?? "").length;
  const stored = (address: Buffer): Buffer => (width === 4 ? Buffer.from(address).reverse() : address);
  const header = Buffer.alloc(256);
  const table = Buffer.alloc(256 * 256 * 8);
  const texts = ranges.map(({ text }) => Buffer.from(text));
  const first = header.length + table.length + texts.reduce((sum, text) => sum + text.length, 0);
  const index: Buffer[] = [];
  let textAt = header.length + table.length;
  for (const [at, { from, to }] of ranges.entries()) {
    const text = texts[at] ?? Buffer.alloc(0);
    const [low, high] = [bytes(from), bytes(to)];
    for (let two = low.readUInt16BE(0); two <= high.readUInt16BE(0); two++) {
      const start = two === low.readUInt16BE(0) ? low : Buffer.alloc(width, 0);
      const end = two === high.readUInt16BE(0) ? high : Buffer.alloc(width, 255);
      const entry = Buffer.alloc(6);
      entry.writeUInt16LE(text.length, 0);
      entry.writeUInt32LE(textAt, 2);
      const [lowest, highest] = [Buffer.from(start), Buffer.from(end)];
      for (const edge of [lowest, highest]) edge.writeUInt16BE(two, 0);
      const place = first + index.length * (2 * width + 6);
      if (table.readUInt32LE(two * 8) === 0) table.writeUInt32LE(place, two * 8);
      table.writeUInt32LE(place + 2 * width + 6, two * 8 + 4);
      index.push(Buffer.concat([stored(lowest), stored(highest), entry]));
    }
    textAt += text.length;
  }
  header.writeUInt16LE(version, 0);
  header.writeUInt16LE(1, 2);
  header.writeUInt32LE(first, 8);
  header.writeUInt32LE(first + (index.length - 1) * (2 * width + 6), 12);
  if (version === 3) header.writeUInt16LE(width === 4 ? 4 : 6, 16);
  if (version === 3) header.writeUInt16LE(4, 18);
  return Buffer.concat([header, table, ...texts, ...index]);
}
