import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Provider, { interactionPolicy, type Configuration, type KoaContextWithOIDC } from "oidc-provider";
import { freePort } from "../testing/database/postgres-cluster.ts";

/** Person at an external provider, with a UUID as subject and the phone number in E.164. */
type ExternalPerson = {
  sub: string;
  name: string;
  phone_number?: string;
  phone_number_verified?: unknown;
};

export type ExternalProviderServer = {
  readonly issuer: string;
  /** Parameters of all authorize requests that were received. */
  readonly authorizeRequests: URLSearchParams[];
  addPerson(name: string, phone?: { phone_number: string; phone_number_verified?: unknown }): ExternalPerson;
  /** Ids of the access tokens that were revoked. */
  readonly revoked: string[];
  /** Answers the next revocations with this status. */
  failRevocations(status: number, times: number): void;
  /** Whether an access token is still valid. */
  isValid(token: string): Promise<boolean>;
  /** Issues an access token of a person to one of the clients. */
  token(sub: string, clientId: string): Promise<string>;
  close(): Promise<void>;
};

export const clients = {
  ours: "qinglan-marketing",
  nativeApp: "qinglan-app",
  stranger: "parking-garage",
} as const;
export const secret = "the-secret-that-the-realm-gave-our-client";

/** Paths as in Keycloak, all different from those of the built-in provider. */
const realm = "/realms/qinglan";
const protocol = "/protocol/openid-connect";
const configuration = (people: Map<string, ExternalPerson>): Configuration => {
  const policy = interactionPolicy.base();
  policy.remove("consent");
  policy.add(new interactionPolicy.Prompt({ name: "create", requestable: true }), 0);
  const client = (client_id: string) => ({
    client_id,
    client_secret: secret,
    grant_types: ["authorization_code"],
    redirect_uris: ["http://127.0.0.1/never-compared"],
    post_logout_redirect_uris: ["http://127.0.0.1/never-compared"],
  });
  return {
    clients: Object.values(clients).map(client),
    routes: {
      authorization: `${protocol}/auth`,
      token: `${protocol}/token`,
      userinfo: `${protocol}/userinfo`,
      jwks: `${protocol}/certs`,
      end_session: `${protocol}/logout`,
      introspection: `${protocol}/token/introspect`,
      revocation: `${protocol}/revoke`,
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: { enabled: true },
    },
    claims: { openid: ["sub", "name", "phone_number", "phone_number_verified"] },
    extraParams: ["kc_action"],
    cookies: { keys: ["not-secret-in-a-test"] },
    interactions: { policy, url: (_ctx, { uid }) => `${realm}/login-actions/authenticate/${uid}` },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async ({ oidc }: KoaContextWithOIDC) => {
      const accountId = oidc.session?.accountId;
      if (!oidc.client || accountId === undefined) return undefined;
      return grantOf(oidc.provider, oidc.client.clientId, accountId);
    },
  };
};

async function grantOf(provider: Provider, clientId: string, accountId: string) {
  const grant = new provider.Grant({ clientId, accountId });
  grant.addOIDCScope("openid");
  await grant.save();
  return grant;
}

/** Login page without rendering: logs in the person of the login_hint, or registers a new one. */
async function logIn(
  provider: Provider,
  people: Map<string, ExternalPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, response);
  const hint = String(params["login_hint"]);
  const isNew = prompt.name === "create";
  const sub = isNew ? randomUUID() : hint;
  if (isNew) people.set(sub, { sub, name: hint });
  const login = { accountId: sub };
  await provider.interactionFinished(request, response, isNew ? { login, create: {} } : { login });
}

function revokedBy(provider: Provider): string[] {
  const revoked: string[] = [];
  provider.on("access_token.destroyed", ({ jti }) => revoked.push(jti));
  return revoked;
}

/** Starts an external provider by the same library with other issuer, paths, subjects, claims and clients. */
export async function startExternalProvider(given?: number): Promise<ExternalProviderServer> {
  const port = given ?? (await freePort());
  const people = new Map<string, ExternalPerson>();
  const authorizeRequests: URLSearchParams[] = [];
  const issuer = `http://127.0.0.1:${port}${realm}`;
  const provider = new Provider(issuer, configuration(people));
  const { prototype } = provider.Client;
  // Redirects as its administrator registered them: http://127.0.0.1:*/marketing/area/activity/*
  const isAllowed = (address: unknown): boolean =>
    /^http:\/\/127\.0\.0\.1:\d+\/marketing\/area\/activity\//.test(String(address));
  prototype.redirectUriAllowed = isAllowed;
  prototype.postLogoutRedirectUriAllowed = isAllowed;
  const revoked = revokedBy(provider);
  const failure = { status: 503, times: 0 };
  const handle = provider.callback();
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url.startsWith(`${realm}/login-actions/`))
      return void logIn(provider, people, request, response).catch((error: unknown) =>
        response.writeHead(500).end(String(error)),
      );
    if (url.startsWith(`${realm}${protocol}/auth?`))
      authorizeRequests.push(new URL(url, issuer).searchParams);
    if (url === `${realm}${protocol}/revoke` && failure.times-- > 0)
      return void response.writeHead(failure.status, { "content-type": "application/json" }).end("{}");
    Object.assign(request, { originalUrl: url });
    request.url = url.slice(realm.length);
    return void handle(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    issuer,
    authorizeRequests,
    revoked,
    failRevocations: (status, times) => void Object.assign(failure, { status, times }),
    isValid: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    addPerson(name, phone) {
      const person = { sub: randomUUID(), name, ...phone };
      people.set(person.sub, person);
      return person;
    },
    async token(sub, clientId) {
      const client = await provider.Client.find(clientId);
      if (!client) throw new Error(`no client ${clientId}`);
      const grant = await grantOf(provider, clientId, sub);
      const parts = {
        client,
        accountId: sub,
        grantId: grant.jti,
        scope: "openid",
        gty: "authorization_code",
      };
      return new provider.AccessToken(parts).save();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
