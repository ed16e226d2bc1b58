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

/** Lives, seconds. */
export const tokenLifetimes = {
  accessToken: 3600,
  authorizationCode: 60,
  idToken: 3600,
  interaction: 3600,
  session: 14 * 86_400,
} as const;

export type ProviderParts = {
  /** Without trailing slash. */
  readonly issuer: string;
  readonly brand: Brand;
  readonly clientSecret: string;
  readonly keys: ProviderKeys;
  readonly places: WebOrigins;
  /** Authorize requests without a PKCE challenge are refused. */
  readonly isPkceRequired: boolean;
  /** A login that is older is asked for again, s. */
  readonly loginAgeMost: number;
  readonly payloads: Pick<PayloadStore, "adapter">;
  readonly accounts: Pick<Accounts, "find">;
};

/**
 * What a login is begun with is kept for an hour, all of it: a page's address, and a state that is a moment in
 * time (contract section 9). In characters.
 */
const MAX_REQUEST_LENGTH = 8_192;
const MAX_STATE_LENGTH = 1_024;
const isLong = ({ state, ...rest }: UnknownObject): boolean =>
  (typeof state === "string" && state.length > MAX_STATE_LENGTH) ||
  JSON.stringify(rest).length > MAX_REQUEST_LENGTH;

const scope = "openid";
/** Claims of scope openid, in the ID token and at userinfo; absent where the account has no mobile. */
const claims = ["sub", "mobile", "phone_number", "phone_number_verified", "nickname"];

/** A grant of scope openid to the one client; nobody is asked. */
async function grantFor(provider: Provider, clientId: string, accountId: string): Promise<string> {
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
        ctx.body = loggedOutPage(parts.brand, webHomeUrl(parts.places));
      },
    },
  },
  renderError: (ctx, out) => {
    ctx.type = "html";
    ctx.body = loginErrorPage(parts.brand, out.error, webHomeUrl(parts.places));
  },
});

/**
 * Under https browsers themselves hold such names to what they promise: of `__Host-` that this host alone
 * has set it, which wants the path `/`; of `__Secure-` that no plain page has. The cookies of one login
 * stand at its own path, so that two tabs may log in at the same time: they cannot be `__Host-`.
 */
const cookiesOf = (issuer: string) => {
  const isSecure = issuer.startsWith("https:");
  const short = isSecure ? "__Secure-" : "";
  return {
    names: {
      session: `${isSecure ? "__Host-" : ""}pass_session`,
      interaction: `${short}pass_interaction`,
      resume: `${short}pass_resume`,
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
        // Which addresses are allowed is decided in redirects.ts; the library wants one to be named.
        redirect_uris: [`${parts.places.origin}/`],
        id_token_signed_response_alg: "ES256",
        scope,
      },
    ],
    scopes: [scope],
    responseTypes: ["code"],
    claims: { [scope]: claims },
    // The gateway reads the mobile from the ID token, without a second request.
    conformIdTokenClaims: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    // A request that carries a challenge is held to it in any case (requirement F25).
    pkce: { required: () => parts.isPkceRequired },
    extraParams: {
      showPwdLogin: null,
      // Validators run for every request: scope openid is not optional here (requirement F16).
      history_state: ({ oidc }) => {
        if (!oidc.requestParamScopes.has(scope))
          throw new errors.InvalidScope("openid scope is required", scope);
        if (isLong({ ...oidc.params })) throw new errors.InvalidRequest("the request is too long");
      },
    },
    clientBasedCORS: () => false,
    interactions: {
      policy: createInteractionPolicy(accounts, parts.loginAgeMost),
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
      const kept = oidc.session?.grantIdFor(oidc.client.clientId);
      const found = kept === undefined ? undefined : await Grant.find(kept);
      // One that was revoked is replaced: the person is still logged in.
      if (found?.accountId === accountId) return found;
      return Grant.find(await grantFor(oidc.provider, oidc.client.clientId, accountId));
    },
  };
}

/** The OpenID provider; all decisions of ours are in the parts and in redirects.ts and prompts.ts. */
export function buildProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configurationOf(parts));
  // The mount says by headers of its own which origin a request came to; see mount.ts.
  provider.proxy = true;
  const allows = (address: unknown): boolean => isRedirectAllowed(address, parts.places);
  const { prototype } = provider.Client;
  prototype.redirectUriAllowed = allows;
  prototype.postLogoutRedirectUriAllowed = allows;
  return provider;
}

/** An access token without a browser: for quickLogin and the simulated native app. */
export async function issueAccessToken(
  provider: Provider,
  clientId: string,
  accountId: string,
): Promise<string> {
  const client = await provider.Client.find(clientId);
  if (!client) throw new Error("the provider does not know its own client");
  const grantId = await grantFor(provider, clientId, accountId);
  return new provider.AccessToken({ client, accountId, grantId, scope, gty: "quick_login" }).save();
}
