import type { IncomingMessage, ServerResponse } from "node:http";
import { collectorPaths, trackingProjects, type TrackingProject } from "#contract/tracking/names.ts";
import { refusals, type RefusalName } from "#contract/core/errors.ts";
import { limits } from "#contract/core/limits.ts";
import type { TrackingMetrics } from "../metrics.ts";
import type { ResponseThrottle } from "./response-throttle.ts";
import type { Spool } from "../spool/spool.ts";
import { trackingMessages } from "../messages.ts";

/**
 * A transparent picture of one pixel, which Sensors' client expects of a GET. As text of its bytes:
 * Node sends headers and a text in one write, and the write is what an answer costs.
 */
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64").toString(
  "latin1",
);
/** A body that is not there after this is given up, ms. */
const BODY_TIMEOUT = 5_000;
/** Bodies that are arriving at once, at most, and their bytes together. */
const ARRIVING_MOST = 2_000;
const ARRIVING_BYTES = 8 * 1024 * 1024;

/** How a body begins whose sender keeps it until it is answered. */
const LIST = "data_list=";

/** What a query begins with, among others, that holds events. */
const HAS_DATA = /(?:^|&)data(?:_list)?=[^&]/;

type Parts = {
  readonly spool: Spool;
  readonly pace: ResponseThrottle;
  readonly metrics: TrackingMetrics;
  readonly isOwnOrigin: (origin: string) => boolean;
  /** Counts what somebody sends. @returns s to wait where it is too much; 0 where it is not */
  readonly wait: (request: IncomingMessage, body: Buffer) => number;
};
type Arriving = {
  readonly since: number;
  bytes: number;
  readonly chunks: Buffer[];
  readonly giveUp: () => void;
};

/** The project that an address names, undefined for none that is known. */
function projectIn(query: string): TrackingProject | undefined {
  const name = /(?:^|&)project=([^&]*)/.exec(query)?.[1];
  return trackingProjects.find((project) => project === name);
}

/**
 * The collector of behaviour tracking (contract section 1, platform facts 3.2, requirement U41).
 * It works on the bare request: the framework would cost more than the work. Events are answered
 * when they are on disk; a list when not even a power cut can take it from there, since its sender
 * keeps it until then.
 */
export class Collector {
  readonly #parts: Parts;
  readonly #arriving = new Set<Arriving>();
  #arrivingBytes = 0;
  readonly #sweeping: ReturnType<typeof setInterval>;
  #isEnding = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sweeping = setInterval(() => this.#sweep(), 1_000).unref();
  }

  /** Takes a request that is its own. @returns whether it was */
  readonly take = (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? "";
    if (!url.startsWith("/sa")) return false;
    const mark = url.indexOf("?");
    const path = mark === -1 ? url : url.slice(0, mark);
    if (!collectorPaths.some((one) => one === path)) return false;
    this.#handle(request, response, mark === -1 ? "" : url.slice(mark + 1));
    return true;
  };
  /** The server ends: every connection ends with its answer. */
  end(): void {
    this.#isEnding = true;
  }
  close(): void {
    clearInterval(this.#sweeping);
  }

  #handle(request: IncomingMessage, response: ServerResponse, query: string): void {
    this.#allowOrigin(request, response);
    const { method } = request;
    if (method === "OPTIONS") return this.#answerOptions(response);
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
      const isNothing = !HAS_DATA.test(query);
      return this.#keep(request, response, Buffer.from(isNothing ? "" : query, "latin1"), project);
    }
    if (Number(request.headers["content-length"] ?? 0) > limits.maxBodyBytes)
      return this.#refuseLarge(request, response);
    this.#receive(request, response, project);
  }

  /** Only our own pages may read answers, or send with cookies from another host (requirement T09). */
  #allowOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
    if (origin === undefined || !this.#parts.isOwnOrigin(origin)) return;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("vary", "origin");
  }
  #answerOptions(response: ServerResponse): void {
    if (response.hasHeader("access-control-allow-origin")) {
      response.setHeader("access-control-allow-methods", "GET, POST");
      response.setHeader("access-control-allow-headers", "content-type");
      response.setHeader("access-control-max-age", "7200");
    }
    response.writeHead(204).end();
  }

  #receive(request: IncomingMessage, response: ServerResponse, project: TrackingProject): void {
    if (this.#arriving.size >= ARRIVING_MOST) return this.#refuseBusy(request, response);
    const arriving: Arriving = {
      since: performance.now(),
      bytes: 0,
      chunks: [],
      giveUp: () => request.destroy(),
    };
    this.#arriving.add(arriving);
    request.on("data", (chunk: Buffer) => {
      if (!this.#arriving.has(arriving)) return;
      arriving.chunks.push(chunk);
      arriving.bytes += chunk.length;
      this.#arrivingBytes += chunk.length;
      const isLarge = arriving.bytes > limits.maxBodyBytes;
      if (!isLarge && this.#arrivingBytes <= ARRIVING_BYTES) return;
      this.#arrived(arriving);
      if (isLarge) this.#refuseLarge(request, response);
      else this.#refuseBusy(request, response);
    });
    request.on("end", () => {
      if (!this.#arrived(arriving)) return;
      const [first] = arriving.chunks;
      const body = first && arriving.chunks.length === 1 ? first : Buffer.concat(arriving.chunks);
      this.#keep(request, response, body, project);
    });
    // Also comes after the end, and then there is nothing to count any more.
    request.on("close", () => {
      if (this.#arrived(arriving)) this.#parts.metrics.count("unfinished");
    });
    request.on("error", () => {});
  }
  /** Nothing more of it is waited for. @returns whether something was */
  #arrived(arriving: Arriving): boolean {
    if (!this.#arriving.delete(arriving)) return false;
    this.#arrivingBytes -= arriving.bytes;
    return true;
  }

  #keep(request: IncomingMessage, response: ServerResponse, body: Buffer, project: TrackingProject): void {
    const { spool, pace, wait } = this.#parts;
    if (body.length === 0) return this.#refuseNothing(request, response);
    pace.count(1);
    const seconds = wait(request, body);
    if (seconds > 0) return this.#refuseMany(request, response, seconds);
    const sendAway = (): void => this.#refuse(request, response, "busy");
    const isList = body.toString("latin1", 0, LIST.length) === LIST;
    const isTaken = spool.add({ body, project }, isList, (isKept) => {
      if (!isKept) sendAway();
      else if (isList) this.#answer(response);
      else if (!pace.take(() => this.#answer(response))) sendAway();
    });
    if (!isTaken) this.#refuseBusy(request, response);
  }

  #answer(response: ServerResponse): void {
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
    const { status, code, message: usual } = refusals[name];
    const body = JSON.stringify({ code, message: message ?? usual, data: null });
    // What is still to come of a body is not waited for.
    if (!request.complete || this.#isEnding) response.setHeader("connection", "close");
    // A sender that keeps what it sends may come again.
    if (status === 503) response.setHeader("retry-after", "5");
    response.writeHead(status, {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    response.end(body);
  }
  /** At once: it takes no room on disk, and is no part of a flood. */
  #refuseNothing(request: IncomingMessage, response: ServerResponse): void {
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

  #sweep(): void {
    const oldest = performance.now() - BODY_TIMEOUT;
    for (const { since, giveUp } of this.#arriving) {
      if (since > oldest) return;
      giveUp();
    }
  }
}
