import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { userAgentOf } from "../hosts/hosts.ts";
import { LAB_NAME, placeOfName } from "./origins.ts";

/** Loads the host's scripts (index.ts) before all scripts of a page. */
const TAG = '<script src="/lab/host.js"></script>';

/** Replaces frame-ancestors so that only the lab may frame the page. */
const framedBy = (policy: string, lab: string): string =>
  policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${lab}`);

/** Whether a request may be for a page: neither a file nor a page of the lab. */
const mayBePage = ({ method, url }: FastifyRequest): boolean =>
  method === "GET" && !/^\/lab\b/.test(url) && !/\.[a-z0-9]{1,8}$/i.test(url.split("?", 1)[0] ?? "");

/** @param lab scheme://host:port of the lab in the browser */
function allowFraming({ raw }: FastifyReply, lab: string): void {
  const setHeader = raw.setHeader.bind(raw);
  // The provider's library writes to Node's response directly, bypassing all hooks.
  raw.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === "content-security-policy" ? framedBy(String(value), lab) : value);
}

/**
 * Injects the host's scripts at the start of pages that are requested under the name of a simulated host, and
 * allows the lab to frame them. Everything else, including the rest of the policy, is as in production: the
 * scripts come from the page's own origin, which all our policies allow.
 * @param appMarker the brand's, in the native app's user agent
 */
export function addFrameInjection(app: FastifyInstance, appMarker: string): void {
  app.addHook("onRequest", (request, reply, done) => {
    const place = placeOfName(request.hostname);
    // Scripts cannot set a request's user agent, so the header is replaced by the host's.
    if (place !== null) request.headers["user-agent"] = userAgentOf(place.kind, appMarker);
    if (place !== null && mayBePage(request)) {
      // Scripts cannot be injected into a compressed page, nor into one that the browser has cached.
      delete request.headers["accept-encoding"];
      delete request.headers["if-none-match"];
      allowFraming(reply, labOriginOf(request));
    }
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    const isPage = String(reply.getHeader("content-type") ?? "").startsWith("text/html");
    if (!isPage || !mayBePage(request) || placeOfName(request.hostname) === null) return done(null, payload);
    const policy = reply.getHeader("content-security-policy");
    if (typeof policy === "string")
      void reply.header("content-security-policy", framedBy(policy, labOriginOf(request)));
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    void reply.removeHeader("content-length");
    done(
      null,
      String(payload).replace(/<head[^>]*>/i, (head) => head + TAG),
    );
  });
}

/** Origin of the lab for a simulated host: same scheme, same port. */
export function labOriginOf(request: FastifyRequest): string {
  const port = request.port === null ? "" : `:${request.port}`;
  return `${request.protocol}://${LAB_NAME}${port}`;
}
