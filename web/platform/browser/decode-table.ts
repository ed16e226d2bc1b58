/** Text of a CSV file by its byte-order mark, else UTF-8, else GB18030; null if it is none of them. */
export function decodeTable(bytes: Uint8Array): string | null {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ["utf-16le"] : ["utf-8", "gb18030"];
  for (const encoding of encodings)
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next encoding is tried.
    }
  return null;
}
