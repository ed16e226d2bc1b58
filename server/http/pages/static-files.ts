import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WEB_BASE } from "#contract/core/web-base.ts";

/** Headers that say something about a document only: on a dozen scripts they are 3 KB for nothing. */
const DOCUMENT_HEADERS = ["content-security-policy", "referrer-policy"];
/** Headers that say nothing about a file that never changes; half a kilobyte each time. */
const RESPONSE_HEADERS = [
  "accept-ranges",
  "access-control-allow-credentials",
  "access-control-expose-headers",
  "etag",
  "last-modified",
  "strict-transport-security",
  "x-request-id",
];
/** A file of the build: what stands under a hash never changes; the service worker may fetch from here. */
function setHeaders(reply: FastifyReply, path: string): void {
  const isUnchanging = /\/(assets|fonts)\//.test(path);
  void reply.header("cache-control", isUnchanging ? "public, max-age=31536000, immutable" : "no-cache");
  if (/\.js(\.br)?$/.test(path)) for (const name of DOCUMENT_HEADERS) void reply.removeHeader(name);
  if (isUnchanging) for (const name of RESPONSE_HEADERS) void reply.removeHeader(name);
  if (/\/sw\.js(\.br)?$/.test(path))
    void reply.header("content-security-policy", "default-src 'none'; connect-src 'self'");
}

/** Serves the files that a build's folder has now, each under a route of its own, compressed where it is so. */
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
 * A file without a route of its own: while processes are replaced one by one, the next release's pages already
 * name its files, and the browser asks a process of before for them. Anything else is not there.
 */
export function sendUnregisteredFile({ url }: FastifyRequest, reply: FastifyReply): FastifyReply | void {
  const name = unregisteredFile.exec(url)?.[1];
  return name === undefined ? reply.callNotFound() : reply.sendFile(name);
}
