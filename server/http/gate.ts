import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { Refusal } from "#contract/errors.ts";
import { serverSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import { seal } from "../secrets.ts";
import { visitor, type Caller, type User } from "./caller.ts";
import type { Gate } from "./calls.ts";
import { deviceLooker, type Device } from "./device.ts";
import type { Answering } from "./hot-calls.ts";
import { isLoopback } from "./network.ts";
import { isKnown, mobileShareOf, sharesOf, TEST_FACTOR, type Share } from "./pace-rules.ts";
import { Pace } from "./pace.ts";
import { signatureCheck } from "./signature.ts";

/**
 * The user of a session token, null for an unknown one.
 * @param mayBeKept what this process remembers will do, of before half a second at most; missing: it is read
 * @throws Refusal "sessionExpired" for an outlived one
 */
export type Authenticate = (token: string, mayBeKept?: boolean) => Promise<User | null>;

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : null;
};

/** Refuses whoever asks more often than a minute allows (pace-rules.ts). */
function pacing(kit: Kit, pace: Pace, secret: string) {
  const { config, clock } = kit;
  const factor = config.captchaTestX === null ? 1 : TEST_FACTOR;
  // Outside production everybody sits on the machine's own address.
  const isCounted = ({ isStrangers }: Share, { address }: Caller): boolean =>
    !isStrangers || config.isProduction || !isLoopback(address);
  const take = (shares: readonly Share[], caller: Caller): void => {
    if (!config.rateLimits) return;
    for (const share of shares.filter((one) => isCounted(one, caller))) {
      const wait = pace.take(share.subject, share.most * factor);
      if (wait > 0) throw new Refusal("tooMany", { retryAfterSeconds: Math.ceil(wait / 1000) });
    }
  };
  return {
    admit: (call: Call, caller: Caller) => take(sharesOf(call, caller, clock.now()), caller),
    admitNamed(args: unknown, caller: Caller) {
      const { mobile } = (args ?? {}) as { mobile?: unknown };
      if (typeof mobile !== "string") return;
      const share = mobileShareOf(mobile, caller, (text) => seal(secret, text), clock.now());
      if (share !== null) take([share], caller);
    },
  };
}

type Known = Pick<Caller, "token" | "user"> & { readonly deviceOnce: () => Device };
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
  constructor(request: FastifyRequest, reply: Answering, { token, user, deviceOnce }: Known) {
    this.user = user;
    this.token = token;
    this.address = request.ip;
    this.userAgent = request.headers["user-agent"] ?? "";
    this.requestId = request.id;
    this.captchaVerifyId = header(request, "x-captcha-verify-id");
    this.idempotencyKey = header(request, "idempotency-key");
    this.staffLink = header(request, "x-staff-link");
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
export async function createGate(kit: Kit, authenticate: Authenticate): Promise<Gate & { close(): void }> {
  const deviceSecret = await serverSecret(kit.db, kit.clock, "device");
  const check = signatureCheck(kit);
  const pace = new Pace(kit);
  const { admit, admitNamed } = pacing(kit, pace, deviceSecret);
  const gate: Gate = {
    admit,
    admitNamed,
    async admitVisitor(call, request, reply) {
      try {
        admit(call, { ...visitor, address: request.ip });
      } catch (error) {
        // A crowded address: a device that is known goes on by itself.
        const caller = await gate.callerOf(request, reply);
        if (!isKnown(caller, kit.clock.now())) throw error;
        admit(call, caller);
      }
    },
    checkSignature: (call, request, args) => check(call, request, args),
    async callerOf(request, reply, mayBeKept) {
      const token = header(request, "x-access-token");
      const deviceOnce = deviceLooker(request, reply, deviceSecret, kit.clock.now());
      return new RequestCaller(request, reply, {
        token,
        deviceOnce,
        user: token === null ? null : await authenticate(token, mayBeKept),
      });
    },
  };
  return { ...gate, close: () => pace.close() };
}
