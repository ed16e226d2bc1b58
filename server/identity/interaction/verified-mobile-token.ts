import { z } from "zod";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/** Lifetime of a verified mobile token, ms. */
const verifiedMobileTokenLifetime = 5 * 60_000;

const content = z.object({ mobile: z.string(), until: z.number() });

/**
 * Creates a token for a mobile that was verified by an SMS code, which is consumed by now: with the token the
 * person can log in on the same page without another code (requirement I06).
 * @param uid the interaction; the token is valid for no other
 * @param now ms
 */
export function createVerifiedMobileToken(secret: string, uid: string, mobile: string, now: number): string {
  const text = Buffer.from(JSON.stringify({ mobile, until: now + verifiedMobileTokenLifetime })).toString(
    "base64url",
  );
  return `${text}.${signHmac(secret, `${uid}.${text}`)}`;
}

/** @returns the mobile; null if the token is forged, expired or belongs to another interaction */
export function readVerifiedMobileToken(
  secret: string,
  uid: string,
  token: string,
  now: number,
): string | null {
  const [text = "", signature = ""] = token.split(".");
  if (!timingSafeEqualText(signature, signHmac(secret, `${uid}.${text}`))) return null;
  const { mobile, until } = content.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return until > now ? mobile : null;
}
