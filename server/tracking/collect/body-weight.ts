/**
 * What is not plainly JSON may be packed, and hold so many times its bytes; base64 of an object or of a list
 * begins with these letters.
 */
const MAYBE_PACKED = /(?:^|&)data(?:_list)?=(?!ey|W)/;
const PACKED_FACTOR = 16;

/** How much a body, or an address's query, may hold, in kilobytes as they come unpacked; none costs nothing. */
export const kilobytesOf = (body: Buffer): number =>
  Math.max(1, Math.ceil(body.length / 1_024)) *
  (MAYBE_PACKED.test(body.toString("latin1")) ? PACKED_FACTOR : 1);
