import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";

/** Headers that matter for documents only; without them a dozen scripts are 3 KB smaller. */
const DOCUMENT_HEADERS = ["content-security-policy", "referrer-policy"];
/** Headers that an immutable file does not need; half a kilobyte for each file. */
const UNNEEDED_HEADERS = [
  "accept-ranges",
  "access-control-allow-credentials",
  "access-control-expose-headers",
  "etag",
  "last-modified",
  "strict-transport-security",
  "x-request-id",
];
/** Sets the headers of a file of the build: files with a hash in their name are immutable; the service worker may fetch. */
function setHeaders(reply: FastifyReply, path: string): void {
  const isImmutable = /\/(assets|fonts)\//.test(path);
  void reply.header("cache-control", isImmutable ? "public, max-age=31536000, immutable" : "no-cache");
  if (/\.js(\.(br|gz))?$/.test(path)) for (const name of DOCUMENT_HEADERS) void reply.removeHeader(name);
  if (isImmutable) for (const name of UNNEEDED_HEADERS) void reply.removeHeader(name);
  if (/\/sw\.js(\.(br|gz))?$/.test(path))
    void reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
}

/** Registers a route for each file that the build folder has now; sends its compressed variant where there is one. */
export async function mountStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: WEB_BASE,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders,
  });
}

const unregisteredFile = new RegExp(`^${WEB_BASE}((?:assets|fonts)/[\\w-][\\w.-]*)(?:\\?|$)`);
/**
 * Sends a file that was added after the start, else 404. During a rolling restart the pages of the next release refer to
 * its files, and the browser may request them from a process of the previous release.
 */
export function sendUnregisteredFile({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | void {
  const name = unregisteredFile.exec(url)?.[1];
  return name === undefined ? reply.callNotFound() : reply.sendFile(name);
}
