import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SerializeOptions } from "@fastify/cookie";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Call } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { runForNetwork } from "../../core/caller-network.ts";
import type { RequestTracer } from "../observability/request-tracer.ts";
import { serializeEnvelope, serializeRefusal, refusalStatus } from "../pipeline/envelope.ts";
import { toRefusal } from "../pipeline/create-server.ts";
import type { FastPath } from "./fast-path.ts";
import { HeaderTemplate, type ReplyHeaderValues } from "./header-template.ts";
import { endOfEventLoopTurn } from "./event-loop-batch.ts";

/** The part of a request that running a call needs. */
export type FastPathRequest = Pick<
  FastifyRequest,
  "id" | "headers" | "ip" | "protocol" | "cookies" | "raw" | "body"
>;
/** The part of a reply that running a call sets. */
export type FastPathReply = {
  header(name: string, value: string): unknown;
  setCookie(name: string, value: string, options: SerializeOptions): unknown;
  readonly raw: ServerResponse;
};
/** Checks and runs a call. @returns its data @throws Refusal */
export type RunCall = (request: FastifyRequest, reply: FastPathReply) => Promise<unknown>;

type RpcFastPathOptions = {
  readonly log: FastifyBaseLogger;
  readonly cookies: {
    parse(header: string): Record<string, string | undefined>;
    serialize(name: string, value: string, options: SerializeOptions): string;
  };
  /** Converts an unexpected error to a refusal, and logs it. */
  readonly toRefusal: (error: unknown, request: FastifyRequest) => Refusal;
  /** Observes each response, for the metrics. */
  readonly onResponse: (method: string, route: string, status: number, seconds: number) => void;
  readonly isShuttingDown: () => boolean;
  /** The network whose share a client's address uses (limited-network.ts). */
  readonly networkOf: (address: string) => string | null;
  readonly tracer: RequestTracer;
};
type RequestClass = new (
  id: string,
  params: object,
  raw: IncomingMessage,
  query: object,
  log: FastifyBaseLogger,
  context: null,
) => FastifyRequest;
type FastPathRoute = {
  readonly call: Call;
  readonly url: string;
  /** Name of the last segment; null: the URL has no parameter. */
  readonly parameter: string | null;
  readonly run: RunCall;
};

/** Longer bodies are left to the framework, bytes. */
const MAX_BODY_BYTES = 16_384;
/** JSON that the framework's parser may refuse: prototype poisoning, also by escape sequences, and invalid UTF-8. */
const UNUSUAL_JSON = /\\u|__proto__|constructor|\uFFFD/;
const DEVICE_COOKIE = /(?:^|; ?)(?:__Host-)?marque_device=/;

const REQUEST_ID = names.requestId.toLowerCase();
/** Collects the headers and cookies of one response. */
class ReplyHeaders implements FastPathReply {
  readonly raw: ServerResponse;
  readonly #options: RpcFastPathOptions;
  readonly values: Record<string, string | string[]> = {};
  constructor(raw: ServerResponse, options: RpcFastPathOptions) {
    this.raw = raw;
    this.#options = options;
  }
  header(name: string, value: string): void {
    this.values[name.toLowerCase()] = value;
  }
  setCookie(...cookie: Parameters<FastPathReply["setCookie"]>): void {
    this.values["set-cookie"] = [this.#options.cookies.serialize(...cookie)];
  }
}

/**
 * Handles signed calls that crowds make at the same time (sign-up, leads) before the framework, because its reading and
 * answering cost more than all checks and writes of the call. Unusual requests are left to the framework, unread. The
 * checks run the same code as there, and the headers are those of the framework's response to the same call and origin.
 */
export class RpcFastPath {
  readonly #options: RpcFastPathOptions;
  readonly #routes = new Map<string, FastPathRoute>();
  /** The framework's headers by call and origin of the page. */
  readonly #headers = new LRUCache<string, HeaderTemplate>({ max: 100 });
  /** Fastify's internal Request class, which knows the client's address and protocol behind proxies. */
  #requestClass: RequestClass | null = null;
  constructor(options: RpcFastPathOptions) {
    this.#options = options;
  }

  /** Adds a signed POST call, if its URL has no parameter but the last segment. */
  add(call: Call, url: string, run: RunCall): void {
    const parameterAt = url.lastIndexOf("/:");
    if (call.signature !== "activity" || call.method !== "POST") return;
    if (parameterAt === -1) return void this.#routes.set(url, { call, url, parameter: null, run });
    if (url.indexOf("/:") !== parameterAt) return;
    const prefix = url.slice(0, parameterAt + 1);
    this.#routes.set(prefix, { call, url, parameter: url.slice(parameterAt + 2), run });
  }

  /** Stores the headers of the framework's response to a call, except those of one request or device. */
  storeHeaders({ name }: Call, request: FastifyRequest, sent: ReplyHeaderValues): void {
    const key = `${name} ${request.headers.origin ?? ""}`;
    if (this.#headers.has(key) || sent["set-cookie"] !== undefined || sent["etag"] !== undefined) return;
    const {
      "x-request-id": _id,
      date: _date,
      "content-length": _length,
      connection: _connection,
      ...rest
    } = sent;
    this.#requestClass = request.constructor as unknown as RequestClass;
    this.#headers.set(key, new HeaderTemplate(rest));
  }

  /**
   * Handles a request if it is a usual one of an added call.
   * @param fallback handles the request if its body turns out to be unusual
   * @returns whether the request is handled, here or by the fallback
   */
  serve(request: IncomingMessage, response: ServerResponse, fallback: () => void): boolean {
    const { url = "", headers } = request;
    const idAt = url.lastIndexOf("/") + 1;
    const route = this.#routes.get(url.slice(0, idAt)) ?? this.#routes.get(url);
    const id = url.slice(idAt);
    if (!route || request.method !== "POST") return false;
    if (route.parameter !== null && !/^\d{1,40}$/.test(id)) return false;
    const template = this.#headers.get(`${route.call.name} ${headers.origin ?? ""}`);
    const length = Number(headers["content-length"]);
    const isUsual =
      headers["content-type"] === "application/json" &&
      length > 0 &&
      length <= MAX_BODY_BYTES &&
      headers["content-encoding"] === undefined &&
      headers.expect === undefined &&
      DEVICE_COOKIE.test(headers.cookie ?? "");
    if (template === undefined || !isUsual) return false;
    const startedAt = performance.now();
    this.#readBody(request, length, (body, text) => {
      const args = parseUsualJson(text);
      if (args !== null)
        return void this.#respond({ route, id, args, headers: template, startedAt }, request, response);
      // Puts the body back, so that the framework can read it.
      request.pause();
      request.unshift(body);
      fallback();
    });
    return true;
  }

  #readBody(request: IncomingMessage, length: number, onBody: (body: Buffer, text: string) => void): void {
    let body: Buffer | null = null;
    const onData = (chunk: Buffer): void => {
      body = body === null ? chunk : Buffer.concat([body, chunk]);
      if (body.length < length) return;
      request.removeListener("data", onData);
      onBody(body, body.toString());
    };
    request.on("data", onData);
    // A client that aborts gets no response.
    request.once("error", () => {});
  }

  async #respond(
    { route, id, args, headers, startedAt }: AcceptedRequest,
    raw: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    await endOfEventLoopTurn();
    const { log, cookies, toRefusal: convertError, onResponse, isShuttingDown } = this.#options;
    const { networkOf, tracer } = this.#options;
    const trace = tracer.start(raw.headers, startedAt);
    const FastifyRequestClass = this.#requestClass as RequestClass;
    const params = route.parameter === null ? {} : { [route.parameter]: id };
    const request = new FastifyRequestClass(randomUUID(), params, raw, {}, log, null);
    request.body = args;
    request.cookies = cookies.parse(raw.headers.cookie ?? "") as FastifyRequest["cookies"];
    const replyHeaders = new ReplyHeaders(response, this.#options);
    let status = 200;
    let body: string;
    try {
      const run = () => route.run(request, replyHeaders);
      const data = await runForNetwork(networkOf(request.ip), run, trace);
      body = serializeEnvelope(data, route.call.success);
    } catch (error) {
      if (!(error instanceof Refusal)) request.log = log.child({ reqId: request.id });
      const refusal = error instanceof Refusal ? error : convertError(error, request);
      for (const [name, value] of Object.entries(refusal.headers)) replyHeaders.header(name, value);
      status = refusalStatus(refusal);
      body = serializeRefusal(refusal);
    }
    // Node writes a latin1 string together with the headers, in one system call.
    const bytes = Buffer.from(body).toString("latin1");
    const overrides = { ...replyHeaders.values, ...(isShuttingDown() && { connection: "close" }) };
    response.writeHead(
      status,
      headers.with(overrides, REQUEST_ID, request.id, "content-length", String(bytes.length)),
    );
    response.end(bytes, "latin1");
    onResponse("POST", route.url, status, (performance.now() - startedAt) / 1000);
    tracer.end(trace, { method: "POST", route: route.url, status });
  }
}
type AcceptedRequest = {
  readonly route: FastPathRoute;
  readonly id: string;
  readonly args: object;
  readonly headers: HeaderTemplate;
  readonly startedAt: number;
};

/** Creates the fast path of signed calls and puts it in front of the framework. */
export function mountRpcFastPath(
  app: FastifyInstance,
  fastPath: FastPath,
  networkOf: RpcFastPathOptions["networkOf"],
  tracer: RequestTracer,
): RpcFastPath {
  const rpcFastPath = new RpcFastPath({
    log: app.log,
    cookies: {
      parse: (header) => app.parseCookie(header),
      serialize: (...cookie) => app.serializeCookie(...cookie),
    },
    toRefusal,
    networkOf,
    tracer,
    onResponse: (...observation) => fastPath.onCall(...observation),
    isShuttingDown: () => fastPath.isShuttingDown,
  });
  fastPath.serveCall = (...request) => rpcFastPath.serve(...request);
  return rpcFastPath;
}

/** Returns null for JSON that the framework's parser might refuse. */
function parseUsualJson(text: string): object | null {
  if (UNUSUAL_JSON.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : null;
  } catch {
    return null;
  }
}
