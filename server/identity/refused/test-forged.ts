import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { JWK } from "oidc-provider";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as Record<string, unknown>;

/** Creates an unsigned token with the claims of an ID token. */
export const unsigned = (token: string, alg = "none"): string =>
  `${part({ alg, typ: "JWT" })}.${part(claimsOf(token))}.`;

/** Signs with HS256 and a text that an attacker may know: the public key or the client's secret. */
export function signedWithText(token: string, secret: string, changes: object = {}): string {
  const text = `${part({ ...headerOf(token), alg: "HS256" })}.${part({ ...claimsOf(token), ...changes })}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

/** Signs with ES256 and a new key, which is in the header under the provider's key id. */
export function signedByOwnKey(token: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" }) as JWK;
  const text = `${part({ ...headerOf(token), jwk })}.${part(claimsOf(token))}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

/** Changes the claims and keeps the provider's signature. */
export function withOtherClaims(token: string, changes: object): string {
  const [header = "", , signature = ""] = token.split(".");
  return `${header}.${part({ ...claimsOf(token), ...changes })}.${signature}`;
}
