import { isIPv4, isIPv6 } from "node:net";

/* ip2region's current format "xdb": a header, a table by the first two bytes of an address, texts, ranges. */
const HEADER = 256;
const FIRST_BYTES = 256 * 256;
const TABLE_ENTRY = 8;
const MIN_SIZE = HEADER + FIRST_BYTES * TABLE_ENTRY;
/** Bytes of an address. A range has two addresses, the length of its text (2 bytes) and the text's offset (4). */
type Width = 4 | 16;
const rangeLength = (width: Width): number => 2 * width + 6;

/** Width of the addresses in a file; null: not an xdb file. @param size of the file, bytes */
export function xdbWidth(header: Buffer, size: number): Width | null {
  if (header.length < HEADER || size < MIN_SIZE) return null;
  const version = header.readUInt16LE(0);
  const family = header.readUInt16LE(16);
  if (version !== 2 && version !== 3) return null;
  const width = version === 3 && family === 6 ? 16 : 4;
  const [first, last] = [header.readUInt32LE(8), header.readUInt32LE(12)];
  const isComplete = first >= MIN_SIZE && last >= first && last + rangeLength(width) <= size;
  return isComplete && (last - first) % rangeLength(width) === 0 ? width : null;
}

/** Bytes of an address; null for other text, and for IPv6 addresses that end with an IPv4 address. */
export function bytesOf(address: string): Buffer | null {
  if (isIPv4(address)) return Buffer.from(address.split(".").map(Number));
  if (!isIPv6(address) || address.includes(".")) return null;
  const [head = "", tail] = address.split("::");
  const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));
  const [start, end] = [groupsOf(head), groupsOf(tail ?? "")];
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => "0");
  return Buffer.from([...start, ...zeros, ...end].map((group) => group.padStart(4, "0")).join(""), "hex");
}

/** Lookup in an xdb file that is in memory. */
export class XdbTable {
  readonly #bytes: Buffer;
  readonly #width: Width;

  /** @throws Error if the bytes are not in this format */
  constructor(bytes: Buffer) {
    const width = xdbWidth(bytes.subarray(0, HEADER), bytes.length);
    if (width === null) throw new Error("not an ip2region file");
    this.#bytes = bytes;
    this.#width = width;
  }

  /** Text of the range that contains an address; null: none, or an address of the other family. */
  search(address: Buffer): string | null {
    if (address.length !== this.#width) return null;
    const entry = HEADER + address.readUInt16BE(0) * TABLE_ENTRY;
    const [from, to] = [this.#bytes.readUInt32LE(entry), this.#bytes.readUInt32LE(entry + 4)];
    const length = rangeLength(this.#width);
    let [low, high] = [0, Math.floor((to - from) / length)];
    while (from > 0 && low <= high) {
      const middle = (low + high) >> 1;
      const range = from + middle * length;
      if (range + length > this.#bytes.length) return null;
      if (this.#compare(address, range) < 0) high = middle - 1;
      else if (this.#compare(address, range + this.#width) > 0) low = middle + 1;
      else return this.#textAt(range + 2 * this.#width);
    }
    return null;
  }

  #textAt(place: number): string {
    const start = this.#bytes.readUInt32LE(place + 2);
    return this.#bytes.toString("utf8", start, start + this.#bytes.readUInt16LE(place));
  }
  /** Compares an address with a stored one: IPv4 is stored in little-endian order, IPv6 in big-endian order. */
  #compare(address: Buffer, place: number): number {
    if (this.#width === 4) return address.readUInt32BE(0) - this.#bytes.readUInt32LE(place);
    return address.compare(this.#bytes, place, place + this.#width);
  }
}
