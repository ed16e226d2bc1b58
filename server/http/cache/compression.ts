import { promisify } from "node:util";
import { brotliCompress, constants, gzip, type BrotliOptions } from "node:zlib";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { appendVary } from "../pipeline/envelope.ts";

/** Content codings of compressed bodies, the better one first. */
export type ContentCoding = "br" | "gzip";
const REFUSED = String.raw`(?!\s*;\s*q=0(\.0*)?\s*(,|$))`;
const ACCEPTED: readonly (readonly [ContentCoding, RegExp])[] = [
  ["br", new RegExp(String.raw`\bbr\b${REFUSED}`)],
  ["gzip", new RegExp(String.raw`(?:\b(?:x-)?gzip\b|\*)${REFUSED}`)],
];
/** The best coding that a client accepts; null: none. `q=0` refuses one. */
export function codingOf(headers: IncomingHttpHeaders): ContentCoding | null {
  const accepted = headers["accept-encoding"];
  if (accepted === undefined) return null;
  return ACCEPTED.find(([, pattern]) => pattern.test(String(accepted)))?.[0] ?? null;
}

const compress: (bytes: Buffer, options: BrotliOptions) => Promise<Buffer> = promisify(brotliCompress);
/**
 * Brotli qualities. The best one takes 50 times as long as that of a call and 30 times as long as that of a page, and
 * saves a tenth more, so it is for work that no request waits for.
 */
const QUALITY = { call: 5, page: 7, best: constants.BROTLI_MAX_QUALITY } as const;
export type CompressionQuality = keyof typeof QUALITY;
const brotliOptions = (quality: CompressionQuality, size: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality], [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
/** Compresses for clients without Brotli: old WebViews, and programs. */
export const compressGzip: (bytes: Buffer) => Promise<Buffer> = promisify(gzip);
/** Minimum size for compression, bytes: a body that fits into one packet with its headers arrives no sooner when smaller. */
export const MIN_COMPRESSION_SIZE = 1_000;

/** Compresses in the thread pool: 1 ms for 20 KB with quality "call", 0.1 s for 50 KB with quality "best". */
export const compressBrotli = (bytes: Buffer, quality: CompressionQuality): Promise<Buffer> =>
  compress(bytes, brotliOptions(quality, bytes.length));

/** Concurrent compressions; further responses are sent plain, because waiting for a thread takes longer than the bytes. */
const MAX_CONCURRENT = 8;

/**
 * Compresses long responses to signed-in callers; those to visitors are compressed by the response cache.
 * Compression leaks nothing by its size (BREACH): the token is in a header that no other site can make a browser send.
 */
export function compressResponses(app: FastifyInstance): void {
  let running = 0;
  app.addHook<string>("onSend", async (request, reply, payload) => {
    const isLong = typeof payload === "string" && payload.length >= MIN_COMPRESSION_SIZE;
    const coding = isLong && running < MAX_CONCURRENT ? codingOf(request.headers) : null;
    if (coding === null) return payload;
    const type = String(reply.getHeader("content-type"));
    if (!type.startsWith("application/json") || reply.hasHeader("etag")) return payload;
    running++;
    try {
      const bytes = Buffer.from(payload);
      const compressed = await (coding === "br" ? compressBrotli(bytes, "call") : compressGzip(bytes));
      void reply.header("vary", appendVary(reply, "Accept-Encoding")).header("content-encoding", coding);
      return compressed as unknown as string;
    } catch {
      return payload;
    } finally {
      running--;
    }
  });
}
