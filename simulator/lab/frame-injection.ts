import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { userAgentOf } from "../hosts/hosts.ts";
import { LAB_NAME, placeOfName } from "./origins.ts";

/** Runs before anything of a page: the host's scripts (routes.ts gives them). */
const TAG = '<script src="/lab/host.js"></script>';

/** A page's policy as it is, but for the lab: nobody else may frame it then. */
const framedBy = (policy: string, lab: string): string =>
  policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${lab}`);

/** Not a file by its address, and not the lab's own. */
const mayBePage = ({ method, url }: FastifyRequest): boolean =>
  method === "GET" && !/^\/lab\b/.test(url) && !/\.[a-z0-9]{1,8}$/i.test(url.split("?", 1)[0] ?? "");

/** @param lab scheme://host:port of the lab as the browser has it */
function openRaw({ raw }: FastifyReply, lab: string): void {
  const setHeader = raw.setHeader.bind(raw);
  // The provider's library writes to Node's own object, past all hooks.
  raw.setHeader = (name, value) =>
    setHeader(name, name.toLowerCase() === "content-security-policy" ? framedBy(String(value), lab) : value);
}

/**
 * Pages that are asked for under the name of a simulated host get the host's scripts, put first,
 * and may be framed by the lab. Everything else of them, their policy too, is as in production: the
 * scripts come from the page's own origin, which every policy of ours allows.
 * @param appMarker the brand's, in the native app's user agent
 */
export function addFrameInjection(app: FastifyInstance, appMarker: string): void {
  app.addHook("onRequest", (request, reply, done) => {
    const place = placeOfName(request.hostname);
    // No script can set a request's own user agent; whoever reads it is to read the host's.
    if (place !== null) request.headers["user-agent"] = userAgentOf(place.kind, appMarker);
    if (place !== null && mayBePage(request)) {
      // Nothing can be put into a compressed page, nor into one that the browser has already.
      delete request.headers["accept-encoding"];
      delete request.headers["if-none-match"];
      openRaw(reply, labOriginOf(request));
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

/** The lab beside a simulated host: same scheme, same port. */
export function labOriginOf(request: FastifyRequest): string {
  const port = request.port === null ? "" : `:${request.port}`;
  return `${request.protocol}://${LAB_NAME}${port}`;
}
