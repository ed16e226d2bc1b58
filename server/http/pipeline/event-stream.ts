import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { mayHold } from "../../core/fair-queue.ts";

/** Event streams of a process, and of one network in it. */
export const streamLimits = { total: 2_000, perNetwork: 20 } as const;

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

/**
 * Places for streams, with a share per network. A place is taken before anything is awaited, and is free again when its
 * response has closed: also one whose client has left before the stream began.
 */
export class StreamPlaces {
  readonly #own = new Map<string, number>();
  #taken = 0;

  /** Number of places that are taken. */
  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a place until the response closes.
   * @param network null: a caller without limits
   * @returns false: the network's share or all places are taken
   */
  take(network: string | null, response: ServerResponse): boolean {
    const free = streamLimits.total - this.#taken;
    const own = network === null ? 0 : (this.#own.get(network) ?? 0);
    if (!mayHold(own, free) || own >= streamLimits.perNetwork || isGone(response)) return false;
    this.#taken++;
    if (network !== null) this.#own.set(network, own + 1);
    response.once("close", () => this.#release(network));
    return true;
  }

  #release(network: string | null): void {
    this.#taken--;
    if (network === null) return;
    const own = (this.#own.get(network) ?? 1) - 1;
    if (own > 0) this.#own.set(network, own);
    else this.#own.delete(network);
  }
}

/** Whether the client of a response has left; its event "close" may be over by then. */
export const isGone = (response: ServerResponse): boolean => response.closed || response.destroyed;

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
      // A client that has left already sends no further event "close".
      if (isGone(watcher.out)) return;
      watchers.add(watcher);
      watcher.out.once("close", () => watchers.delete(watcher));
    },
  };
}
