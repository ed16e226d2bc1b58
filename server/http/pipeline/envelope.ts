import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { httpMessages } from "./messages.ts";

/** The body of a success (contract section 2). */
export const serializeEnvelope = (data: unknown, code: "00" | 200 = "00"): string =>
  `{"code":${JSON.stringify(code)},"message":"${httpMessages.done}","data":${JSON.stringify(data ?? null)}}`;

/** Fastify's reply.code refuses 600 and up; the product has 602, 611, 633 … */
export function setRawStatus(reply: FastifyReply, status: number): FastifyReply {
  reply.raw.statusCode = status;
  return reply;
}

/** What an answer differs by: what was said of it before, and a header of the request's. */
export const appendVary = (reply: FastifyReply, name: string): string =>
  [reply.getHeader("vary"), name].flat().filter(Boolean).join(", ");

/** Answers 304 where the caller has this ETag already; sets the ETag otherwise. */
export function replyNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header("etag", etag).header("cache-control", "no-cache");
  const known = request.headers["if-none-match"];
  if (known === undefined || !known.split(",").some((part) => part.trim() === etag)) return false;
  void reply.code(304).send();
  return true;
}

export function sendResult(reply: FastifyReply, data: unknown, code?: 200): FastifyReply {
  if (!reply.hasHeader("cache-control")) void reply.header("cache-control", "no-store");
  return reply.header("content-type", "application/json; charset=utf-8").send(serializeEnvelope(data, code));
}

/** What a crowd is told is one refusal, and made into text once. */
const serializedRefusals = new WeakMap<Refusal, string>();
/** The body of a refusal: an envelope whose data says what is wrong by field. */
export function serializeRefusal(refusal: Refusal): string {
  const made = serializedRefusals.get(refusal);
  if (made !== undefined) return made;
  const { code, message, fields, data } = refusal;
  const hasFields = Object.keys(fields).length > 0;
  const body = JSON.stringify({ code, message, data: hasFields ? { fields } : data });
  serializedRefusals.set(refusal, body);
  return body;
}
export const refusalStatus = ({ status }: Refusal): number => status || 500;

/** Answers with a refusal: status, headers and envelope. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  for (const [name, value] of Object.entries(refusal.headers)) void reply.header(name, value);
  void reply.header("cache-control", "no-store").header("content-type", "application/json; charset=utf-8");
  return setRawStatus(reply, refusalStatus(refusal)).send(serializeRefusal(refusal));
}

/** What is told where a sealed text was changed, or stands in another row than its own: nothing of it (docs/security.md "Bound to its row"). */
export const decryptionRefusal = (): Refusal =>
  new Refusal("other", { message: httpMessages.sealBroken }, { status: 200, code: "SEAL_BROKEN" });
