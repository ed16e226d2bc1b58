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
  tokenRevocation,
  WWWAuthenticateChallengeError,
  type Configuration,
  type CustomFetch,
} from "openid-client";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { memoizeAsync } from "../../core/memoize-async.ts";
import { clientOfToken, personOfClaims, type ProviderPerson } from "../rules.ts";
import { sessionMessages } from "../messages.ts";

/** Identity provider and the gateway's client there. */
type OidcClientSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /**
   * Clients whose access tokens may log in; null: all. A provider may have clients of other parties, whose
   * tokens must not log in here.
   */
  readonly tokenClients: readonly string[] | null;
  /** Replacement of the network for a provider in this process, whose tokens are revoked in its tables. */
  readonly fetch?: CustomFetch;
};

/** Person of an authorization code, and the access token that came with it. */
export type CodeLogin = { readonly person: ProviderPerson; readonly accessToken: string };
/** Result of a revocation. refused: the provider does not revoke this token; silent: no answer, or its own failure. */
type RevocationResult =
  | { readonly state: "done" }
  /** `reason`: error code of the provider, never the token. */
  | { readonly state: "refused" | "silent"; readonly reason: string };

/**
 * Client side of OpenID Connect; it uses only discovery and standard endpoints, so that it works with any
 * provider.
 */
export type OidcClient = {
  /** @throws Refusal "codeSpent", "unreachable" */
  personOfCode(code: string, redirectUri: string, codeVerifier: string | undefined): Promise<CodeLogin>;
  /** @throws Refusal "tokenInvalid", "unreachable" */
  personOfToken(accessToken: string): Promise<ProviderPerson>;
  /** Whether tokens are revoked by requests (RFC 7009): at an external provider that has an endpoint for it. */
  readonly isRevocable: () => Promise<boolean>;
  /** Revokes an access token; a token that is not valid any more is revoked. */
  revoke(accessToken: string): Promise<RevocationResult>;
  /** Addresses for login and log-out. @throws Refusal "unreachable" */
  endpoints(): Promise<{ readonly authorize: string; readonly endSession: string | null }>;
};

type Connection = {
  readonly configuration: Configuration;
  readonly isExternal: boolean;
  readonly tokenClients: readonly string[] | null;
};

/**
 * Discovers the provider at first use and once: it may be this process, whose issuer is final only when it
 * listens.
 */
function connector(readSettings: () => Promise<OidcClientSettings>): () => Promise<Connection> {
  const connect = memoizeAsync(async (): Promise<Connection> => {
    const { issuer, clientId, clientSecret, tokenClients, fetch } = await readSettings();
    const url = new URL(issuer);
    // http is possible only if the configured issuer has it: on one machine or in a private network.
    const insecure = url.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
    const options = { ...insecure, ...(fetch && { [customFetch]: fetch }), timeout: 10 };
    const configuration = await discovery(url, clientId, clientSecret, undefined, options);
    return { configuration, tokenClients, isExternal: fetch === undefined };
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

/** Whether the provider refused the request, as opposed to failing. */
const isRefused = (error: unknown): boolean =>
  (error instanceof WWWAuthenticateChallengeError || error instanceof ResponseBodyError) &&
  error.status < 500;
/** Whether a token could not be sent, since it is not a valid header value (control characters, spaces). */
const isUnsendable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof ClientError && error.code === "ERR_INVALID_ARG_VALUE");

/** Client of a valid access token, from the token itself or by introspection; null: unknown. */
async function findTokenClient(configuration: Configuration, accessToken: string): Promise<string | null> {
  const named = clientOfToken(accessToken);
  if (named !== null || configuration.serverMetadata().introspection_endpoint === undefined) return named;
  const { active, client_id } = await tokenIntrospection(configuration, accessToken);
  return active && typeof client_id === "string" ? client_id : null;
}

async function revokeToken(
  connection: () => Promise<Connection>,
  accessToken: string,
): Promise<RevocationResult> {
  try {
    const { configuration } = await connection();
    if (configuration.serverMetadata().revocation_endpoint === undefined) return { state: "done" };
    await tokenRevocation(configuration, accessToken, { token_type_hint: "access_token" });
    return { state: "done" };
  } catch (error) {
    // 429: the provider wants the same request later.
    if (error instanceof ResponseBodyError && isRefused(error) && error.status !== 429)
      return { state: "refused", reason: error.error };
    return { state: "silent", reason: error instanceof Error ? error.name : "unknown" };
  }
}

/** Built-in provider, as far as its client needs it. */
type BuiltInProvider = { issuer(): string; readonly client: { clientSecret(): Promise<string> } };

/**
 * Creates the client of the configured OpenID provider, or of the built-in one.
 * @param fetchOwn calls the built-in provider inside this server
 */
export const createConfiguredOidcClient = (
  { config: { oidc, brand } }: Pick<AppContext, "config">,
  identity: () => BuiltInProvider,
  fetchOwn: CustomFetch,
): OidcClient =>
  createOidcClient(async () => ({
    issuer: oidc?.issuer ?? identity().issuer(),
    clientId: brand.clientId,
    clientSecret: oidc?.clientSecret ?? (await identity().client.clientSecret()),
    // The built-in provider has only one client.
    tokenClients: oidc === null ? null : [brand.clientId, ...oidc.tokenClients],
    ...(oidc === null && { fetch: fetchOwn }),
  }));

function createOidcClient(readSettings: () => Promise<OidcClientSettings>): OidcClient {
  const connection = connector(readSettings);
  return {
    async personOfCode(code, redirectUri, codeVerifier) {
      const { configuration } = await connection();
      try {
        const tokens = await genericGrantRequest(configuration, "authorization_code", {
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        });
        const subject = tokens.claims()?.sub;
        // Passes the ID token's subject, so that userinfo of another subject is refused.
        const claims = await fetchUserInfo(configuration, tokens.access_token, subject ?? skipSubjectCheck);
        return { person: personOfProvider(claims), accessToken: tokens.access_token };
      } catch (error) {
        if (error instanceof ResponseBodyError && error.status < 500) throw new Refusal("codeSpent");
        if (error instanceof Refusal) throw error;
        throw new Refusal("unreachable");
      }
    },
    async personOfToken(accessToken) {
      const { configuration, tokenClients } = await connection();
      try {
        const claims = await fetchUserInfo(configuration, accessToken, skipSubjectCheck);
        // Read after the provider has accepted the token, so that its own claims can be trusted.
        const client = tokenClients === null ? null : await findTokenClient(configuration, accessToken);
        if (tokenClients !== null && (client === null || !tokenClients.includes(client)))
          throw new Refusal("tokenInvalid");
        return personOfProvider(claims);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        if (isRefused(error) || isUnsendable(error)) throw new Refusal("tokenInvalid");
        throw new Refusal("unreachable");
      }
    },
    isRevocable: async () => {
      const { configuration, isExternal } = await connection();
      return isExternal && configuration.serverMetadata().revocation_endpoint !== undefined;
    },
    revoke: (accessToken) => revokeToken(connection, accessToken),
    async endpoints() {
      const { configuration } = await connection();
      const { authorization_endpoint, end_session_endpoint } = configuration.serverMetadata();
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
