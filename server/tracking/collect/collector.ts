import type { IncomingMessage, ServerResponse } from "node:http";
import { collectorPaths, trackingProjects, type TrackingProject } from "#contract/tracking/names.ts";
import { refusalTerms, type RefusalName } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";
import type { TrackingMetrics } from "../metrics.ts";
import type { ResponseThrottle } from "./response-throttle.ts";
import type { Spool } from "../spool/spool.ts";
import { trackingMessages } from "../messages.ts";

/**
 * Transparent GIF of one pixel, which the client of Sensors expects. A latin1 string, since Node sends
 * headers and a string in one write, and the write is the main cost of a response.
 */
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64").toString(
  "latin1",
);
/** Time after which an incomplete body is aborted, ms. */
const BODY_TIMEOUT = 5_000;
/** Maximum number of bodies that are received in parallel, and of their bytes. */
const MAX_INCOMING = 2_000;
const MAX_INCOMING_BYTES = 8 * 1024 * 1024;

/** Start of a body whose sender keeps its events until the response. */
const LIST_PREFIX = "data_list=";

/** Matches a query that contains events. */
const HAS_DATA = /(?:^|&)data(?:_list)?=[^&]/;

type Parts = {
  readonly spool: Spool;
  readonly throttle: ResponseThrottle;
  readonly metrics: TrackingMetrics;
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Counts a body for its network's work quota. @returns seconds to wait if it is used up, else 0 */
  readonly waitSeconds: (request: IncomingMessage, body: Buffer) => number;
};
type IncomingBody = {
  readonly since: number;
  bytes: number;
  readonly chunks: Buffer[];
  readonly abort: () => void;
};

/** Project of a query; undefined if it is missing or unknown. */
function projectIn(query: string): TrackingProject | undefined {
  const name = /(?:^|&)project=([^&]*)/.exec(query)?.[1];
  return trackingProjects.find((project) => project === name);
}

/**
 * Collector of behaviour tracking (contract section 1, platform facts 3.2, requirement U41). Works with
 * Node's request, since the framework would cost more than the work itself. Responds when events are on disk;
 * to a list only when it is synced, since its sender keeps the events until then.
 */
export class Collector {
  readonly #parts: Parts;
  readonly #incoming = new Set<IncomingBody>();
  #incomingBytes = 0;
  readonly #timer: ReturnType<typeof setInterval>;
  #isEnding = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#abortSlowBodies(), 1_000).unref();
  }

  /** Handles a request for one of the collector's paths. @returns false if it has another path */
  readonly handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? "";
    if (!url.startsWith("/sa")) return false;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!collectorPaths.some((one) => one === path)) return false;
    this.#route(request, response, mark === -1 ? "" : url.slice(mark + 1));
    return true;
  };
  /** Closes each connection with its response, since the server shuts down. */
  end(): void {
    this.#isEnding = true;
  }
  close(): void {
    clearInterval(this.#timer);
  }

  #route(request: IncomingMessage, response: ServerResponse, query: string): void {
    this.#allowOrigin(request, response);
    const { method } = request;
    if (method === "OPTIONS") return this.#respondToOptions(response);
    if (method !== "GET" && method !== "POST") {
      response.setHeader("allow", "GET, POST, OPTIONS");
      return this.#refuse(request, response, "methodNotAllowed");
    }
    const project = projectIn(query);
    if (project === undefined) {
      this.#parts.metrics.count("unknownProject");
      return this.#refuse(request, response, "badRequest", trackingMessages.project);
    }
    if (method === "GET") {
      const body = HAS_DATA.test(query) ? query : "";
      return this.#store(request, response, Buffer.from(body, "latin1"), project);
    }
    if (Number(request.headers["content-length"] ?? 0) > limits.maxBodyBytes)
      return this.#refuseLarge(request, response);
    this.#receive(request, response, project);
  }

  /** Allows only our own pages to read responses and to send cookies from another host (requirement T09). */
  #allowOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    if (origin === undefined || !this.#parts.isOwnOrigin(origin)) return;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("vary", "origin");
  }
  #respondToOptions(response: ServerResponse): void {
    if (response.hasHeader("access-control-allow-origin")) {
      response.setHeader("access-control-allow-methods", "GET, POST");
      response.setHeader("access-control-allow-headers", "content-type");
      response.setHeader("access-control-max-age", "7200");
    }
    response.writeHead(204).end();
  }

  #receive(request: IncomingMessage, response: ServerResponse, project: TrackingProject): void {
    if (this.#incoming.size >= MAX_INCOMING) return this.#refuseBusy(request, response);
    const incoming: IncomingBody = {
      since: performance.now(),
      bytes: 0,
      chunks: [],
      abort: () => request.destroy(),
    };
    this.#incoming.add(incoming);
    request.on("data", (chunk: Buffer) => {
      if (!this.#incoming.has(incoming)) return;
      incoming.chunks.push(chunk);
      incoming.bytes += chunk.length;
      this.#incomingBytes += chunk.length;
      const isLarge = incoming.bytes > limits.maxBodyBytes;
      if (!isLarge && this.#incomingBytes <= MAX_INCOMING_BYTES) return;
      this.#stopReceiving(incoming);
      if (isLarge) this.#refuseLarge(request, response);
      else this.#refuseBusy(request, response);
    });
    request.on("end", () => {
      if (!this.#stopReceiving(incoming)) return;
      const [first] = incoming.chunks;
      const body = first && incoming.chunks.length === 1 ? first : Buffer.concat(incoming.chunks);
      this.#store(request, response, body, project);
    });
    // "close" also follows "end"; then the body is not in the set any more.
    request.on("close", () => {
      if (this.#stopReceiving(incoming)) this.#parts.metrics.count("unfinished");
    });
    request.on("error", () => {});
  }
  /** @returns false if the body was complete or refused already */
  #stopReceiving(incoming: IncomingBody): boolean {
    if (!this.#incoming.delete(incoming)) return false;
    this.#incomingBytes -= incoming.bytes;
    return true;
  }

  #store(request: IncomingMessage, response: ServerResponse, body: Buffer, project: TrackingProject): void {
    const { spool, throttle, waitSeconds } = this.#parts;
    if (body.length === 0) return this.#refuseEmpty(request, response);
    throttle.countRequests(1);
    const seconds = waitSeconds(request, body);
    if (seconds > 0) return this.#refuseMany(request, response, seconds);
    const refuse = (): void => this.#refuse(request, response, "busy");
    const isList = body.toString("latin1", 0, LIST_PREFIX.length) === LIST_PREFIX;
    const isAccepted = spool.add({ body, project }, isList, (isStored) => {
      if (!isStored) refuse();
      else if (isList) this.#respond(response);
      else if (!throttle.schedule(() => this.#respond(response))) refuse();
    });
    if (!isAccepted) this.#refuseBusy(request, response);
  }

  #respond(response: ServerResponse): void {
    if (this.#isEnding) response.setHeader("connection", "close");
    response.writeHead(200, {
      "content-type": "image/gif",
      "content-length": GIF.length,
      "cache-control": "no-store",
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    });
    response.end(GIF, "latin1");
  }
  #refuse(request: IncomingMessage, response: ServerResponse, name: RefusalName, message?: string): void {
    if (response.headersSent || response.destroyed) return;
    const { status, code, message: usual } = refusalTerms(name);
    const body = JSON.stringify({ code, message: message ?? usual, data: null });
    // Closes the connection, so that the rest of the body need not be received.
    if (!request.complete || this.#isEnding) response.setHeader("connection", "close");
    // Lets a client that keeps its events send them again.
    if (status === 503) response.setHeader("retry-after", "5");
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    response.end(body);
  }
  /** Refuses a request without events at once, since it needs no disk space and does not count as a flood. */
  #refuseEmpty(request: IncomingMessage, response: ServerResponse): void {
    this.#parts.metrics.count("malformed");
    this.#refuse(request, response, "badRequest", trackingMessages.nothing);
  }
  #refuseLarge(request: IncomingMessage, response: ServerResponse): void {
    this.#parts.metrics.count("tooLarge");
    this.#refuse(request, response, "tooLarge");
  }
  #refuseMany(request: IncomingMessage, response: ServerResponse, seconds: number): void {
    this.#parts.metrics.count("tooMany");
    response.setHeader("retry-after", seconds);
    this.#refuse(request, response, "tooMany");
  }
  #refuseBusy(request: IncomingMessage, response: ServerResponse): void {
    this.#parts.metrics.count("overflow");
    this.#refuse(request, response, "busy");
  }

  #abortSlowBodies(): void {
    const oldest = performance.now() - BODY_TIMEOUT;
    for (const { since, abort } of this.#incoming) {
      if (since > oldest) return;
      abort();
    }
  }
}
