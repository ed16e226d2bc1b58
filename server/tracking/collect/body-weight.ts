/**
 * Matches a body that may be compressed, which counts as this many times its size. Base64 of an uncompressed
 * JSON object or list begins with "ey" or "W".
 */
const MAYBE_COMPRESSED = /(?:^|&)data(?:_list)?=(?!ey|W)/;
const COMPRESSION_FACTOR = 16;

/** Estimates the uncompressed size of a body or a query in kilobytes, at least 1. */
export const kilobytesOf = (body: Buffer): number =>
  Math.max(1, Math.ceil(body.length / 1_024)) *
  (MAYBE_COMPRESSED.test(body.toString("latin1")) ? COMPRESSION_FACTOR : 1);
