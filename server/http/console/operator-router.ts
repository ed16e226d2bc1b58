import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type {
  OperatorArgs,
  OperatorCall,
  OperatorResult,
  ParsedOperatorArgs,
} from "#contract/console/operator-call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { isOutage } from "../../database/connection/outage.ts";
import { repeatIfConnectionLost } from "../../database/connection/repeat-if-lost.ts";
import { DecryptionError } from "../../database/encryption/keyring.ts";
import { decryptionRefusal, refuseOtherMethods, sendRefusal, sendResult } from "../pipeline/envelope.ts";
import { parseArguments } from "../pipeline/parse-arguments.ts";
import { hasRight, type Operator, type OperatorCaller } from "./operator.ts";

/** Path prefix of the console's calls. */
export const CONSOLE_API = "/console-api/";

export type OperatorCallHandler<C extends OperatorCall> = (
  args: ParsedOperatorArgs<C>,
  caller: OperatorCaller,
) => Promise<OperatorResult<C>>;
type AnyHandler = (args: unknown, caller: OperatorCaller) => Promise<unknown>;
type RegisteredCall = { readonly call: OperatorCall; readonly handle: AnyHandler };

/** The steps before a handler that depend on the installation. */
export type OperatorRequestContext = {
  /** Refuses requests from networks that may not reach the console. @throws Refusal "notFound" */
  checkNetwork(request: FastifyRequest): void;
  /** Refuses requests that another site's page may have caused. @throws Refusal "forbidden" */
  checkOrigin(request: FastifyRequest): void;
  /** The operator of the session cookie; null: none, ended or locked. */
  authenticate(request: FastifyRequest): Promise<Operator | null>;
  /**
   * Runs a handler when one of the console's few database connections is free and it is the network's turn.
   * @throws Refusal "busy" or "tooMany" if too many wait
   */
  schedule<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
  /** Runs a write once for its idempotency key; a repetition gets the first result. @throws Refusal "conflict" */
  runOnce(
    call: OperatorCall,
    args: unknown,
    caller: OperatorCaller,
    work: () => Promise<unknown>,
  ): Promise<unknown>;
  now(): number;
};

/** Refusals that follow from other fields of the declaration. */
const IMPLIED_REFUSALS: ReadonlySet<RefusalName> = new Set([
  "invalid",
  "badRequest",
  "forbidden",
  "notFound",
  "tooMany",
  "busy",
  "internal",
  "unreachable",
  "unauthenticated",
  "conflict",
  "stepUpRequired",
]);

/** Holds the handlers of the operator console's calls (requirements CO07, CO08). */
export class OperatorRouter {
  readonly #registered = new Map<string, RegisteredCall>();
  readonly #mounts: ((app: FastifyInstance, context: OperatorRequestContext) => void)[] = [];
  readonly #isProduction: boolean;
  constructor(isProduction: boolean) {
    this.#isProduction = isProduction;
  }

  /** Registers the handler of a call. */
  on<C extends OperatorCall>(call: C, handler: OperatorCallHandler<C>): void {
    if (this.#registered.has(call.name)) throw new Error(`two handlers registered for ${call.name}`);
    this.#registered.set(call.name, { call, handle: handler as AnyHandler });
  }

  /** Adds routes that are no calls, such as a stream, when the calls are mounted. */
  onMount(mount: (app: FastifyInstance, context: OperatorRequestContext) => void): void {
    this.#mounts.push(mount);
  }

  /** All calls with a handler. */
  get registeredCalls(): OperatorCall[] {
    return [...this.#registered.values()].map(({ call }) => call);
  }

  /**
   * Answers a read for an operator beside the calls that a page makes: a file of a list, or the search. Right, arguments,
   * scope and schema are judged as for a page.
   * @throws Refusal
   */
  async read<C extends OperatorCall>(
    call: C,
    args: OperatorArgs<C>,
    operator: Operator,
  ): Promise<OperatorResult<C>> {
    const registered = this.#registered.get(call.name);
    if (registered === undefined || call.kind !== "read") throw new Error(`no read ${call.name}`);
    requireOperatorAccess(call, operator, 0);
    const parsed = parseArguments(call, args);
    const result = await this.#execute(call, registered.handle, parsed, callerWithoutRequest(operator));
    return call.result.parse(result) as OperatorResult<C>;
  }

  /** Registers the routes of all calls. */
  mount(app: FastifyInstance, context: OperatorRequestContext): void {
    for (const mount of this.#mounts) mount(app, context);
    for (const registered of this.#registered.values()) {
      const url = CONSOLE_API + registered.call.path;
      const takesPicture = registered.call.body === "picture";
      app.post(url, { config: { takesPicture, countedAs: "call" } }, (request, reply) =>
        this.#serve(registered, request, reply, context),
      );
      refuseOtherMethods(app, url, new Set(["POST"]));
    }
  }

  async #serve(
    registered: RegisteredCall,
    request: FastifyRequest,
    reply: FastifyReply,
    context: OperatorRequestContext,
  ): Promise<FastifyReply> {
    try {
      const data = await this.#run(registered, request, reply, context);
      return reply.sent ? reply : sendResult(reply, data);
    } catch (error) {
      if (error instanceof Refusal) return sendRefusal(reply, error);
      if (error instanceof DecryptionError) {
        request.log.error({ err: error, call: registered.call.name }, "decryption failed");
        return sendRefusal(reply, decryptionRefusal());
      }
      if (!isOutage(error)) throw error;
      request.log.error({ err: error, call: registered.call.name }, "database or storage unavailable");
      return sendRefusal(reply, new Refusal("unreachable", { retryAfterSeconds: 2 }));
    }
  }

  /** Runs all steps of a request. @throws Refusal */
  async #run(
    { call, handle }: RegisteredCall,
    request: FastifyRequest,
    reply: FastifyReply,
    context: OperatorRequestContext,
  ): Promise<unknown> {
    context.checkNetwork(request);
    context.checkOrigin(request);
    const run = async (): Promise<unknown> => {
      const operator = await repeatIfConnectionLost(() => context.authenticate(request));
      requireOperatorAccess(call, operator, context.now());
      const args = parseArguments(call, call.body === "picture" ? {} : (request.body ?? {}));
      const caller = toCaller(request, reply, operator);
      const work = async (): Promise<unknown> =>
        call.result.parse(await this.#execute(call, handle, args, caller));
      const isKept = call.kind === "write" && !call.isShownOnce && operator !== null;
      return isKept ? context.runOnce(call, args, caller, work) : work();
    };
    return call.waitsOutside ? run() : context.schedule(request, run);
  }

  async #execute(
    call: OperatorCall,
    handle: AnyHandler,
    args: unknown,
    caller: OperatorCaller,
  ): Promise<unknown> {
    try {
      const answer = () => handle(args, caller);
      return await (call.kind === "read" ? repeatIfConnectionLost(answer) : answer());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.refusal === "revealLimit")
        caller.request.log.warn(
          { operator: caller.operator?.operatorId, call: call.name },
          "reveal limit of an operator reached",
        );
      if (
        !this.#isProduction &&
        !IMPLIED_REFUSALS.has(error.refusal) &&
        !call.refusals.includes(error.refusal)
      )
        throw new Error(`${call.name} does not declare "${error.refusal}"`, { cause: error });
      throw error;
    }
  }
}

/** @throws Refusal "unauthenticated", "forbidden" or "stepUpRequired" */
function requireOperatorAccess(
  { right, reach = "list", stepUp }: OperatorCall,
  operator: Operator | null,
  now: number,
): void {
  if (right === "anyone") return;
  if (operator === null) throw new Refusal("unauthenticated");
  if (right !== "self" && !hasRight(operator, right, reach)) throw new Refusal("forbidden");
  if (stepUp && operator.stepUpUntil <= now) throw new Refusal("stepUpRequired");
}

const noRequest = (): never => {
  throw new Error("a read beside the calls of a page has no request");
};
/** Caller of a read that no request of its own caused. */
const callerWithoutRequest = (operator: Operator): OperatorCaller => ({
  operator,
  address: "",
  userAgent: "",
  requestId: "",
  idempotencyKey: null,
  picture: null,
  get request(): FastifyRequest {
    return noRequest();
  },
  get reply(): FastifyReply {
    return noRequest();
  },
});

function toCaller(request: FastifyRequest, reply: FastifyReply, operator: Operator | null): OperatorCaller {
  const key = request.headers["idempotency-key"];
  return {
    operator,
    address: request.ip,
    userAgent: request.headers["user-agent"] ?? "",
    requestId: request.id,
    idempotencyKey: typeof key === "string" && key.length <= 200 ? key : null,
    picture: request.body instanceof Readable ? request.body : null,
    request,
    reply,
  };
}
