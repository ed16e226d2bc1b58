import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";

/**
 * Opens an answer of server-sent events, with the headers that the framework has set so far.
 * @param retry after so many ms a browser comes back to a stream that was cut
 */
export function openEventStream(reply: FastifyReply, retry: number): ServerResponse {
  reply.hijack();
  const out = reply.raw;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) out.setHeader(name, value);
  out.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    // Neither kept nor changed on the way, nor gathered by a proxy before it is sent on.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  // Told at once, so that whoever listens knows that nothing on the way holds the stream back.
  out.write(`retry: ${retry}\nevent: ready\ndata: {}\n\n`);
  return out;
}

/** Those who watch, until they leave or the server closes, which would otherwise wait for them. */
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
