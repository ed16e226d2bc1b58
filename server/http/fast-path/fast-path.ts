import { randomUUID } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { headers as names } from "#contract/core/headers.ts";
import { ResponseCache, type CachedResponse } from "../cache/response-cache.ts";
import { acceptsBrotli } from "../cache/brotli.ts";
import { CONNECTION_CHECK_INTERVAL, limitConnections } from "../lifecycle/connection-timeouts.ts";
import { HeaderTemplate, type ReplyHeaderValues } from "./header-template.ts";

/**
 * Kept answers sent before the framework does anything: a fresh answer to a visitor is some
 * headers and some bytes, and routing, cookies, policies and logging would cost ten times that.
 * The headers are those that the framework made when the answer was kept.
 */
export class FastPath {
  readonly cache = new ResponseCache();
  readonly #headers = new WeakMap<CachedResponse, HeaderTemplate>();
  readonly #isAllowed: boolean;
  /** How many were sent, for the metrics. */
  cachedResponses = 0;
  /** When a request was last made of anything but the collector, of performance.now(). */
  lastRequest = -Infinity;
  /** Takes requests of its own before anything else does: the collector (server/tracking). @returns whether it did */
  collector: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Sends a rendered page from memory (hot-pages.ts), once there are pages. @returns whether it did */
  servePage: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Takes a crowd's calls (hot-calls.ts), once they are known. @returns whether it does */
  serveCall: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => boolean = () =>
    false;
  /** Calls that were answered before the framework, for the metrics. */
  fastCalls = 0;
  /** Told of each of them (health.ts): how long it took, s. */
  onCall: (method: string, route: string, status: number, seconds: number) => void = () => {};
  /** Whoever wants to see every request (failing answers on demand, for one) sets it. */
  isBypassed: () => boolean = () => false;
  /** The server ends: each connection with its next answer, which the framework makes. */
  isEnding = false;

  /** @param isAllowed the setting FAST_PATH */
  constructor(isAllowed: boolean) {
    this.#isAllowed = isAllowed;
  }

  /** Whoever watches has hooks of the framework, which a crowd's calls must not pass by. */
  bypassWhile(isWatched: () => boolean): void {
    this.isBypassed = isWatched;
    this.serveCall = () => false;
  }

  /** Remembers what an answer was sent with; a cookie or an id of one request is none of it. */
  storeHeaders(answer: CachedResponse, sent: ReplyHeaderValues): void {
    if (this.#headers.has(answer)) return;
    const { "set-cookie": _cookie, "x-request-id": _id, date: _date, ...rest } = sent;
    const own = {
      "content-type": "application/json; charset=utf-8",
      "content-length": answer.body.length,
      etag: answer.etag,
    };
    this.#headers.set(answer, new HeaderTemplate({ ...rest, ...own }));
  }

  /** Sends the kept answer to a plain visitor's GET. @returns whether it did */
  #send(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url, headers } = request;
    // Other origins and known persons take the long way.
    if (method !== "GET" || url === undefined || headers["x-access-token"] || headers.origin !== undefined)
      return false;
    if (headers["if-none-match"] !== undefined) return false;
    const kept = this.cache.fresh(url);
    const sent = kept && this.#headers.get(kept);
    if (!sent) return false;
    const packed = kept.compressed !== null && acceptsBrotli(headers) ? kept.compressed : null;
    const own: Record<string, string> = packed
      ? { "content-encoding": "br", "content-length": String(packed.body.length), etag: packed.etag }
      : {};
    response.writeHead(200, sent.with(own, names.requestId, randomUUID()));
    response.end((packed ?? kept).body);
    return true;
  }

  #sendAny(request: IncomingMessage, response: ServerResponse): boolean {
    const isSent = this.#send(request, response) || this.servePage(request, response);
    if (isSent) this.cachedResponses++;
    return isSent;
  }

  /** Fastify's server, with this before it. */
  readonly serverFactory = (handler: RequestListener): Server => {
    const server = createServer(
      { connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL },
      (request, response) => {
        // Here, since the identity provider's answers pass by the framework's own hook for it (edge.ts).
        if (this.isEnding) response.setHeader("connection", "close");
        const isShort = this.#isAllowed && !this.isEnding && !this.isBypassed();
        if (isShort && this.collector(request, response)) return;
        this.lastRequest = performance.now();
        if (isShort && this.serveCall(request, response, () => handler(request, response))) return;
        if (!isShort || !this.#sendAny(request, response)) handler(request, response);
      },
    );
    return limitConnections(server);
  };
}
