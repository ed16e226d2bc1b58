import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { sendRefusal } from "./envelope.ts";

/** Paths that programs request; an unknown URL below them gets a refusal, never a page. */
const apiPath =
  /^\/(mall-api|console|console-api|pass|security|sa|sa\.gif|media|sim|metrics|healthz|readyz)(\/|\?|$)/;

/** Whether a person has navigated to the URL, as opposed to a program or a page that loads one of its files. */
const isBrowserNavigation = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  /\btext\/html\b/.test(headers.accept ?? "") &&
  !apiPath.test(url);
/** Redirects, because the page's router reads the address: at an unknown one it would show nothing. */
const redirectToPage = (reply: FastifyReply): FastifyReply =>
  reply.header("cache-control", "no-store").redirect(`${WEB_BASE}404`, 302);

/** Answers a program with 404, and shows a person the app's page for unknown URLs (requirement C31). */
export function handleNotFound(request: FastifyRequest, reply: FastifyReply): unknown {
  if (!isBrowserNavigation(request) || request.url.startsWith(WEB_BASE))
    return sendRefusal(reply, new Refusal("notFound"));
  return redirectToPage(reply);
}

/** Answers a URL that cannot be decoded, such as one with a broken percent sign: 400, or the page for a person. */
export function handleMalformedUrl(request: FastifyRequest, reply: FastifyReply): unknown {
  return isBrowserNavigation(request) ? redirectToPage(reply) : sendRefusal(reply, new Refusal("badRequest"));
}
