import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config, ExternalIdpSettings } from "../config.ts";
import { loginErrorPage, htmlPagePolicy } from "./provider/html-pages.ts";
import { webHomeUrl, isRedirectAllowed, type WebOrigins } from "./provider/redirect-allow-list.ts";
import { prompts } from "./provider/prompts.ts";

/** Addresses of an external provider's pages, from its discovery document. */
export type ExternalEndpoints = { readonly authorize: string; readonly endSession: string | null };

/**
 * Parameters of an authorize request that an external provider understands too; the others are our
 * extensions.
 */
const forwardedParameters = [
  "client_id",
  "response_type",
  "scope",
  "redirect_uri",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "max_age",
  "login_hint",
  "ui_locales",
];
type Query = Readonly<Record<string, string | string[] | undefined>>;
const textOf = (query: Query, name: string): string | null => {
  const value = query[name];
  return typeof value === "string" ? value : null;
};

/**
 * Translates an authorize request of the web app for an external provider. Registration is requested by
 * prompt=create (as in OpenID Connect) or at a configured endpoint, binding a mobile by a configured query.
 * @returns the absolute URL
 */
function externalAuthorizeUrl(
  query: Query,
  { authorize }: ExternalEndpoints,
  { registrationEndpoint, bindQuery }: ExternalIdpSettings,
): string {
  const requested = (textOf(query, "prompt") ?? "").split(" ").filter(Boolean);
  const hasEndpoint = requested.includes(prompts.create) && registrationEndpoint !== null;
  const address = new URL(hasEndpoint ? registrationEndpoint : authorize);
  for (const name of forwardedParameters) {
    const value = textOf(query, name);
    if (value !== null) address.searchParams.set(name, value);
  }
  if (requested.includes(prompts.bindMobile))
    for (const [name, value] of new URLSearchParams(bindQuery ?? "")) address.searchParams.set(name, value);
  const translated = hasEndpoint ? [prompts.bindMobile, prompts.create] : [prompts.bindMobile];
  const rest = requested.filter((one) => !(translated as string[]).includes(one));
  if (rest.length > 0) address.searchParams.set("prompt", rest.join(" "));
  return address.href;
}

/** Translates a log-out request; null if the provider has no log-out endpoint. */
function externalEndSessionUrl(query: Query, { endSession }: ExternalEndpoints): string | null {
  if (endSession === null) return null;
  const address = new URL(endSession);
  for (const name of ["client_id", "post_logout_redirect_uri", "state", "id_token_hint"]) {
    const value = textOf(query, name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return address.href;
}

type ExternalRedirectOptions = {
  config: Config;
  externalIdp: ExternalIdpSettings;
  webOrigins: () => WebOrigins;
  endpoints: () => Promise<ExternalEndpoints>;
};

/**
 * Redirects the built-in provider's addresses to an external provider, so that the web app needs no
 * configuration.
 */
export function mountExternalRedirects(
  app: FastifyInstance,
  mountPath: string,
  parts: ExternalRedirectOptions,
): void {
  const { config, externalIdp, webOrigins, endpoints } = parts;
  const sendError = (reply: FastifyReply, status: number, code: string): FastifyReply =>
    reply
      .code(status)
      .header("content-security-policy", htmlPagePolicy(config.brand))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(loginErrorPage(config.brand, code, webHomeUrl(webOrigins())));
  const redirect = async (
    reply: FastifyReply,
    addressOf: (found: ExternalEndpoints) => string | null,
  ): Promise<FastifyReply> => {
    const found = await endpoints().catch(() => null);
    const address = found === null ? null : addressOf(found);
    if (address === null) return sendError(reply, 502, "temporarily_unavailable");
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(address, 303);
  };
  app.get<{ Querystring: Query }>(`${mountPath}/auth`, async ({ query }, reply) => {
    // The provider validates both too; requests of other sites are refused here, so that we are no open
    // redirect.
    if (textOf(query, "client_id") !== config.brand.clientId) return sendError(reply, 400, "invalid_client");
    if (!isRedirectAllowed(query["redirect_uri"], webOrigins()))
      return sendError(reply, 400, "invalid_redirect_uri");
    return redirect(reply, (found) => externalAuthorizeUrl(query, found, externalIdp));
  });
  app.get<{ Querystring: Query }>(`${mountPath}/session/end`, async ({ query }, reply) => {
    const returnTo = textOf(query, "post_logout_redirect_uri");
    if (returnTo !== null && !isRedirectAllowed(returnTo, webOrigins()))
      return sendError(reply, 400, "invalid_request");
    // A provider without a log-out endpoint keeps its session; the person returns to the web app anyway.
    return redirect(reply, (found) => externalEndSessionUrl(query, found) ?? returnTo);
  });
}
