import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { sendRefusal } from "./envelope.ts";

/** Paths that programs request; an unknown URL below them gets a refusal, never a page. */
const apiPath = /^\/(mall-api|pass|security|sa|sa\.gif|media|sim|metrics|healthz|readyz)(\/|\?|$)/;

/** Whether a person has navigated to the URL, as opposed to a program or a page that loads one of its files. */
const isBrowserNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  method === "GET" &&
  /\btext\/html\b/.test(headers.accept ?? "") &&
  !url.startsWith(WEB_BASE) &&
  !apiPath.test(url);

/** Answers a program with 404, and shows a person the app's page for unknown URLs (requirement C31). */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): unknown {
  if (!isBrowserNavigation(request)) return sendRefusal(reply, new Refusal("notFound"));
  return reply.header("cache-control", "no-store").redirect(`${WEB_BASE}404`, 302);
}
