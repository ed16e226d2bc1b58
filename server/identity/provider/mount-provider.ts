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

/**
 * Endpoints of the library that are reachable, with their methods; the contract's calls are the only other
 * paths.
 */
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
 * Origin under which a request reached the provider. While provider and app share an origin, another name of
 * the same machine (localhost for 127.0.0.1) is kept, so that it does not change during a login; otherwise
 * the issuer's origin.
 */
function originOf(request: FastifyRequest, holder: ProviderHolder): string {
  const location = holder.location();
  const origin = `${request.protocol}://${request.host}`;
  return isProviderOrigin(origin, location) ? origin : new URL(location.issuer).origin;
}

type Mounted = {
  readonly holder: ProviderHolder;
  readonly mountPath: string;
  readonly policy: string;
  readonly brand: Config["brand"];
  readonly workQuota: AppContext["workQuota"];
};

/** Starts a login, which the library stores for an hour, unless the network has started too many. */
async function startLogin(request: FastifyRequest, reply: FastifyReply, mounted: Mounted): Promise<unknown> {
  const { holder, brand, policy, workQuota } = mounted;
  const waitSeconds = workQuota.take("login", request.ip);
  if (waitSeconds === 0) return delegateToProvider(request, reply, mounted);
  return reply
    .code(429)
    .header("retry-after", waitSeconds)
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .type("text/html; charset=utf-8")
    .send(loginErrorPage(brand, "temporarily_unavailable", webHomeUrl(holder.location().webOrigins)));
}

/**
 * Passes a request to the library, which needs Node's request and response and a URL relative to its mount
 * path.
 */
async function delegateToProvider(
  request: FastifyRequest,
  reply: FastifyReply,
  { holder, mountPath, policy }: Mounted,
): Promise<void> {
  const provider = await holder.get();
  const origin = new URL(originOf(request, holder));
  const { raw } = request;
  const relativeUrl = (raw.url ?? "").slice(mountPath.length);
  // The library builds URLs from these headers, so values sent by the client are overwritten.
  raw.headers["x-forwarded-proto"] = origin.protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = origin.host;
  delete raw.headers["x-forwarded-for"];
  Object.assign(raw, { originalUrl: raw.url });
  raw.url = relativeUrl;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  // Stops the library from adding CORS headers that allow any origin; our server decides about CORS. The
  // library adds none if it finds this header.
  reply.raw.setHeader("access-control-allow-methods", "GET,POST");
  reply.raw.setHeader("content-security-policy", policy);
  reply.raw.setHeader("referrer-policy", "no-referrer");
  reply.hijack();
  await provider.callback()(raw, reply.raw);
}

/** Placeholder in the built page for the public configuration of the installation. */
const SITE = /(<script type="application\/json" id="site">)\s*null\s*(<\/script>)/;
/** Inserts the configuration as JSON; escapes "<" so that no value can end the script element. */
const withSite = (html: string, site: Pick<SiteConfig, "brand" | "securityBase">): string =>
  html.replace(SITE, (_whole, start, end) => start + JSON.stringify(site).replaceAll("<", "\\u003c") + end);

/** Sends the page of an interaction: the same HTML for all; its script requests the details by the uid. */
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

/** Path of the provider on its host, without a trailing slash. */
export const mountPathOf = ({ passBase }: Pick<Config, "passBase">): string =>
  passBase === null ? "/pass" : new URL(passBase).pathname.replace(/\/$/, "");

/** Longest authorization request that is accepted as a form, bytes. */
const MAX_FORM_BYTES = 16_384;
/**
 * Accepts authorization requests by POST too (OpenID Connect Core 3.1.2.1), by redirecting to the same request by GET:
 * the browser's cookies of the provider are SameSite=Lax, so a POST from another site would arrive without them.
 */
function acceptFormRequests(app: FastifyInstance, mountPath: string): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
      (_request, form, done) => done(null, form),
    );
    scope.post<{ Body: string }>(`${mountPath}/auth`, ({ body }, reply) =>
      reply
        .header("cache-control", "no-store")
        .redirect(`${mountPath}/auth?${new URLSearchParams(body).toString()}`, 303),
    );
  });
}

/** Registers the library's endpoints, the interaction page and the page's assets. */
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
    // Every endpoint reads the database.
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, countedAs: "lookup" };
    });
    // The library parses bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    // Lets the web app check that the provider works (keys and database) before it leaves its page for the
    // login.
    scope.head(`${mountPath}/auth`, async (_request, reply) => {
      await holder.get();
      return reply.header("cache-control", "no-store").code(204).send();
    });
    for (const [path, given] of Object.entries(endpoints)) {
      const url = mountPath + path;
      const methods: readonly string[] = path === "/auth" ? [...given, "HEAD", "POST"] : given;
      const others = (["GET", "POST", "PUT", "DELETE", "PATCH"] as const).filter(
        (method) => !methods.includes(method),
      );
      scope.route({
        method: [...given],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) =>
          (path === "/auth" ? startLogin : delegateToProvider)(request, reply, mounted),
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
  acceptFormRequests(app, mountPath);
  app.get(`${mountPath}/interaction/:uid`, { config: { countedAs: "lookup" } }, (request, reply) =>
    sendInteractionPage(request, reply, shell, config),
  );
  shell.mount(app, mountPath);
}
