import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export const directoryClient = { id: "marque-console", secret: "the-secret-of-the-consoles-client" } as const;

/** How the directory answers a login that differs from a right one. */
export type DirectoryFault = {
  /** Client for which the ID token is. */
  readonly audience?: string;
  readonly nonce?: string;
  /** Time of the login, ms; null: not told. */
  readonly authTime?: number | null;
  /** State that comes back. */
  readonly state?: string;
};
type Person = { readonly sub: string; readonly name: string; groups: string[] };
type IssuedCode = {
  readonly params: URLSearchParams;
  readonly person: Person;
  readonly fault: DirectoryFault;
};

export type StaffDirectory = {
  readonly issuer: string;
  addPerson(name: string, groups: string[]): Person;
  /** Logs a person in at an authorize address. @returns the query with which the browser comes back */
  logIn(authorizeUrl: string, person: Person, fault?: DirectoryFault): string;
  close(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return new URLSearchParams(Buffer.concat(parts).toString());
}
const sendJson = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

/** Client id and secret of a token request, by Basic authentication or in the body. */
function clientOf(request: IncomingMessage, body: URLSearchParams): string {
  const [, basic = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  if (basic !== "") return decodeURIComponent(Buffer.from(basic, "base64").toString());
  return `${body.get("client_id") ?? ""}:${body.get("client_secret") ?? ""}`;
}

/** Whether a token request is that of the code's login: client, PKCE and redirect (RFC 6749, RFC 7636). */
function isTokenRequest(
  request: IncomingMessage,
  body: URLSearchParams,
  issued: IssuedCode | undefined,
): issued is IssuedCode {
  const challenge = createHash("sha256")
    .update(body.get("code_verifier") ?? "")
    .digest("base64url");
  return (
    issued !== undefined &&
    clientOf(request, body) === `${directoryClient.id}:${directoryClient.secret}` &&
    issued.params.get("code_challenge_method") === "S256" &&
    issued.params.get("code_challenge") === challenge &&
    issued.params.get("redirect_uri") === body.get("redirect_uri")
  );
}
/** Answers the token endpoint; each code works once. */
async function answerToken(
  request: IncomingMessage,
  response: ServerResponse,
  codes: Map<string, IssuedCode>,
  idTokenOf: (issued: IssuedCode) => Promise<string>,
): Promise<void> {
  const body = await readBody(request);
  const code = body.get("code") ?? "";
  const issued = codes.get(code);
  codes.delete(code);
  if (!isTokenRequest(request, body, issued)) return sendJson(response, 400, { error: "invalid_grant" });
  const tokens = { access_token: randomUUID(), token_type: "Bearer", expires_in: 300 };
  return sendJson(response, 200, { ...tokens, id_token: await idTokenOf(issued) });
}

/** A staff directory: the endpoints of an OpenID provider without pages. */
export async function startStaffDirectory(): Promise<StaffDirectory> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(publicKey)), kid: "1", alg: "RS256", use: "sig" };
  const codes = new Map<string, IssuedCode>();
  let issuer = "";

  const idTokenOf = ({ params, person, fault }: IssuedCode): Promise<string> => {
    const authTime = fault.authTime === undefined ? Date.now() : fault.authTime;
    return new SignJWT({
      name: person.name,
      groups: person.groups,
      nonce: fault.nonce ?? params.get("nonce"),
      ...(authTime !== null && { auth_time: Math.floor(authTime / 1000) }),
    })
      .setProtectedHeader({ alg: "RS256", kid: "1" })
      .setIssuer(issuer)
      .setSubject(person.sub)
      .setAudience(fault.audience ?? directoryClient.id)
      .setIssuedAt()
      .setExpirationTime("5m")
      .sign(privateKey);
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/token") return void answerToken(request, response, codes, idTokenOf);
    if (pathname === "/jwks") return sendJson(response, 200, { keys: [jwk] });
    return sendJson(response, 200, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    addPerson: (name, groups) => ({ sub: randomUUID(), name, groups }),
    logIn(authorizeUrl, person, fault = {}) {
      const params = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      codes.set(code, { params, person, fault });
      return `?${new URLSearchParams({ code, state: fault.state ?? params.get("state") ?? "" }).toString()}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
