import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { serverSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import type { User } from "./caller.ts";
import type { Gate } from "./calls.ts";
import { deviceOf } from "./device.ts";
import { signatureCheck } from "./signature.ts";

/** What a session token is worth. @throws Refusal "sessionExpired" for an outlived one */
export type Authenticate = (token: string) => Promise<User | null>;

const header = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" && value.length <= 200 ? value : null;
};

/** Makes the Caller of each request: session, device, address; and checks signed calls. */
export async function createGate(kit: Kit, authenticate: Authenticate): Promise<Gate> {
  const deviceSecret = await serverSecret(kit.db, kit.clock, "device");
  const check = signatureCheck(kit);
  return {
    checkSignature: (call, request, args) => check(call, request, args),
    async callerOf(request, reply) {
      const token = header(request, "x-access-token");
      return {
        user: token === null ? null : await authenticate(token),
        token,
        address: request.ip,
        userAgent: request.headers["user-agent"] ?? "",
        device: deviceOf(request, reply, deviceSecret, kit.clock.now()),
        requestId: request.id,
        captchaVerifyId: header(request, "x-captcha-verify-id"),
        idempotencyKey: header(request, "idempotency-key"),
        reply: { header: (name, value) => void reply.header(name, value) },
        picture: request.body instanceof Readable ? request.body : null,
        raw: { request: request.raw, response: reply.raw },
      };
    },
  };
}
