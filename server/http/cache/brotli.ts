import { promisify } from "node:util";
import { brotliCompress, constants, type BrotliOptions } from "node:zlib";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { appendVary } from "../pipeline/envelope.ts";

/** Whether a client takes brotli; one that names it with `q=0` refuses it. */
export const acceptsBrotli = (headers: IncomingHttpHeaders): boolean =>
  /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(headers["accept-encoding"] ?? ""));

const compress: (bytes: Buffer, options: BrotliOptions) => Promise<Buffer> = promisify(brotliCompress);
/**
 * How well something is compressed. The best takes fifty times as long as what a call can wait for, and thirty
 * times as long as what a page can, and saves a tenth more: it is for what nobody waits for.
 */
const QUALITY = { call: 5, page: 7, best: constants.BROTLI_MAX_QUALITY } as const;
export type CompressionQuality = keyof typeof QUALITY;
const brotliOptions = (quality: CompressionQuality, size: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY[quality], [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
/** What fits into one packet with its headers arrives no sooner for being smaller, bytes. */
export const MIN_COMPRESSION_SIZE = 1_000;

/** A text by brotli, beside the event loop: a millisecond for 20 KB of a call's answer, 0.1 s at best for 50 KB. */
export const compressBrotli = (bytes: Buffer, quality: CompressionQuality): Promise<Buffer> =>
  compress(bytes, brotliOptions(quality, bytes.length));

/** While so many are at it, answers go as they are: whoever waits for a thread waits longer than for the bytes. */
const MAX_CONCURRENT = 8;

/**
 * Long answers of calls to known persons go by brotli too; those to visitors are kept so (answer-cache.ts).
 * What somebody may read was asked for with a token in a header, which no other site can make a browser
 * send: sizes tell such a site nothing.
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
