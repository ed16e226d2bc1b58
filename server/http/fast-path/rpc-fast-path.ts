import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SerializeOptions } from "@fastify/cookie";
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Call } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { headers as names } from "#contract/core/headers.ts";
import { serializeEnvelope, serializeRefusal, refusalStatus } from "../pipeline/envelope.ts";
import { toRefusal } from "../pipeline/create-server.ts";
import type { FastPath } from "./fast-path.ts";
import { HeaderTemplate, type ReplyHeaderValues } from "./header-template.ts";
import { endOfEventLoopTurn } from "./event-loop-batch.ts";

/** What judging a call needs of a request; the framework's own has it all. */
export type FastPathRequest = Pick<
  FastifyRequest,
  "id" | "headers" | "ip" | "protocol" | "cookies" | "raw" | "body"
>;
/** What judging a call sets of its answer. */
export type FastPathReply = {
  header(name: string, value: string): unknown;
  setCookie(name: string, value: string, options: SerializeOptions): unknown;
  readonly raw: ServerResponse;
};
/** Judges and runs a call, whichever way its request came. @throws Refusal */
export type RunCall = (request: FastifyRequest, reply: FastPathReply) => Promise<unknown>;

type RpcFastPathOptions = {
  readonly log: FastifyBaseLogger;
  readonly cookies: {
    parse(header: string): Record<string, string | undefined>;
    serialize(name: string, value: string, options: SerializeOptions): string;
  };
  /** What a caller is told of an error that is no refusal; logs it. */
  readonly asTold: (error: unknown, request: FastifyRequest) => Refusal;
  /** Told of each answer, for the metrics. */
  readonly onAnswered: (method: string, route: string, status: number, seconds: number) => void;
  readonly isEnding: () => boolean;
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
  readonly parameter: string;
  readonly run: RunCall;
};

/** A crowd's calls are short; a longer body takes the long way, bytes. */
const MAX_BODY_BYTES = 16_384;
/** What JSON may hold that the framework's parser refuses: names that reach into objects, written plainly or not; bytes that are no text. */
const UNUSUAL_JSON = /\\u|__proto__|constructor|\uFFFD/;
const DEVICE_COOKIE = /(?:^|; ?)(?:__Host-)?marque_device=/;

const REQUEST_ID = names.requestId.toLowerCase();
/** Headers and cookies of one answer, over those that all have. */
class ReplyHeaders implements FastPathReply {
  readonly raw: ServerResponse;
  readonly #world: RpcFastPathOptions;
  readonly set: Record<string, string | string[]> = {};
  constructor(raw: ServerResponse, world: RpcFastPathOptions) {
    this.raw = raw;
    this.#world = world;
  }
  header(name: string, value: string): void {
    this.set[name.toLowerCase()] = value;
  }
  setCookie(...given: Parameters<FastPathReply["setCookie"]>): void {
    this.set["set-cookie"] = [this.#world.cookies.serialize(...given)];
  }
}

/**
 * Signed calls that a crowd makes at once (signing up, leaving a lead) taken before the framework: reading them
 * and answering cost it more than everything that is judged and written. Whatever is unusual about a request is
 * left to the framework, unread. What is answered has the headers that the framework made when it answered the
 * same call to the same origin, and is judged by the same code.
 */
export class RpcFastPath {
  readonly #world: RpcFastPathOptions;
  readonly #routes = new Map<string, FastPathRoute>();
  /** The framework's headers by call and asking origin. */
  readonly #headers = new LRUCache<string, HeaderTemplate>({ max: 100 });
  /** The framework's requests: they know address and protocol behind proxies. */
  #requestClass: RequestClass | null = null;
  constructor(world: RpcFastPathOptions) {
    this.#world = world;
  }

  /** Takes a call from now on, where its one argument in the address is its last part. */
  add(call: Call, url: string, run: RunCall): void {
    const at = url.lastIndexOf("/:");
    if (call.signature !== "activity" || call.method !== "POST" || at === -1 || url.indexOf("/:") !== at)
      return;
    this.#routes.set(url.slice(0, at + 1), { call, url, parameter: url.slice(at + 2), run });
  }

  /** Remembers what the framework answers a call with; an id of one request, and what is one device's, is none of it. */
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

  /** @param otherwise takes the request where it turns out to be unusual @returns whether it is taken */
  serve(request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean {
    const { url = "", headers } = request;
    const begun = url.lastIndexOf("/") + 1;
    const route = this.#routes.get(url.slice(0, begun));
    const id = url.slice(begun);
    if (!route || request.method !== "POST" || !/^\d{1,40}$/.test(id)) return false;
    const known = this.#headers.get(`${route.call.name} ${headers.origin ?? ""}`);
    const length = Number(headers["content-length"]);
    const isUsual =
      headers["content-type"] === "application/json" &&
      length > 0 &&
      length <= MAX_BODY_BYTES &&
      headers["content-encoding"] === undefined &&
      headers.expect === undefined &&
      DEVICE_COOKIE.test(headers.cookie ?? "");
    if (known === undefined || !isUsual) return false;
    const started = performance.now();
    this.#read(request, length, (body, text) => {
      const args = parseUsualJson(text);
      if (args !== null) return void this.#answer({ route, id, args, known, started }, request, response);
      // As if nobody had read it.
      request.pause();
      request.unshift(body);
      otherwise();
    });
    return true;
  }

  #read(request: IncomingMessage, length: number, then: (body: Buffer, text: string) => void): void {
    let body: Buffer | null = null;
    const onData = (chunk: Buffer): void => {
      body = body === null ? chunk : Buffer.concat([body, chunk]);
      if (body.length < length) return;
      request.removeListener("data", onData);
      then(body, body.toString());
    };
    request.on("data", onData);
    // Whoever breaks off is nobody to answer.
    request.once("error", () => {});
  }

  async #answer(
    { route, id, args, known, started }: AcceptedRequest,
    raw: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    await endOfEventLoopTurn();
    const { log, cookies, asTold, onAnswered, isEnding } = this.#world;
    const RequestOf = this.#requestClass as RequestClass;
    const request = new RequestOf(randomUUID(), { [route.parameter]: id }, raw, {}, log, null);
    request.body = args;
    request.cookies = cookies.parse(raw.headers.cookie ?? "") as FastifyRequest["cookies"];
    const own = new ReplyHeaders(response, this.#world);
    let status = 200;
    let body: string;
    try {
      const data = await route.run(request, own);
      body = serializeEnvelope(data, route.call.success);
    } catch (error) {
      if (!(error instanceof Refusal)) request.log = log.child({ reqId: request.id });
      const refusal = error instanceof Refusal ? error : asTold(error, request);
      for (const [name, value] of Object.entries(refusal.headers)) own.header(name, value);
      status = refusalStatus(refusal);
      body = serializeRefusal(refusal);
    }
    // One string of single bytes is written at once, header and all.
    const bytes = Buffer.from(body).toString("latin1");
    const further = { ...own.set, ...(isEnding() && { connection: "close" }) };
    response.writeHead(
      status,
      known.with(further, REQUEST_ID, request.id, "content-length", String(bytes.length)),
    );
    response.end(bytes, "latin1");
    onAnswered("POST", route.url, status, (performance.now() - started) / 1000);
  }
}
type AcceptedRequest = {
  readonly route: FastPathRoute;
  readonly id: string;
  readonly args: object;
  readonly known: HeaderTemplate;
  readonly started: number;
};

/** Takes the calls that are added to it before the framework, as long as nobody watches from within that. */
export function mountRpcFastPath(app: FastifyInstance, fastPath: FastPath): RpcFastPath {
  const made = new RpcFastPath({
    log: app.log,
    cookies: {
      parse: (header) => app.parseCookie(header),
      serialize: (...given) => app.serializeCookie(...given),
    },
    asTold: toRefusal,
    onAnswered: (...answered) => fastPath.onCall(...answered),
    isEnding: () => fastPath.isEnding,
  });
  fastPath.serveCall = (...given) => made.serve(...given);
  return made;
}

/** Null where the framework's parser might see it otherwise. */
function parseUsualJson(text: string): object | null {
  if (UNUSUAL_JSON.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : null;
  } catch {
    return null;
  }
}
