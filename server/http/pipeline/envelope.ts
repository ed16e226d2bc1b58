import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { httpMessages } from "./messages.ts";

/** The body of a success (contract section 2). */
export const serializeEnvelope = (data: unknown, code: "00" | 200 = "00"): string =>
  `{"code":${JSON.stringify(code)},"message":"${httpMessages.success}","data":${JSON.stringify(data ?? null)}}`;

/** Sets a status code that Fastify's `reply.code` refuses: 600 and above, for example 602, 611, 633. */
export function setRawStatus(reply: FastifyReply, status: number): FastifyReply {
  reply.raw.statusCode = status;
  return reply;
}

/** The Vary header of a reply with one more name. */
export const appendVary = (reply: FastifyReply, name: string): string =>
  [reply.getHeader("vary"), name].flat().filter(Boolean).join(", ");

/** The Allow header of a 405; HEAD is allowed wherever GET is. */
export const allowedMethods = (methods: readonly string[]): string =>
  [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))].join(", ");

/**
 * Whether the client has a representation already: If-None-Match lists its ETag, in any form (weak comparison, RFC
 * 9110 13.1.2), or is `*`.
 */
export function matchesEtag({ headers }: Pick<FastifyRequest, "headers">, etag: string): boolean {
  const known = headers["if-none-match"];
  if (known === undefined) return false;
  if (known.trim() === "*") return true;
  const opaque = (tag: string): string => tag.replace(/^W\//, "");
  return (known.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => opaque(tag) === opaque(etag));
}

/** Sets the ETag, and answers 304 if the client has it already. @returns whether it did */
export function replyNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header("etag", etag).header("cache-control", "no-cache");
  if (!matchesEtag(request, etag)) return false;
  void reply.code(304).send();
  return true;
}

/** Sends the data of a call in its envelope. @param code of the success; default "00" */
export function sendResult(reply: FastifyReply, data: unknown, code?: 200): FastifyReply {
  if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  return reply.header("content-type", "application/json; charset=utf-8").send(serializeEnvelope(data, code));
}

/** Caches bodies by refusal, because crowds get one and the same instance. */
const serializedRefusals = new WeakMap<Refusal, string>();
/** The body of a refusal: an envelope whose data has the messages by field. */
export function serializeRefusal(refusal: Refusal): string {
  const cached = serializedRefusals.get(refusal);
  if (cached !== undefined) return cached;
  const { code, message, fields, data } = refusal;
  const hasFields = Object.keys(fields).length > 0;
  const body = JSON.stringify({ code, message, data: hasFields ? { fields } : data });
  serializedRefusals.set(refusal, body);
  return body;
}
export const refusalStatus = ({ status }: Refusal): number => status || 500;

/** Sends a refusal: status, headers and envelope. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  for (const [name, value] of Object.entries(refusal.headers)) void reply.header(name, value);
  void reply.header("cache-control", "no-store").header("content-type", "application/json; charset=utf-8");
  return setRawStatus(reply, refusalStatus(refusal)).send(serializeRefusal(refusal));
}

/** The refusal for a ciphertext that was changed or moved to another row; shows nothing of it (docs/security.md "Bound to its row"). */
export const decryptionRefusal = (): Refusal =>
  new Refusal("other", { message: httpMessages.decryptionFailed }, { status: 200, code: "SEAL_BROKEN" });

/** Answers 405 for the methods that a URL does not have, with the ones that it has. */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: ReadonlySet<string>): void {
  const others = (["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"] as const).filter(
    (method) => !methods.has(method === "HEAD" ? "GET" : method),
  );
  app.route({
    method: others,
    url,
    exposeHeadRoute: false,
    handler: (_request, reply) =>
      sendRefusal(reply.header("Allow", allowedMethods([...methods])), new Refusal("methodNotAllowed")),
  });
}
