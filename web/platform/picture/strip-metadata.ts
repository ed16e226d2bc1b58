/** Segments of a JPEG that do not change the picture: EXIF with the location, XMP, IPTC, comments. */
const isMetadata = (marker: number): boolean =>
  marker === 0xfe || marker === 0xe1 || (marker >= 0xe3 && marker <= 0xed) || marker === 0xef;

/** Orientation (1–8) in the content of an EXIF segment; 1 without one. */
function orientationOf(segment: DataView): number {
  const tiff = 6;
  if (segment.byteLength < tiff + 8 || segment.getUint32(0) !== 0x45786966) return 1;
  const isLittle = segment.getUint16(tiff) === 0x4949;
  const entries = tiff + segment.getUint32(tiff + 4, isLittle);
  if (entries + 2 > segment.byteLength) return 1;
  const count = segment.getUint16(entries, isLittle);
  for (let entry = entries + 2; entry < entries + 2 + count * 12; entry += 12) {
    if (entry + 10 > segment.byteLength) return 1;
    if (segment.getUint16(entry, isLittle) === 0x0112) return segment.getUint16(entry + 8, isLittle);
  }
  return 1;
}

/**
 * Removes the metadata of an upright JPEG; the picture itself stays byte for byte, and bytes behind it are
 * cut off.
 * @returns null for other files, and for pictures that are upright only by their metadata
 */
export function stripMetadata(bytes: Uint8Array<ArrayBuffer>): Blob | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  const parts: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, 2)];
  let offset = 2;
  while (offset + 4 <= view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    const end = offset + 2 + view.getUint16(offset + 2);
    if (end > view.byteLength) return null;
    if (
      marker === 0xe1 &&
      orientationOf(new DataView(bytes.buffer, bytes.byteOffset + offset + 4, end - offset - 4)) !== 1
    )
      return null;
    if (marker === 0xda) {
      const last = findEnd(bytes, end);
      return last === null
        ? null
        : new Blob([...parts, bytes.subarray(offset, last)], { type: "image/jpeg" });
    }
    if (!isMetadata(marker)) parts.push(bytes.subarray(offset, end));
    offset = end;
  }
  return null;
}

/** Index behind the first end marker after the scan began; null without one. */
function findEnd(bytes: Uint8Array, start: number): number | null {
  for (let index = start; index + 1 < bytes.length; index++)
    if (bytes[index] === 0xff && bytes[index + 1] === 0xd9) return index + 2;
  return null;
}
