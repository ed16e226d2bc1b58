import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  discovery,
  fetchUserInfo,
  genericGrantRequest,
  ResponseBodyError,
  skipSubjectCheck,
  tokenIntrospection,
  WWWAuthenticateChallengeError,
  type Configuration,
  type CustomFetch,
} from "openid-client";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { memoizeAsync } from "../../core/memoize-async.ts";
import { clientOfToken, personOfClaims, type ProviderPerson } from "../rules.ts";
import { sessionMessages } from "../messages.ts";

/** Where the identity provider is, and as whom the gateway speaks to it. */
export type OidcClientSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Whose access tokens log in; null: anybody's whom the provider knows. Where it has clients of
   * others too, a token that one of them was given must not open our door.
   */
  readonly tokenClients: readonly string[] | null;
  /** How it is asked where that is not over the network. */
  readonly fetch?: CustomFetch;
};

/** The gateway's side of OpenID Connect: discovery and standard endpoints only, whoever the provider is. */
export type OidcClient = {
  /** @throws Refusal "codeSpent", "unreachable" */
  personOfCode(code: string, redirectUri: string, codeVerifier: string | undefined): Promise<ProviderPerson>;
  /** @throws Refusal "tokenInvalid", "unreachable" */
  personOfToken(accessToken: string): Promise<ProviderPerson>;
  /** Where people are sent to log in and out. @throws Refusal "unreachable" */
  endpoints(): Promise<{ readonly authorize: string; readonly endSession: string | null }>;
};

type Connection = { readonly found: Configuration; readonly tokenClients: readonly string[] | null };

/** Discovers late and once: the provider may be this very process, whose issuer is final only when it listens. */
function connector(address: () => Promise<OidcClientSettings>): () => Promise<Connection> {
  const connect = memoizeAsync(async (): Promise<Connection> => {
    const { issuer, clientId, clientSecret, tokenClients, fetch } = await address();
    const url = new URL(issuer);
    // Only where configuration names an http issuer: one machine, or a network of one's own.
    const insecure = url.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
    const asking = { ...insecure, ...(fetch && { [customFetch]: fetch }), timeout: 10 };
    const found = await discovery(url, clientId, clientSecret, undefined, asking);
    return { found, tokenClients };
  });
  return async () => {
    try {
      return await connect();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal("unreachable", { message: sessionMessages.unreachable });
    }
  };
}

/** What the provider itself refuses, rather than fails at. */
const isRefused = (error: unknown): boolean =>
  (error instanceof WWWAuthenticateChallengeError || error instanceof ResponseBodyError) &&
  error.status < 500;
/** A token that is no header value at all (controls, spaces) never reaches the provider. */
const isUnsendable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ClientError && error.code === "ERR_INVALID_ARG_VALUE");

/** Which client a good access token was given to: the token says so, or the provider when asked. */
async function holderOf(found: Configuration, accessToken: string): Promise<string | null> {
  const named = clientOfToken(accessToken);
  if (named !== null || found.serverMetadata().introspection_endpoint === undefined) return named;
  const { active, client_id } = await tokenIntrospection(found, accessToken);
  return active && typeof client_id === "string" ? client_id : null;
}

/** Our own provider, as far as the gateway is its client. */
type BuiltIn = { issuer(): string; readonly client: { clientSecret(): Promise<string> } };

/**
 * The OpenID provider that is configured, else ours.
 * @param fetchOwn asks ours, which is a part of this server
 */
export const createConfiguredOidcClient = (
  { config: { oidc, brand } }: Pick<AppContext, "config">,
  identity: () => BuiltIn,
  fetchOwn: CustomFetch,
): OidcClient =>
  createOidcClient(async () => ({
    issuer: oidc?.issuer ?? identity().issuer(),
    clientId: brand.clientId,
    clientSecret: oidc?.clientSecret ?? (await identity().client.clientSecret()),
    // Ours has the one client.
    tokenClients: oidc === null ? null : [brand.clientId, ...oidc.tokenClients],
    ...(oidc === null && { fetch: fetchOwn }),
  }));

export function createOidcClient(address: () => Promise<OidcClientSettings>): OidcClient {
  const connection = connector(address);
  return {
    async personOfCode(code, redirectUri, codeVerifier) {
      const { found } = await connection();
      try {
        const tokens = await genericGrantRequest(found, "authorization_code", {
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        });
        const subject = tokens.claims()?.sub;
        // Whose ID token it is, that one's claims it has to be.
        return personOfProvider(await fetchUserInfo(found, tokens.access_token, subject ?? skipSubjectCheck));
      } catch (error) {
        if (error instanceof ResponseBodyError && error.status < 500) throw new Refusal("codeSpent");
        if (error instanceof Refusal) throw error;
        throw new Refusal("unreachable");
      }
    },
    async personOfToken(accessToken) {
      const { found, tokenClients } = await connection();
      try {
        const claims = await fetchUserInfo(found, accessToken, skipSubjectCheck);
        // Asked after the provider has found the token good: what it says of itself is true then.
        const holder = tokenClients === null ? null : await holderOf(found, accessToken);
        if (tokenClients !== null && (holder === null || !tokenClients.includes(holder)))
          throw new Refusal("tokenInvalid");
        return personOfProvider(claims);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (isRefused(error) || isUnsendable(error)) throw new Refusal("tokenInvalid");
        throw new Refusal("unreachable");
      }
    },
    async endpoints() {
      const { found } = await connection();
      const { authorization_endpoint, end_session_endpoint } = found.serverMetadata();
      if (authorization_endpoint === undefined) throw new Refusal("unreachable");
      return { authorize: authorization_endpoint, endSession: end_session_endpoint ?? null };
    },
  };
}

function personOfProvider(claims: Readonly<Record<string, unknown>>): ProviderPerson {
  const person = personOfClaims(claims);
  if (person === null) throw new Refusal("unreachable");
  return person;
}
