import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { sendRefusal } from "./envelope.ts";

/** What is for the app's own programs: there a wrong address is told as every refusal is. */
const apiPath = /^\/(mall-api|pass|security|sa|sa\.gif|media|sim|metrics|healthz|readyz)(\/|\?|$)/;

/** A person's browser at an address where nothing is, not a program, nor a page for one of its files. */
const isBrowserNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  /\btext\/html\b/.test(headers.accept ?? "") &&
  !url.startsWith(WEB_BASE) &&
  !apiPath.test(url);

/** Tells a program that nothing is there, and shows a person the app's own page for it (requirement C31). */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): unknown {
  if (!isBrowserNavigation(request)) return sendRefusal(reply, new Refusal("notFound"));
  return reply.header("cache-control", "no-store").redirect(`${WEB_BASE}404`, 302);
}
