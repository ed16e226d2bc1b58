import Provider, {
  errors,
  type Configuration,
  type KoaContextWithOIDC,
  type UnknownObject,
} from "oidc-provider";
import type { Brand } from "#contract/core/brand.ts";
import type { Accounts } from "../accounts.ts";
import { loginErrorPage, loggedOutPage, logoutPage } from "./html-pages.ts";
import type { ProviderKeys } from "./key-rotation.ts";
import type { PayloadStore } from "./payload-store.ts";
import { createInteractionPolicy } from "./prompts.ts";
import { webHomeUrl, isRedirectAllowed, type WebOrigins } from "./redirect-allow-list.ts";

/** Lifetimes in seconds. */
export const tokenLifetimes = {
  accessToken: 3600,
  authorizationCode: 60,
  idToken: 3600,
  interaction: 3600,
  session: 14 * 86_400,
} as const;

export type ProviderParts = {
  /** Issuer without trailing slash. */
  readonly issuer: string;
  readonly brand: Brand;
  readonly clientSecret: string;
  readonly keys: ProviderKeys;
  readonly webOrigins: WebOrigins;
  /** Whether authorize requests without a PKCE challenge are refused. */
  readonly isPkceRequired: boolean;
  /** Age in seconds after which a person has to log in again. */
  readonly maxLoginAge: number;
  readonly payloads: Pick<PayloadStore, "adapter">;
  readonly accounts: Pick<Accounts, "find">;
};

/**
 * Limits of an authorize request in characters, since the library stores all of it for an hour: a page's
 * address, and a state that is a timestamp (contract section 9).
 */
const MAX_REQUEST_LENGTH = 8_192;
const MAX_STATE_LENGTH = 1_024;
const isTooLong = ({ state, ...rest }: UnknownObject): boolean =>
  (typeof state === "string" && state.length > MAX_STATE_LENGTH) ||
  JSON.stringify(rest).length > MAX_REQUEST_LENGTH;

const scope = "openid";
/**
 * Claims of scope openid, in the ID token and at userinfo; those of the mobile are absent if there is none.
 */
const claims = ["sub", "mobile", "phone_number", "phone_number_verified", "nickname"];

/** Creates a grant of scope openid for the only client, without a consent page. */
async function createGrant(provider: Provider, clientId: string, accountId: string): Promise<string> {
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope(scope);
  return grant.save();
}

const endpoints = (parts: ProviderParts): Pick<Configuration, "features" | "renderError"> => ({
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        ctx.body = logoutPage(parts.brand, form);
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.type = "html";
        ctx.body = loggedOutPage(parts.brand, webHomeUrl(parts.webOrigins));
      },
    },
  },
  renderError: (ctx, out) => {
    ctx.type = "html";
    ctx.body = loginErrorPage(parts.brand, out.error, webHomeUrl(parts.webOrigins));
  },
});

/**
 * Cookie names with prefixes that browsers enforce under https: `__Host-` (set by this host only, path `/`)
 * and `__Secure-` (set over https only). The cookies of one login have its own path, so that two tabs can log
 * in at the same time; therefore they cannot be `__Host-`.
 */
const cookiesOf = (issuer: string) => {
  const isSecure = issuer.startsWith("https:");
  const securePrefix = isSecure ? "__Secure-" : "";
  return {
    names: {
      session: `${isSecure ? "__Host-" : ""}pass_session`,
      interaction: `${securePrefix}pass_interaction`,
      resume: `${securePrefix}pass_resume`,
    },
    sessionPath: isSecure ? "/" : new URL(issuer).pathname,
  };
};

const cookies = ({ issuer, keys }: ProviderParts): Configuration["cookies"] => {
  const { names, sessionPath } = cookiesOf(issuer);
  return {
    names,
    keys: keys.cookies,
    long: { signed: true, httpOnly: true, sameSite: "lax", path: sessionPath },
    short: { signed: true, httpOnly: true, sameSite: "lax" },
  };
};
const storage = (parts: ProviderParts): Configuration => ({
  adapter: parts.payloads.adapter,
  jwks: parts.keys.jwks,
  cookies: cookies(parts),
  ttl: {
    AccessToken: tokenLifetimes.accessToken,
    AuthorizationCode: tokenLifetimes.authorizationCode,
    IdToken: tokenLifetimes.idToken,
    Interaction: tokenLifetimes.interaction,
    Grant: tokenLifetimes.session,
    Session: tokenLifetimes.session,
  },
});

function configurationOf(parts: ProviderParts): Configuration {
  const { issuer, brand, clientSecret, accounts } = parts;
  const basePath = new URL(issuer).pathname.replace(/\/$/, "");
  return {
    ...storage(parts),
    ...endpoints(parts),
    clients: [
      {
        client_id: brand.clientId,
        client_secret: clientSecret,
        client_name: brand.name,
        grant_types: ["authorization_code"],
        response_types: ["code"],
        // Required by the library; redirect-allow-list.ts decides about the allowed addresses.
        redirect_uris: [`${parts.webOrigins.origin}/`],
        id_token_signed_response_alg: "ES256",
        scope,
      },
    ],
    scopes: [scope],
    responseTypes: ["code"],
    claims: { [scope]: claims },
    // Puts the claims into the ID token, so that the gateway needs no second request for the mobile.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    // A request with a challenge is always validated against it (requirement F25).
    pkce: { required: () => parts.isPkceRequired },
    extraParams: {
      showPwdLogin: null,
      // This validator runs for every request, so it also enforces scope openid (requirement F16) and the
      // limits.
      history_state: ({ oidc }) => {
        if (!oidc.requestParamScopes.has(scope))
          throw new errors.InvalidScope("openid scope is required", scope);
        if (isTooLong({ ...oidc.params })) throw new errors.InvalidRequest("the request is too long");
      },
    },
    clientBasedCORS: () => false,
    interactions: {
      policy: createInteractionPolicy(accounts, parts.maxLoginAge),
      url: (_ctx, { uid }) => `${basePath}/interaction/${uid}`,
    },
    findAccount: async (_ctx, accountId) => {
      const account = await accounts.find(accountId);
      if (!account) return undefined;
      const { mobile, nickname } = account;
      const phone =
        mobile === null ? {} : { mobile, phone_number: `+86${mobile}`, phone_number_verified: true };
      return { accountId, claims: () => ({ sub: accountId, nickname, ...phone }) };
    },
    loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || accountId === undefined) return undefined;
      const { Grant } = oidc.provider;
      const grantId = oidc.session?.grantIdFor(oidc.client.clientId);
      const found = grantId === undefined ? undefined : await Grant.find(grantId);
      if (found?.accountId === accountId) return found;
      // Replaces a revoked grant, since the person is still logged in.
      return Grant.find(await createGrant(oidc.provider, oidc.client.clientId, accountId));
    },
  };
}

/** Builds the OpenID provider; our own rules are in `parts`, redirect-allow-list.ts and prompts.ts. */
export function buildProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts));
  // Makes the library read the origin from the headers that mount-provider.ts sets.
  provider.proxy = true;
  const isAllowed = (address: unknown): boolean => isRedirectAllowed(address, parts.webOrigins);
  const { prototype } = provider.Client;
  prototype.redirectUriAllowed = isAllowed;
  prototype.postLogoutRedirectUriAllowed = isAllowed;
  return provider;
}

/** Issues an access token without a browser, for quickLogin and the simulated native app. */
export async function issueAccessToken(
  provider: Provider,
  clientId: string,
  accountId: string,
): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error("the provider's own client is not registered");
  const grantId = await createGrant(provider, clientId, accountId);
  return new provider.AccessToken({ client, accountId, grantId, scope, gty: "quick_login" }).save();
}
