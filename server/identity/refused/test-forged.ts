import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import type { JWK } from "oidc-provider";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;
const headerOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString()) as Record<string, unknown>;

/** An ID token's claims, signed by nobody. */
export const unsigned = (token: string, alg = "none"): string =>
  `${part({ alg, typ: "JWT" })}.${part(claimsOf(token))}.`;

/** HS256 with a text that an attacker may know: the public key, or the client's secret. */
export function signedWithText(token: string, secret: string, changes: object = {}): string {
  const text = `${part({ ...headerOf(token), alg: "HS256" })}.${part({ ...claimsOf(token), ...changes })}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

/** ES256 with a key of one's own; the header carries it along, under the provider's key id. */
export function signedByOwnKey(token: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = publicKey.export({ format: "jwk" }) as JWK;
  const text = `${part({ ...headerOf(token), jwk })}.${part(claimsOf(token))}`;
  return `${text}.${sign("sha256", Buffer.from(text), { key: privateKey, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}

/** The provider's own signature under other claims. */
export function withOtherClaims(token: string, changes: object): string {
  const [header = "", , signature = ""] = token.split(".");
  return `${header}.${part({ ...claimsOf(token), ...changes })}.${signature}`;
}
