import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ArgsOf, CallBase, Call, ParsedArgsOf, ResultOf, Send } from "#contract/core/call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { runWithReplicaReads } from "../../core/read-preference.ts";
import { isOutage } from "../../database/connection/outage.ts";
import { repeatIfConnectionLost } from "../../database/connection/repeat-if-lost.ts";
import { DecryptionError } from "../../database/encryption/keyring.ts";
import type { CacheRule, CachedResponse, ScheduleLoad } from "../cache/response-cache.ts";
import { parseArguments, readArguments } from "./parse-arguments.ts";
import { codingOf } from "../cache/compression.ts";
import { impliedRefusals, requireAccess } from "./call-access.ts";
import { isRepeatable, asksForDraft } from "./call-effects.ts";
import { visitor, type Caller } from "./caller.ts";
import {
  refuseOtherMethods,
  replyNotModified,
  decryptionRefusal,
  sendResult,
  sendRefusal,
  appendVary,
} from "./envelope.ts";
import type { RouteReads } from "./read-your-writes.ts";
import { SecurityLog } from "../observability/security-log.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import type { FastPathReply, RpcFastPath } from "../fast-path/rpc-fast-path.ts";
import type { Nonce } from "../security/nonce.ts";

/** @param nonce of a signed call whose handler spends it (`HighTrafficRule`); null for others, and while rendering */
export type CallHandler<C extends Call> = (
  args: ParsedArgsOf<C>,
  caller: Caller,
  nonce: Nonce | null,
) => Promise<ResultOf<C>>;
/** Refuses a call by what is known in memory, before its nonce is spent. @throws Refusal a declared one */
export type EarlyCheck<C extends Call> = (args: ParsedArgsOf<C>, caller: Caller) => void;
/** Optimisations for a call that many people make at the same time. */
export type HighTrafficRule<C extends Call> = {
  readonly checkBefore: EarlyCheck<C>;
  /**
   * The handler spends the nonce in the statement that writes, and changes nothing before. If it ends without writing,
   * the router spends the nonce before it answers.
   */
  readonly spendsNonce: boolean;
};
type AnyHandler = (args: unknown, caller: Caller, nonce: Nonce | null) => Promise<unknown>;
type RegisteredCall = {
  call: Call;
  handle: AnyHandler;
  cache: CacheRule | null;
  highTraffic: HighTrafficRule<Call> | null;
};
/** Refusals for lack of resources: the call was not processed, so that its nonce stays valid for a retry. */
const RETRYABLE_REFUSALS: ReadonlySet<RefusalName> = new Set(["busy", "unreachable", "internal"]);

/** The steps before a handler (request-context.ts). */
export type RequestContext = {
  /** Identifies the caller. @param mayBeCached see `Authenticate` @throws Refusal "sessionExpired" */
  callerOf(request: FastifyRequest, reply: FastPathReply, mayBeCached?: boolean): Promise<Caller>;
  /** Counts a call against its caller. @throws Refusal "tooMany" */
  limitCall(call: Call, caller: Caller): void;
  /**
   * Computes the answer to a cacheable call that is not cached, when it is the turn of its visitor's network, and counts
   * it against the visitor. @throws Refusal "tooMany" or "busy"
   */
  scheduleAnswer(
    call: Call,
    request: FastifyRequest,
    reply: FastifyReply,
    ...computation: Parameters<ScheduleLoad>
  ): ReturnType<ScheduleLoad>;
  readonly routeReads: RouteReads;
  /** Counts a call that names a mobile number. @throws Refusal "tooMany" */
  limitNamedMobile(args: unknown, caller: Caller): void;
  /**
   * Validates the signature headers against the arguments.
   * @returns their nonce, not spent yet
   * @throws Refusal "forbidden"
   */
  checkSignature(call: Call, request: FastifyRequest, args: unknown): Nonce;
};

type RouteContext = {
  readonly requestContext: RequestContext;
  readonly rpcFastPath: RpcFastPath | null;
};

/** Holds the handlers of all calls; reachable over HTTP and, while rendering, in process. */
export class RpcRouter {
  readonly #registered = new Map<string, RegisteredCall>();
  readonly #log: FastifyBaseLogger;
  readonly #security: SecurityLog;
  readonly #isProduction: boolean;
  readonly #fastPath: FastPath;
  readonly #appMarker: string;
  /** @param appMarker marker of the maker's app in a user agent */
  constructor(log: FastifyBaseLogger, isProduction: boolean, fastPath: FastPath, appMarker: string) {
    this.#appMarker = appMarker;
    this.#fastPath = fastPath;
    this.#log = log;
    this.#security = new SecurityLog(log);
    this.#isProduction = isProduction;
  }

  /**
   * Registers the handler of a call.
   * @param cache caches the responses to visitors by URL; only for GET calls whose result is the same for all
   * @param highTraffic optimisations of a signed call
   */
  on<C extends Call>(
    call: C,
    handler: CallHandler<C>,
    cache: CacheRule | null = null,
    highTraffic: HighTrafficRule<C> | null = null,
  ): void {
    if (this.#registered.has(call.name)) throw new Error(`two handlers registered for ${call.name}`);
    this.#registered.set(call.name, {
      call,
      cache,
      handle: handler as AnyHandler,
      highTraffic: highTraffic as HighTrafficRule<Call> | null,
    });
  }

  /** All calls with a handler. */
  get registeredCalls(): Call[] {
    return [...this.#registered.values()].map(({ call }) => call);
  }

  /** Runs a call as a visitor without HTTP, for server rendering. */
  readonly sendAsVisitor: Send = async <C extends Call>(call: C, args: ArgsOf<C>) =>
    (await this.#executeAsVisitor(call, parseArguments(call, args), visitor)) as ResultOf<C>;

  /** Runs a call whose result visitors see, from a cache or in a page; cache invalidation allows for the replica's lag. */
  #executeAsVisitor(call: Call, args: unknown, caller: Caller): Promise<unknown> {
    const run = () => this.execute(call, args, caller);
    return asksForDraft(args) ? run() : runWithReplicaReads(run);
  }

  /** Runs the handler and validates its result against the declaration. @throws Refusal a declared one */
  async execute(call: Call, args: unknown, caller: Caller, nonce: Nonce | null = null): Promise<unknown> {
    const registered = this.#registered.get(call.name);
    if (!registered) throw new Refusal("notFound");
    requireAccess(call, caller, this.#appMarker);
    try {
      const handle = (attempt: number): Promise<unknown> => {
        if (attempt > 1) this.#noteRepetition(call, nonce);
        return registered.handle(args, caller, nonce);
      };
      return call.result.parse(
        await (isRepeatable(call, caller) ? repeatIfConnectionLost(handle) : handle(1)),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw this.#convertError(error, call);
      if (!call.refusals.includes(error.refusal) && !impliedRefusals(call).includes(error.refusal)) {
        this.#log.error({ call: call.name, refusal: error.refusal }, "undeclared refusal");
        if (!this.#isProduction)
          throw new Error(`${call.name} does not declare "${error.refusal}"`, { cause: error });
      }
      throw error;
    }
  }

  #noteRepetition(call: Call, nonce: Nonce | null): void {
    nonce?.markUncertain();
    this.#log.warn({ call: call.name }, "connection to the database lost, call repeated");
  }

  /** Runs a handler that spends the nonce itself, and spends it if the handler has ended without writing. */
  async #executeWithNonce(call: Call, args: unknown, caller: Caller, nonce: Nonce): Promise<unknown> {
    try {
      const data = await this.execute(call, args, caller, nonce);
      await nonce.spend();
      return data;
    } catch (error) {
      if (error instanceof Refusal && !RETRYABLE_REFUSALS.has(error.refusal)) await nonce.spend();
      throw error;
    }
  }

  /** Converts decryption errors and outages to refusals, and logs them; returns other errors unchanged. */
  #convertError(error: unknown, call: Call): unknown {
    if (error instanceof DecryptionError) {
      this.#log.error({ err: error, call: call.name }, "decryption failed");
      return decryptionRefusal();
    }
    if (!isOutage(error)) return error;
    this.#log.error({ err: error, call: call.name }, "database or storage unavailable");
    return new Refusal("unreachable", { retryAfterSeconds: 2 });
  }

  /** Registers the routes of all calls. @param prefixes path prefixes of the calls of each base */
  mount(
    app: FastifyInstance,
    prefixes: Readonly<Record<CallBase, string>>,
    requestContext: RequestContext,
    rpcFastPath: RpcFastPath | null = null,
  ): void {
    const methodsOf = new Map<string, Set<string>>();
    for (const registered of this.#registered.values())
      for (const path of registered.call.paths) {
        const url = prefixes[registered.call.base] + path;
        (methodsOf.get(url) ?? methodsOf.set(url, new Set()).get(url))?.add(registered.call.method);
        app.route({
          method: registered.call.method,
          url,
          config: { takesPicture: registered.call.body === "picture", countedAs: "call" },
          handler: (request, reply) =>
            this.#serve(registered, request, reply, { requestContext, rpcFastPath }),
        });
        rpcFastPath?.add(registered.call, url, (request, reply) =>
          this.#run(registered, request, reply, requestContext),
        );
      }
    for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods);
  }

  /** Runs all steps of a request, from its caller to the result of the handler. @throws Refusal */
  async #run(
    { call, highTraffic }: RegisteredCall,
    request: FastifyRequest,
    reply: FastPathReply,
    requestContext: RequestContext,
  ): Promise<unknown> {
    let caller: Caller | null = null;
    const began = performance.now();
    try {
      caller = await repeatIfConnectionLost(() =>
        requestContext.callerOf(request, reply, highTraffic !== null),
      );
      requestContext.limitCall(call, caller);
      requireAccess(call, caller, this.#appMarker);
      const args = parseArguments(call, readArguments(call, request));
      requestContext.limitNamedMobile(args, caller);
      const nonce = call.signature ? requestContext.checkSignature(call, request, args) : null;
      highTraffic?.checkBefore(args as never, caller);
      const handlerSpendsNonce = highTraffic?.spendsNonce === true && nonce !== null;
      if (!handlerSpendsNonce) await nonce?.spend();
      const identified = caller;
      const data = await requestContext.routeReads({ call, args, caller, began }, () =>
        handlerSpendsNonce
          ? this.#executeWithNonce(call, args, identified, nonce)
          : this.execute(call, args, identified),
      );
      this.#security.succeeded(call, caller, data);
      return data;
    } catch (error) {
      if (error instanceof Refusal) this.#security.refused(call, error, request.id, caller);
      throw error;
    }
  }

  async #sendCached(
    cached: CachedResponse,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const coding = codingOf(request.headers);
    const compressed =
      coding === "gzip"
        ? await this.#fastPath.cache.gzip(cached)
        : coding === "br"
          ? cached.compressed
          : null;
    void reply.header("vary", appendVary(reply, "Accept-Encoding"));
    if (replyNotModified(request, reply, (compressed ?? cached).etag)) return reply;
    if (request.headers.origin === undefined) this.#fastPath.storeHeaders(cached, reply.getHeaders());
    if (compressed) void reply.header("content-encoding", String(coding));
    return reply.header("content-type", "application/json; charset=utf-8").send((compressed ?? cached).body);
  }

  async #serve(
    registered: RegisteredCall,
    request: FastifyRequest,
    reply: FastifyReply,
    { requestContext, rpcFastPath }: RouteContext,
  ): Promise<FastifyReply> {
    const { call, cache } = registered;
    try {
      // Previews are never cached.
      const isPreview = "preview" in (request.query as object);
      const isCacheable = cache?.isBestCompressed === true || !request.headers["x-access-token"];
      if (cache && call.method === "GET" && isCacheable && !isPreview) {
        const caller = { ...visitor, requestId: request.id };
        const load = async () =>
          this.#executeAsVisitor(call, parseArguments(call, readArguments(call, request)), caller);
        const response = await this.#fastPath.cache.get(request.url, cache, load, (...computation) =>
          requestContext.scheduleAnswer(call, request, reply, ...computation),
        );
        return await this.#sendCached(response, request, reply);
      }
      const data = await this.#run(registered, request, reply, requestContext);
      const sent = sendResult(reply, data, call.success);
      if (call.signature) rpcFastPath?.storeHeaders(call, request, reply.getHeaders());
      return sent;
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(reply, error);
      throw error;
    }
  }
}
