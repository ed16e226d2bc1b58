import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ArgsOf, CallBase, Call, ParsedArgsOf, ResultOf, Send } from "#contract/core/call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { isOutage } from "../../database/connection/outage.ts";
import { DecryptionError } from "../../database/encryption/keyring.ts";
import type { CacheRule, CachedResponse } from "../cache/response-cache.ts";
import { parseArguments, readArguments } from "./parse-arguments.ts";
import { acceptsBrotli } from "../cache/brotli.ts";
import { visitor, type Caller } from "./caller.ts";
import { replyNotModified, decryptionRefusal, sendResult, sendRefusal, appendVary } from "./envelope.ts";
import { SecurityLog } from "../observability/security-log.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import type { FastPathReply, RpcFastPath } from "../fast-path/rpc-fast-path.ts";
import type { Nonce } from "../security/nonce-store.ts";

/** @param nonce of a signed call whose handler spends it (`CrowdRule`); null for others, and while rendering */
export type CallHandler<C extends Call> = (
  args: ParsedArgsOf<C>,
  caller: Caller,
  nonce: Nonce | null,
) => Promise<ResultOf<C>>;
/** Refuses what is known from memory, before a signed call's nonce is spent. @throws Refusal a declared one */
export type EarlyCheck<C extends Call> = (args: ParsedArgsOf<C>, caller: Caller) => void;
/** What is done in another way for a call that crowds make. */
export type HighTrafficRule<C extends Call> = {
  readonly checkBefore: EarlyCheck<C>;
  /**
   * The handler spends the nonce, with what it writes, and changes nothing before it has; where it ends without
   * having written, the nonce is spent then, before anybody is answered.
   */
  readonly spendsNonce: boolean;
};
type AnyHandler = (args: unknown, caller: Caller, nonce: Nonce | null) => Promise<unknown>;
type RegisteredCall = {
  call: Call;
  handle: AnyHandler;
  cache: CacheRule | null;
  crowd: HighTrafficRule<Call> | null;
};
/** Refused for want of time or of a machine: nothing was judged, and the same request may come again. */
const RETRYABLE_REFUSALS: ReadonlySet<RefusalName> = new Set(["busy", "unreachable", "internal"]);

/** What the calls need of the outside to judge a request. */
export type RequestContext = {
  /** Who makes it. @param mayBeKept see `Authenticate` @throws Refusal "sessionExpired" */
  callerOf(request: FastifyRequest, reply: FastPathReply, mayBeKept?: boolean): Promise<Caller>;
  /** Counts a call against its caller. @throws Refusal "tooMany" */
  limitCall(call: Call, caller: Caller): void;
  /** Counts a call that is not answered from memory against its visitor. @throws Refusal "tooMany" */
  limitVisitor(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Counts a call that names a mobile number. @throws Refusal "tooMany" */
  limitNamedMobile(args: unknown, caller: Caller): void;
  /**
   * Holds the signing headers against the arguments.
   * @returns their nonce, not spent yet
   * @throws Refusal "forbidden"
   */
  checkSignature(call: Call, request: FastifyRequest, args: unknown): Nonce;
};

/** 401 and the missing mobile, before anything is read. */
function requireAccess(call: Call, { user }: Caller): void {
  if (call.who !== "anyone" && user === null) throw new Refusal("unauthenticated");
  if (call.who === "userWithMobile" && !user?.hasMobile) throw new Refusal("mobileRequired");
}

/** Refusals that follow from the declaration itself and need not be listed. */
function impliedRefusals(call: Call): RefusalName[] {
  const implied: RefusalName[] = [
    "invalid",
    "badRequest",
    "tooMany",
    "internal",
    "busy",
    "sessionExpired",
    "unauthenticated",
  ];
  if (call.who === "userWithMobile") implied.push("mobileRequired");
  if (call.captcha) implied.push("captchaRequired");
  if (call.signature) implied.push("forbidden");
  return implied;
}

/** The handlers of all calls; reachable over HTTP and, while rendering, in process. */
export class RpcRouter {
  readonly #registered = new Map<string, RegisteredCall>();
  readonly #log: FastifyBaseLogger;
  readonly #security: SecurityLog;
  readonly #isProduction: boolean;
  readonly #hot: FastPath;
  constructor(log: FastifyBaseLogger, isProduction: boolean, fastPath: FastPath) {
    this.#hot = fastPath;
    this.#log = log;
    this.#security = new SecurityLog(log);
    this.#isProduction = isProduction;
  }

  /**
   * Registers the handler of a call.
   * @param cache keeps the answer to visitors' GETs by address for some ms (only for calls whose answer is the same for all)
   */
  on<C extends Call>(
    call: C,
    handler: CallHandler<C>,
    cache: CacheRule | null = null,
    crowd: HighTrafficRule<C> | null = null,
  ): void {
    if (this.#registered.has(call.name)) throw new Error(`two handlers for ${call.name}`);
    const any = { handle: handler as AnyHandler, crowd: crowd as HighTrafficRule<Call> | null };
    this.#registered.set(call.name, { call, cache, ...any });
  }

  /** The calls that have a handler. */
  get registeredCalls(): Call[] {
    return [...this.#registered.values()].map(({ call }) => call);
  }

  /** `send` while rendering on the server: as a visitor, no HTTP. */
  readonly sendAsVisitor: Send = async <C extends Call>(call: C, args: ArgsOf<C>) =>
    (await this.execute(call, parseArguments(call, args), visitor)) as ResultOf<C>;

  /** Runs the handler and holds its answer against the declaration. @throws Refusal a declared one */
  async execute(call: Call, args: unknown, caller: Caller, nonce: Nonce | null = null): Promise<unknown> {
    const registered = this.#registered.get(call.name);
    if (!registered) throw new Refusal("notFound");
    requireAccess(call, caller);
    try {
      return call.result.parse(await registered.handle(args, caller, nonce));
    } catch (error) {
      if (!(error instanceof Refusal)) throw this.#asTold(error, call);
      if (!call.refusals.includes(error.refusal) && !impliedRefusals(call).includes(error.refusal)) {
        this.#log.error({ call: call.name, refusal: error.refusal }, "undeclared refusal");
        if (!this.#isProduction)
          throw new Error(`${call.name} does not declare "${error.refusal}"`, { cause: error });
      }
      throw error;
    }
  }

  /** The same where the handler spends the nonce: whatever it says instead of writing, it says once. */
  async #answerOnce(call: Call, args: unknown, caller: Caller, nonce: Nonce): Promise<unknown> {
    try {
      const data = await this.execute(call, args, caller, nonce);
      await nonce.spend();
      return data;
    } catch (error) {
      if (error instanceof Refusal && !RETRYABLE_REFUSALS.has(error.refusal)) await nonce.spend();
      throw error;
    }
  }

  /** What a caller is told of an error of ours or of the machines behind us. */
  #asTold(error: unknown, call: Call): unknown {
    if (error instanceof DecryptionError) {
      this.#log.error({ err: error, call: call.name }, "a sealed text does not open");
      return decryptionRefusal();
    }
    if (!isOutage(error)) return error;
    this.#log.error({ err: error, call: call.name }, "database or disk fail");
    return new Refusal("unreachable", { retryAfterSeconds: 2 });
  }

  /** Mounts every registered call under the bases' paths. */
  mount(
    app: FastifyInstance,
    prefixes: Readonly<Record<CallBase, string>>,
    gate: RequestContext,
    hotCalls: RpcFastPath | null = null,
  ): void {
    const methodsOf = new Map<string, Set<string>>();
    for (const registered of this.#registered.values())
      for (const path of registered.call.paths) {
        const url = prefixes[registered.call.base] + path;
        (methodsOf.get(url) ?? methodsOf.set(url, new Set()).get(url))?.add(registered.call.method);
        app.route({
          method: registered.call.method,
          url,
          config: { takesPicture: registered.call.body === "picture" },
          handler: (request, reply) => this.#serve(registered, request, reply, { gate, hotCalls }),
        });
        hotCalls?.add(registered.call, url, (request, reply) =>
          this.#judged(registered, request, reply, gate),
        );
      }
    for (const [url, methods] of methodsOf) {
      const others = (["GET", "POST", "PUT", "DELETE", "PATCH"] as const).filter(
        (method) => !methods.has(method),
      );
      app.route({
        method: others,
        url,
        exposeHeadRoute: false,
        handler: (_request, reply) =>
          sendRefusal(reply.header("Allow", [...methods].join(", ")), new Refusal("methodNotAllowed")),
      });
    }
  }

  /** From who asks to what is answered. @throws Refusal */
  async #judged(
    { call, crowd }: RegisteredCall,
    request: FastifyRequest,
    reply: FastPathReply,
    gate: RequestContext,
  ): Promise<unknown> {
    let caller: Caller | null = null;
    try {
      caller = await gate.callerOf(request, reply, crowd !== null);
      gate.limitCall(call, caller);
      requireAccess(call, caller);
      const args = parseArguments(call, readArguments(call, request));
      gate.limitNamedMobile(args, caller);
      const nonce = call.signature ? gate.checkSignature(call, request, args) : null;
      crowd?.checkBefore(args as never, caller);
      const isOwn = crowd?.spendsNonce === true && nonce !== null;
      if (!isOwn) await nonce?.spend();
      const data = await (isOwn
        ? this.#answerOnce(call, args, caller, nonce)
        : this.execute(call, args, caller));
      this.#security.succeeded(call, caller);
      return data;
    } catch (error) {
      if (error instanceof Refusal) this.#security.refused(call, error, request.id, caller);
      throw error;
    }
  }

  #sendKept(kept: CachedResponse, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const packed = kept.compressed !== null && acceptsBrotli(request.headers) ? kept.compressed : null;
    void reply.header("vary", appendVary(reply, "Accept-Encoding"));
    if (replyNotModified(request, reply, (packed ?? kept).etag)) return reply;
    if (request.headers.origin === undefined) this.#hot.storeHeaders(kept, reply.getHeaders());
    if (packed) void reply.header("content-encoding", "br");
    return reply.header("content-type", "application/json; charset=utf-8").send((packed ?? kept).body);
  }

  async #serve(
    registered: RegisteredCall,
    request: FastifyRequest,
    reply: FastifyReply,
    { gate, hotCalls }: { readonly gate: RequestContext; readonly hotCalls: RpcFastPath | null },
  ): Promise<FastifyReply> {
    const { call, cache } = registered;
    try {
      // What preview mode shows is kept nowhere.
      const isPreview = "preview" in (request.query as object);
      const isKept = cache?.isBestCompressed === true || !request.headers["x-access-token"];
      if (cache && call.method === "GET" && isKept && !isPreview) {
        const kept = await this.#hot.cache.get(request.url, cache, async () => {
          await gate.limitVisitor(call, request, reply);
          const data = await this.execute(call, parseArguments(call, readArguments(call, request)), {
            ...visitor,
            requestId: request.id,
          });
          return data;
        });
        return this.#sendKept(kept, request, reply);
      }
      const data = await this.#judged(registered, request, reply, gate);
      const sent = sendResult(reply, data, call.success);
      if (call.signature) hotCalls?.storeHeaders(call, request, reply.getHeaders());
      return sent;
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(reply, error);
      throw error;
    }
  }
}
