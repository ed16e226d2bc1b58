import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { SiteConfig } from "#contract/core/site.ts";
import type { Config } from "../../config.ts";
import { sendRefusal } from "../../http/pipeline/envelope.ts";
import type { IdentityHtml } from "../../http/pages/identity-html.ts";
import type { AppContext } from "../../core/app-context.ts";
import { loginErrorPage, notBuiltPage, htmlPagePolicy, identityPagePolicy } from "./html-pages.ts";
import type { ProviderHolder } from "./provider-holder.ts";
import { webHomeUrl, isProviderOrigin } from "./redirect-allow-list.ts";

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

type Mounted = {
  readonly holder: ProviderHolder;
  readonly mountPath: string;
  readonly policy: string;
  readonly brand: Config["brand"];
  readonly workQuota: AppContext["workQuota"];
};

/** Begins a login, which the library keeps for an hour, where its network has not begun too many. */
async function beginLogin(request: FastifyRequest, reply: FastifyReply, mounted: Mounted): Promise<unknown> {
  const { holder, brand, policy, workQuota } = mounted;
  const wait = workQuota.take("login", request.ip);
  if (wait === 0) return delegateToProvider(request, reply, mounted);
  return reply
    .code(429)
    .header("retry-after", wait)
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(loginErrorPage(brand, "temporarily_unavailable", webHomeUrl(holder.where().places)));
}

/** Hands a request to the library, which wants Node's own objects and addresses below its mount. */
async function delegateToProvider(
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
  // Who may read is decided at the edge. Finding a header of this kind, the library adds none of its own,
  // which would let pages of any origin read.
  reply.raw.setHeader("access-control-allow-methods", "GET,POST");
  reply.raw.setHeader("content-security-policy", policy);
  reply.raw.setHeader("referrer-policy", "no-referrer");
  reply.hijack();
  await provider.callback()(raw, reply.raw);
}

/** Where the built shell waits for the release's public configuration. */
const SITE = /(<script type="application\/json" id="site">)\s*null\s*(<\/script>)/;
/** JSON inside HTML: nothing in it ends the script. */
const withSite = (html: string, site: Pick<SiteConfig, "brand" | "securityBase">): string =>
  html.replace(SITE, (_whole, start, end) => start + JSON.stringify(site).replaceAll("<", "\\u003c") + end);

/** The page of an interaction: the same shell for all, which asks what it is about by its uid. */
async function sendInteractionPage(
  request: FastifyRequest,
  reply: FastifyReply,
  shell: IdentityHtml,
  { brand, securityBase }: Pick<Config, "brand" | "securityBase">,
): Promise<void> {
  const html = await shell.html(request.url);
  const policy = html === null ? htmlPagePolicy(brand) : identityPagePolicy(securityBase);
  void reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8");
  if (shell.isDevelopment) void reply.removeHeader("content-security-policy");
  await reply
    .code(html === null ? 503 : 200)
    .send(html === null ? notBuiltPage(brand) : withSite(html, { brand, securityBase }));
}

/** Where the provider stands on its host, without a slash at the end. */
export const mountPathOf = ({ passBase }: Pick<Config, "passBase">): string =>
  passBase === null ? "/pass" : new URL(passBase).pathname.replace(/\/$/, "");

/** Mounts the library's endpoints, the interaction page and what it loads. */
export function mountProvider(
  app: FastifyInstance,
  holder: ProviderHolder,
  { config, workQuota }: Pick<AppContext, "config" | "workQuota">,
  shell: IdentityHtml,
): void {
  const { brand } = config;
  const mountPath = mountPathOf(config);
  const mounted = { holder, mountPath, policy: htmlPagePolicy(brand), brand, workQuota };
  app.register(async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    // Whoever is about to leave their page for the login asks first whether it is there: keys and database.
    scope.head(`${mountPath}/auth`, async (_request, reply) => {
      await holder.get();
      return reply.header("cache-control", "no-store").code(204).send();
    });
    for (const [path, methods] of Object.entries(endpoints)) {
      const url = mountPath + path;
      const others = (["GET", "POST", "PUT", "DELETE", "PATCH"] as const).filter(
        (method) => !(methods as readonly string[]).includes(method),
      );
      scope.route({
        method: [...methods],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          (path === "/auth" ? beginLogin : delegateToProvider)(request, reply, mounted),
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
  app.get(`${mountPath}/interaction/:uid`, (request, reply) =>
    sendInteractionPage(request, reply, shell, config),
  );
  shell.mount(app, mountPath);
}
