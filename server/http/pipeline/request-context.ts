import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { signHmac } from "../../core/secrets.ts";
import { visitor, type Caller, type User } from "./caller.ts";
import type { RequestContext } from "./rpc-router.ts";
import { createDeviceReader, type Device } from "../security/device-cookie.ts";
import type { FastPathReply } from "../fast-path/rpc-fast-path.ts";
import { isLoopbackAddress } from "../network/ip-network.ts";
import {
  hasOwnBucket,
  mobileBucketFor,
  bucketsFor,
  RATE_LIMIT_TEST_FACTOR,
  type RateLimitBucket,
} from "../rate-limit/rate-limit-rules.ts";
import { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { createSignatureCheck } from "../security/request-signature.ts";

/**
 * The user of a session token, null for an unknown one.
 * @param mayBeKept what this process remembers will do, of before half a second at most; missing: it is read
 * @throws Refusal "sessionExpired" for an outlived one
 */
export type Authenticate = (token: string, mayBeKept?: boolean) => Promise<User | null>;

const headerValue = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : null;
};

/** Refuses whoever asks more often than a minute allows (pace-rules.ts). */
function createCallLimiter(context: AppContext, pace: RateLimiter, secret: string) {
  const { config, clock } = context;
  const factor = config.captchaTestX === null ? 1 : RATE_LIMIT_TEST_FACTOR;
  // Outside production everybody sits on the machine's own address.
  const isCounted = ({ isShared: isStrangers }: RateLimitBucket, { address }: Caller): boolean =>
    !isStrangers || config.isProduction || !isLoopbackAddress(address);
  const take = (shares: readonly RateLimitBucket[], caller: Caller): void => {
    if (!config.rateLimits) return;
    for (const share of shares.filter((one) => isCounted(one, caller))) {
      const wait = pace.take(share.subject, share.limit * factor);
      if (wait > 0) throw new Refusal("tooMany", { retryAfterSeconds: Math.ceil(wait / 1000) });
    }
  };
  return {
    admit: (call: Call, caller: Caller) => take(bucketsFor(call, caller, clock.now()), caller),
    admitNamed(args: unknown, caller: Caller) {
      const { mobile } = (args ?? {}) as { mobile?: unknown };
      if (typeof mobile !== "string") return;
      const share = mobileBucketFor(mobile, caller, (text) => signHmac(secret, text), clock.now());
      if (share !== null) take([share], caller);
    },
  };
}

type IdentifiedCaller = Pick<Caller, "token" | "user"> & { readonly deviceOnce: () => Device };
/**
 * A class for its getter: one that stands in an object literal makes V8 a new shape for each request, in its old
 * generation, and what a request needs outlives every small collection: a sixth of a crowd's time went there.
 * A copy by `...` lacks the getter's value, and the types do not say so.
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
  readonly #deviceOnce: () => Device;
  constructor(request: FastifyRequest, reply: FastPathReply, { token, user, deviceOnce }: IdentifiedCaller) {
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
    this.#deviceOnce = deviceOnce;
  }
  get device(): Device {
    return this.#deviceOnce();
  }
}

/** Makes the Caller of each request: session, device, address; counts it; and checks signed calls. */
export async function createRequestContext(
  context: AppContext,
  authenticate: Authenticate,
): Promise<RequestContext & { close(): void }> {
  const deviceSecret = await serverSecret(context.db, context.clock, "device");
  const check = createSignatureCheck(context);
  const pace = new RateLimiter(context);
  const { admit, admitNamed } = createCallLimiter(context, pace, deviceSecret);
  const gate: RequestContext = {
    limitCall: admit,
    limitNamedMobile: admitNamed,
    async limitVisitor(call, request, reply) {
      try {
        admit(call, { ...visitor, address: request.ip });
      } catch (error) {
        // A crowded address: a device that is known goes on by itself.
        const caller = await gate.callerOf(request, reply);
        if (!hasOwnBucket(caller, context.clock.now())) throw error;
        admit(call, caller);
      }
    },
    checkSignature: (call, request, args) => check(call, request, args),
    async callerOf(request, reply, mayBeKept) {
      const token = headerValue(request, "x-access-token");
      const deviceOnce = createDeviceReader(request, reply, deviceSecret, context.clock.now());
      return new RequestCaller(request, reply, {
        token,
        deviceOnce,
        user: token === null ? null : await authenticate(token, mayBeKept),
      });
    },
  };
  return { ...gate, close: () => pace.close() };
}
