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
import { codingOf, MIN_COMPRESSION_SIZE } from "../cache/compression.ts";
import { CONNECTION_CHECK_INTERVAL, limitConnections } from "../lifecycle/connection-timeouts.ts";
import { HeaderTemplate, type ReplyHeaderValues } from "./header-template.ts";

/** URLs that load balancers and Prometheus request every few seconds (observability/health.ts). */
const PROBES: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/**
 * Serves frequent requests before the framework: cached responses, rendered pages, signed calls of crowds, tracking.
 * Sending a cached response is some headers and bytes; routing, cookies, policies and logging cost ten times as much.
 * The headers are those of the framework's own response, which are stored with the cached one.
 */
export class FastPath {
  readonly cache = new ResponseCache();
  readonly #headers = new WeakMap<CachedResponse, HeaderTemplate>();
  readonly #isAllowed: boolean;
  /** Number of responses from the caches, for the metrics. */
  cachedResponses = 0;
  /** Time of the last request that was not for the collector, of performance.now(). */
  lastRequest = -Infinity;
  /** Handles tracking requests (server/tracking). @returns whether it handled the request */
  collector: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Sends a cached page (page-fast-path.ts). @returns whether it did */
  servePage: (request: IncomingMessage, response: ServerResponse) => boolean = () => false;
  /** Handles a signed call (rpc-fast-path.ts). @returns whether it does, or calls `fallback` later */
  serveCall: (request: IncomingMessage, response: ServerResponse, fallback: () => void) => boolean = () =>
    false;
  /** Number of calls that were answered before the framework, for the metrics. */
  fastCalls = 0;
  /** Observes each of them for the metrics (health.ts). */
  onCall: (method: string, route: string, status: number, seconds: number) => void = () => {};
  /** Counts the body of a request in memory (request-bodies.ts). @returns false if there is no room */
  admitBody: (request: IncomingMessage) => boolean = () => true;
  /**
   * Notes a request that may read caches (cache/content-change-poller.ts).
   * @returns null: they are up to date; else resolves when they are
   */
  beginCacheUse: () => Promise<void> | null = () => null;
  /** Whether all requests must go through the framework, for example while the simulator injects faults. */
  isBypassed: () => boolean = () => false;
  /** While true, the framework answers every request and closes its connection afterwards. */
  isShuttingDown = false;

  /** @param isAllowed the setting FAST_PATH */
  constructor(isAllowed: boolean) {
    this.#isAllowed = isAllowed;
  }

  /** The same for a request of this URL: probes of load balancers read no cache, and keep no process from being idle. */
  awaitCaches(url: string | undefined): Promise<void> | null {
    return url !== undefined && PROBES.has(url) ? null : this.beginCacheUse();
  }
  /**
   * Bypasses the fast path while the callback returns true. Signed calls take the framework from now on, since the
   * callback's owner has hooks there that must see them.
   */
  bypassWhile(isWatched: () => boolean): void {
    this.isBypassed = isWatched;
    this.serveCall = () => false;
  }

  /** Stores the headers of a response, except cookies and the ids of its request. */
  storeHeaders(cached: CachedResponse, sent: ReplyHeaderValues): void {
    if (this.#headers.has(cached)) return;
    const { "set-cookie": _cookie, "x-request-id": _id, date: _date, ...rest } = sent;
    const bodyHeaders = {
      "content-type": "application/json; charset=utf-8",
      "content-length": cached.body.length,
      etag: cached.etag,
    };
    this.#headers.set(cached, new HeaderTemplate({ ...rest, ...bodyHeaders }));
  }

  /** Sends the cached response to a visitor's GET request. @returns whether it did */
  #sendCached(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url, headers } = request;
    // The framework answers other origins (CORS), signed-in callers and conditional requests.
    if (method !== "GET" || url === undefined || headers["x-access-token"] || headers.origin !== undefined)
      return false;
    if (headers["if-none-match"] !== undefined) return false;
    const cached = this.cache.getFresh(url);
    const template = cached && this.#headers.get(cached);
    if (!template) return false;
    const coding = codingOf(headers);
    const compressed = coding === null ? null : coding === "br" ? cached.compressed : cached.gzipped;
    // The framework compresses for the first client without Brotli.
    if (coding === "gzip" && compressed === null && cached.body.length >= MIN_COMPRESSION_SIZE) return false;
    const overrides: Record<string, string> = compressed
      ? {
          "content-encoding": String(coding),
          "content-length": String(compressed.body.length),
          etag: compressed.etag,
        }
      : {};
    response.writeHead(200, template.with(overrides, names.requestId, randomUUID()));
    response.end((compressed ?? cached).body);
    return true;
  }

  #sendCachedOrPage(request: IncomingMessage, response: ServerResponse): boolean {
    const isSent = this.#sendCached(request, response) || this.servePage(request, response);
    if (isSent) this.cachedResponses++;
    return isSent;
  }

  /** Creates Fastify's HTTP server with the fast path in front of the framework's handler. */
  readonly serverFactory = (handler: RequestListener): Server => {
    const server = createServer(
      { connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL },
      (request, response) => {
        // Set here too, since the identity provider's responses skip the framework's onSend hook (create-server.ts).
        if (this.isShuttingDown) response.setHeader("connection", "close");
        // Refused by the framework, whose answer has all headers.
        const isAdmitted = this.admitBody(request);
        const isFast = isAdmitted && this.#isAllowed && !this.isShuttingDown && !this.isBypassed();
        if (isFast && this.collector(request, response)) return;
        this.lastRequest = performance.now();
        // The framework waits until the caches are up to date.
        const isServed = isFast && this.awaitCaches(request.url) === null;
        if (isServed && this.serveCall(request, response, () => handler(request, response))) return;
        if (!isServed || !this.#sendCachedOrPage(request, response)) handler(request, response);
      },
    );
    return limitConnections(server);
  };
}
