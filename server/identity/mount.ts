import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import type { Site } from "#contract/site.ts";
import type { Config } from "../config.ts";
import { sendRefusal } from "../http/envelope.ts";
import { notBuiltPage, serverPagePolicy, shellPolicy } from "./html.ts";
import type { ProviderHolder } from "./provider-holder.ts";
import { isProviderOrigin } from "./redirects.ts";

/** What of the library is reachable, and how; anything else beside it is the contract's calls. */
const endpoints = {
  "/auth": ["GET"],
  "/auth/:uid": ["GET"],
  "/token": ["POST"],
  "/token/revocation": ["POST"],
  "/me": ["GET", "POST"],
  "/jwks": ["GET"],
  "/session/end": ["GET"],
  "/session/end/confirm": ["POST"],
  "/session/end/success": ["GET"],
  "/.well-known/openid-configuration": ["GET"],
} as const satisfies Record<string, readonly ("GET" | "POST")[]>;

/**
 * The origin that a request came to, where the provider answers: the issuer's own, or while
 * provider and app share their origin, another name of that place (localhost for 127.0.0.1), so
 * that whoever uses that name keeps it through the login. Anything else is the issuer's.
 */
function originOf(request: FastifyRequest, holder: ProviderHolder): string {
  const where = holder.where();
  const came = `${request.protocol}://${request.host}`;
  return isProviderOrigin(came, where) ? came : new URL(where.issuer).origin;
}

type Mounted = { holder: ProviderHolder; mountPath: string; policy: string };

/** Hands a request to the library, which wants Node's own objects and addresses below its mount. */
async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { holder, mountPath, policy }: Mounted,
): Promise<void> {
  const provider = await holder.get();
  const origin = new URL(originOf(request, holder));
  const { raw } = request;
  const below = (raw.url ?? "").slice(mountPath.length);
  // The library makes addresses of these; what a client sent under these names is overwritten.
  raw.headers["x-forwarded-proto"] = origin.protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = origin.host;
  delete raw.headers["x-forwarded-for"];
  Object.assign(raw, { originalUrl: raw.url });
  raw.url = below;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader("content-security-policy", policy);
  reply.raw.setHeader("referrer-policy", "no-referrer");
  reply.hijack();
  await provider.callback()(raw, reply.raw);
}

/** Where the built shell waits for the release's public configuration. */
const SITE = /(<script type="application\/json" id="site">)\s*null\s*(<\/script>)/;
/** JSON inside HTML: nothing in it ends the script. */
const withSite = (html: string, site: Pick<Site, "brand" | "securityBase">): string =>
  html.replace(SITE, (_whole, start, end) => start + JSON.stringify(site).replaceAll("<", "\\u003c") + end);

/** The page of an interaction: the same shell for all, which asks what it is about by its uid. */
async function sendShell(
  reply: FastifyReply,
  shell: URL,
  { brand, securityBase }: Pick<Config, "brand" | "securityBase">,
): Promise<void> {
  const html = await readFile(shell, "utf8").then(
    (text) => withSite(text, { brand, securityBase }),
    () => null,
  );
  void reply
    .header("content-security-policy", html === null ? serverPagePolicy(brand) : shellPolicy(securityBase))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8");
  await reply.code(html === null ? 503 : 200).send(html ?? notBuiltPage(brand));
}

/** Mounts the library's endpoints, the interaction page and its assets. @param build folder of the web build, with a trailing slash */
export function mountProvider(
  app: FastifyInstance,
  holder: ProviderHolder,
  config: Config,
  build: URL,
): void {
  const { brand, passBase } = config;
  const mountPath = passBase === null ? "/pass" : new URL(passBase).pathname.replace(/\/$/, "");
  const mounted = { holder, mountPath, policy: serverPagePolicy(brand) };
  app.register(async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const [path, methods] of Object.entries(endpoints)) {
      const url = mountPath + path;
      const others = (["GET", "POST", "PUT", "DELETE", "PATCH"] as const).filter(
        (method) => !(methods as readonly string[]).includes(method),
      );
      scope.route({
        method: [...methods],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => handOver(request, reply, mounted),
      });
      scope.route({
        method: others,
        url,
        exposeHeadRoute: false,
        handler: (_request, reply) =>
          sendRefusal(reply.header("allow", methods.join(", ")), new Refusal("methodNotAllowed")),
      });
    }
  });
  app.register(async (scope) => {
    // A folder's own address: nothing is there, as for any other wrong address.
    scope.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error;
      return sendRefusal(reply, new Refusal("notFound"));
    });
    scope.get(`${mountPath}/interaction/:uid`, (_request, reply) =>
      sendShell(reply, new URL("index.html", build), config),
    );
    await scope.register(fastifyStatic, {
      root: fileURLToPath(new URL("assets/", build)),
      prefix: `${mountPath}/assets/`,
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: "365d",
      index: false,
    });
  });
}
