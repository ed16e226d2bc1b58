import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config, ForeignProvider } from "../config.ts";
import { errorPage, serverPagePolicy } from "./html.ts";
import { homeOf, isRedirectAllowed, type WebPlaces } from "./redirects.ts";
import { prompts } from "./prompts.ts";

/** Where another provider's pages are, by its discovery document. */
export type Endpoints = { readonly authorize: string; readonly endSession: string | null };

/** What of an authorize request goes on to another provider; the rest means something to ours alone. */
const passedOn = [
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
export function foreignAuthorize(query: Query, { authorize }: Endpoints, foreign: ForeignProvider): string {
  const asked = (textOf(query, "prompt") ?? "").split(" ").filter(Boolean);
  const hasEndpoint = asked.includes(prompts.create) && foreign.registrationEndpoint !== null;
  const address = new URL(hasEndpoint ? foreign.registrationEndpoint : authorize);
  for (const name of passedOn) {
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
export function foreignEndSession(query: Query, { endSession }: Endpoints): string | null {
  if (endSession === null) return null;
  const address = new URL(endSession);
  for (const name of ["client_id", "post_logout_redirect_uri", "state", "id_token_hint"]) {
    const value = textOf(query, name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return address.href;
}

type FrontParts = {
  config: Config;
  foreign: ForeignProvider;
  places: () => WebPlaces;
  endpoints: () => Promise<Endpoints>;
};

/**
 * With another provider its pages stand elsewhere: the addresses that the web app knows lead there.
 * So the web app is the same whoever the provider is.
 */
export function mountFront(app: FastifyInstance, mountPath: string, parts: FrontParts): void {
  const { config, foreign, places, endpoints } = parts;
  const refuse = (reply: FastifyReply, status: number, code: string): FastifyReply =>
    reply
      .code(status)
      .header("content-security-policy", serverPagePolicy(config.brand))
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(errorPage(config.brand, code, homeOf(places())));
  const lead = async (
    reply: FastifyReply,
    to: (found: Endpoints) => string | null,
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
    return lead(reply, (found) => foreignAuthorize(query, found, foreign));
  });
  app.get<{ Querystring: Query }>(`${mountPath}/session/end`, async ({ query }, reply) => {
    const back = textOf(query, "post_logout_redirect_uri");
    if (back !== null && !isRedirectAllowed(back, places())) return refuse(reply, 400, "invalid_request");
    // A provider without a log-out of its own keeps its session; the person gets back all the same.
    return lead(reply, (found) => foreignEndSession(query, found) ?? back);
  });
}
