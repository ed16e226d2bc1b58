import { promisify } from "node:util";
import { brotliCompress, constants, type BrotliOptions } from "node:zlib";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { appendVary } from "../pipeline/envelope.ts";

/** Whether a client accepts Brotli; `q=0` refuses it. */
export const acceptsBrotli = (headers: IncomingHttpHeaders): boolean =>
  /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers["accept-encoding"] ?? ""));

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
  app.addHook<string>("onSend", (request, reply, payload, done) => {
    const isLong = typeof payload === "string" && payload.length >= MIN_COMPRESSION_SIZE;
    if (!isLong || running >= MAX_CONCURRENT || !acceptsBrotli(request.headers)) return done(null, payload);
    const type = String(reply.getHeader("content-type"));
    if (!type.startsWith("application/json") || reply.hasHeader("etag")) return done(null, payload);
    running++;
    brotliCompress(payload, brotliOptions("call", payload.length), (error, bytes) => {
      running--;
      if (error) return done(null, payload);
      void reply.header("vary", appendVary(reply, "Accept-Encoding")).header("content-encoding", "br");
      done(null, bytes as unknown as string);
    });
  });
}
