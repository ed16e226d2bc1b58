import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { signHmac } from "../../core/secrets.ts";
import { visitor, type Caller, type User } from "./caller.ts";
import type { RequestContext } from "./rpc-router.ts";
import { createRequestDevice, type Device, type RequestDevice } from "../security/device-cookie.ts";
import type { DeviceProofKind } from "../security/device-proof.ts";
import type { FastPathReply } from "../fast-path/rpc-fast-path.ts";
import { isLoopbackAddress } from "../network/ip-network.ts";
import {
  hasOwnBucket,
  mobileBucketFor,
  bucketsFor,
  RATE_LIMIT_TEST_FACTOR,
  type RateLimitBucket,
} from "../rate-limit/rate-limit-rules.ts";
import { createReadRouting, type MarkWrite } from "./read-your-writes.ts";
import { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { createSignatureCheck } from "../security/request-signature.ts";

/**
 * Returns the user of a session token, null for an unknown one.
 * @param mayBeCached accepts a session from the cache, half a second old at most; else it is read from the database
 * @throws Refusal "sessionExpired"
 */
export type Authenticate = (token: string, mayBeCached?: boolean) => Promise<User | null>;

const headerValue = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : null;
};

/** Refuses callers over their limit of calls per minute (rate-limit-rules.ts). */
function createCallLimiter(context: AppContext, limiter: RateLimiter, secret: string) {
  const { config, clock } = context;
  const factor = config.captchaTestX === null ? 1 : RATE_LIMIT_TEST_FACTOR;
  // Outside production all clients may share the machine's own address.
  const isCounted = ({ isShared }: RateLimitBucket, { address }: Caller): boolean =>
    !isShared || config.isProduction || !isLoopbackAddress(address);
  const take = (buckets: readonly RateLimitBucket[], caller: Caller): void => {
    if (!config.rateLimits) return;
    for (const { subject, limit } of buckets.filter((bucket) => isCounted(bucket, caller))) {
      const wait = limiter.take(subject, limit * factor);
      if (wait > 0) throw new Refusal("tooMany", { retryAfterSeconds: Math.ceil(wait / 1000) });
    }
  };
  return {
    limitCall: (call: Pick<Call, "method" | "captcha">, caller: Caller) =>
      take(bucketsFor(call, caller, clock.now()), caller),
    limitNamedMobile(args: unknown, caller: Caller) {
      const { mobile } = (args ?? {}) as { mobile?: unknown };
      if (typeof mobile !== "string") return;
      const bucket = mobileBucketFor(mobile, caller, (text) => signHmac(secret, text), clock.now());
      if (bucket !== null) take([bucket], caller);
    },
  };
}

type IdentifiedCaller = Pick<Caller, "token" | "user" | "proveDevice"> & { readonly device: RequestDevice };
/**
 * The caller of an HTTP request. It is a class for the sake of its getter: a getter in an object literal makes V8 create
 * a new hidden class for each request, in the old generation, which took a sixth of the time under load.
 * A copy by spread lacks `device`, and the types do not show it.
 */
class RequestCaller implements Caller {
  readonly user: User | null;
  readonly token: string | null;
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly captchaVerifyId: string | null;
  readonly idempotencyKey: string | null;
  readonly staffLink: string | null;
  readonly reply: Caller["reply"];
  readonly picture: Readable | null;
  readonly raw: Caller["raw"];
  readonly proveDevice: Caller["proveDevice"];
  readonly #device: RequestDevice;
  constructor(
    request: FastifyRequest,
    reply: FastPathReply,
    { token, user, device, proveDevice }: IdentifiedCaller,
  ) {
    this.user = user;
    this.token = token;
    this.address = request.ip;
    this.userAgent = request.headers["user-agent"] ?? "";
    this.requestId = request.id;
    this.captchaVerifyId = headerValue(request, "x-captcha-verify-id");
    this.idempotencyKey = headerValue(request, "idempotency-key");
    this.staffLink = headerValue(request, "x-staff-link");
    this.reply = { header: (name, value) => void reply.header(name, value) };
    this.picture = request.body instanceof Readable ? request.body : null;
    this.raw = { request: request.raw, response: reply.raw };
    this.proveDevice = proveDevice;
    this.#device = device;
  }
  get device(): Device {
    return this.#device.read();
  }
}

/** Creates the steps before a handler: identify the caller, limit the rate, check the signature. */
export async function createRequestContext(
  context: AppContext,
  { authenticate, markWrite }: { readonly authenticate: Authenticate; readonly markWrite: MarkWrite },
): Promise<RequestContext & { close(): void }> {
  const deviceSecret = await serverSecret(context.db, context.clock, "device");
  const limiter = new RateLimiter(context);
  const { limitCall, limitNamedMobile } = createCallLimiter(context, limiter, deviceSecret);
  const limitVisitor = async (call: Call, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      limitCall(call, { ...visitor, address: request.ip });
    } catch (error) {
      // The network is over its limit, but a trusted device has a limit of its own.
      const caller = await requestContext.callerOf(request, reply);
      if (!hasOwnBucket(caller, context.clock.now())) throw error;
      limitCall(call, caller);
    }
  };
  /** Finds the user of a token; an expired one is counted like a visitor's call, since looking it up costs as much. */
  const findUser = async (token: string, address: string, mayBeCached?: boolean): Promise<User | null> => {
    try {
      return await authenticate(token, mayBeCached);
    } catch (error) {
      limitCall({ method: "GET" }, { ...visitor, address });
      throw error;
    }
  };
  const requestContext: RequestContext = {
    limitCall,
    limitNamedMobile,
    routeReads: createReadRouting(context.reads === context.db ? null : markWrite, context.log),
    async scheduleAnswer(call, request, reply, name, compute) {
      const { workQuota } = context;
      if (!workQuota.isShared("answer", name)) await limitVisitor(call, request, reply);
      return workQuota.share("answer", request.ip, name, compute);
    },
    checkSignature: createSignatureCheck(context),
    async callerOf(request, reply, mayBeCached) {
      const token = headerValue(request, "x-access-token");
      const now = context.clock.now();
      const device = createRequestDevice(request, reply, deviceSecret, now);
      return new RequestCaller(request, reply, {
        token,
        device,
        proveDevice: (by: DeviceProofKind) => device.prove({ by, time: now }),
        user: token === null ? null : await findUser(token, request.ip, mayBeCached),
      });
    },
  };
  return { ...requestContext, close: () => limiter.close() };
}
