import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Opens a response of server-sent events, with the headers that the framework has set so far.
 * @param retry delay before a browser reconnects, ms
 */
export function openEventStream(reply: FastifyReply, retry: number): ServerResponse {
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    // Keeps proxies from caching, changing or buffering the stream.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  // Sent at once, so that the client knows that no proxy buffers the stream.
  out.write(`retry: ${retry}\nevent: ready\ndata: {}\n\n`);
  return out;
}

/** Tracks the clients of a stream, and ends their responses when the server closes, which would otherwise wait for them. */
export function trackStreamClients<W extends { readonly out: ServerResponse }>(app: FastifyInstance) {
  const watchers = new Set<W>();
  app.addHook("preClose", (done) => {
    for (const { out } of watchers) out.end();
    watchers.clear();
    done();
  });
  return {
    watchers,
    add(watcher: W): void {
      watchers.add(watcher);
      watcher.out.once("close", () => watchers.delete(watcher));
    },
  };
}
