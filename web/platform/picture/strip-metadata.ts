/** Segments of a JPEG that a picture looks the same without: EXIF with its place, XMP, IPTC, comments. */
const isTelling = (marker: number): boolean =>
  marker === 0xfe || marker === 0xe1 || (marker >= 0xe3 && marker <= 0xed) || marker === 0xef;

/** The orientation (1–8) of an EXIF segment's content, 1 where it names none. */
function orientationOf(segment: DataView): number {
  const at = 6;
  if (segment.byteLength < at + 8 || segment.getUint32(0) !== 0x45786966) return 1;
  const isLittle = segment.getUint16(at) === 0x4949;
  const entries = at + segment.getUint32(at + 4, isLittle);
  if (entries + 2 > segment.byteLength) return 1;
  const count = segment.getUint16(entries, isLittle);
  for (let entry = entries + 2; entry < entries + 2 + count * 12; entry += 12) {
    if (entry + 10 > segment.byteLength) return 1;
    if (segment.getUint16(entry, isLittle) === 0x0112) return segment.getUint16(entry + 8, isLittle);
  }
  return 1;
}

/**
 * A JPEG that already stands upright, without what it tells beside the picture, which itself stays
 * byte for byte; whatever follows the picture is cut off with it.
 * @returns null for other files, and for those that are upright only by their metadata
 */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  const kept: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const end = at + 2 + view.getUint16(at + 2);
    if (end > view.byteLength) return null;
    if (
      marker === 0xe1 &&
      orientationOf(new DataView(bytes.buffer, bytes.byteOffset + at + 4, end - at - 4)) !== 1
    )
      return null;
    if (marker === 0xda) {
      const last = endAfter(bytes, end);
      return last === null ? null : new Blob([...kept, bytes.subarray(at, last)], { type: "image/jpeg" });
    }
    if (!isTelling(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** Where the picture ends: behind the first end marker after the scan began; null without one. */
function endAfter(bytes: Uint8Array, begin: number): number | null {
  for (let at = begin; at + 1 < bytes.length; at++)
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return at + 2;
  return null;
}
