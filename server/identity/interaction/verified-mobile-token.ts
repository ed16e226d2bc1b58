import { z } from "zod";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/** How long whoever proved a number may go on with it, ms. */
export const verifiedMobileTokenLifetime = 5 * 60_000;

const content = z.object({ mobile: z.string(), until: z.number() });

/**
 * A number whose possession was proved on a page by an SMS code that is spent now: enough to log in
 * with it on the same page, without another code (requirement I06).
 * @param uid the interaction's; the ticket is good for no other
 */
export function createVerifiedMobileToken(secret: string, uid: string, mobile: string, now: number): string {
  const text = Buffer.from(JSON.stringify({ mobile, until: now + verifiedMobileTokenLifetime })).toString(
    "base64url",
  );
  return `${text}.${signHmac(secret, `${uid}.${text}`)}`;
}

/** @returns the number; null for a ticket that is made up, another interaction's, or over */
export function readVerifiedMobileToken(
  secret: string,
  uid: string,
  ticket: string,
  now: number,
): string | null {
  const [text = "", sign = ""] = ticket.split(".");
  if (!timingSafeEqualText(sign, signHmac(secret, `${uid}.${text}`))) return null;
  const { mobile, until } = content.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  return until > now ? mobile : null;
}
