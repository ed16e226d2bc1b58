import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config, ExternalIdpSettings } from "../config.ts";
import { loginErrorPage, htmlPagePolicy } from "./provider/html-pages.ts";
import { webHomeUrl, isRedirectAllowed, type WebOrigins } from "./provider/redirect-allow-list.ts";
import { prompts } from "./provider/prompts.ts";

/** Where another provider's pages are, by its discovery document. */
export type ExternalEndpoints = { readonly authorize: string; readonly endSession: string | null };

/** What of an authorize request goes on to another provider; the rest means something to ours alone. */
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
 * Another provider's address for an authorize request of the web app: ours said in its terms.
 * Registration is asked for by prompt=create (OpenID Connect's own word for it) or at an endpoint of
 * its own, a mobile number by whatever that provider wants to hear.
 */
export function externalAuthorizeUrl(
  query: Query,
  { authorize }: ExternalEndpoints,
  foreign: ExternalIdpSettings,
): string {
  const asked = (textOf(query, "prompt") ?? "").split(" ").filter(Boolean);
  const hasEndpoint = asked.includes(prompts.create) && foreign.registrationEndpoint !== null;
  const address = new URL(hasEndpoint ? foreign.registrationEndpoint : authorize);
  for (const name of forwardedParameters) {
    const value = textOf(query, name);
    if (value !== null) address.searchParams.set(name, value);
  }
  if (asked.includes(prompts.bindMobile))
    for (const [name, value] of new URLSearchParams(foreign.bindQuery ?? ""))
      address.searchParams.set(name, value);
  const said = hasEndpoint ? [prompts.bindMobile, prompts.create] : [prompts.bindMobile];
  const rest = asked.filter((one) => !(said as string[]).includes(one));
  if (rest.length > 0) address.searchParams.set("prompt", rest.join(" "));
  return address.href;
}

/** Its address for a log-out that leads back to the web app; null where it has none. */
export function externalEndSessionUrl(query: Query, { endSession }: ExternalEndpoints): string | null {
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
  foreign: ExternalIdpSettings;
  places: () => WebOrigins;
  endpoints: () => Promise<ExternalEndpoints>;
};

/**
 * With another provider its pages stand elsewhere: the addresses that the web app knows lead there.
 * So the web app is the same whoever the provider is.
 */
export function mountExternalRedirects(
  app: FastifyInstance,
  mountPath: string,
  parts: ExternalRedirectOptions,
): void {
  const { config, foreign, places, endpoints } = parts;
  const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
    reply
      .code(status)
      .header("content-security-policy", htmlPagePolicy(config.brand))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(loginErrorPage(config.brand, code, webHomeUrl(places())));
  const lead = async (
    reply: FastifyReply,
    to: (found: ExternalEndpoints) => string | null,
  ): Promise<FastifyReply> => {
    const found = await endpoints().catch(() => null);
    const address = found === null ? null : to(found);
    if (address === null) return refuse(reply, 502, "temporarily_unavailable");
    return reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .redirect(address, 303);
  };
  app.get<{ Querystring: Query }>(`${mountPath}/auth`, async ({ query }, reply) => {
    // The provider judges both again; what is plainly foreign does not even get there by us.
    if (textOf(query, "client_id") !== config.brand.clientId) return refuse(reply, 400, "invalid_client");
    if (!isRedirectAllowed(query["redirect_uri"], places()))
      return refuse(reply, 400, "invalid_redirect_uri");
    return lead(reply, (found) => externalAuthorizeUrl(query, found, foreign));
  });
  app.get<{ Querystring: Query }>(`${mountPath}/session/end`, async ({ query }, reply) => {
    const back = textOf(query, "post_logout_redirect_uri");
    if (back !== null && !isRedirectAllowed(back, places())) return refuse(reply, 400, "invalid_request");
    // A provider without a log-out of its own keeps its session; the person gets back all the same.
    return lead(reply, (found) => externalEndSessionUrl(query, found) ?? back);
  });
}
