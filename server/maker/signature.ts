import { Refusal } from "#contract/core/errors.ts";
import { callLimits } from "#contract/core/call-limits.ts";
import { sha256, signHmac, timingSafeEqualText } from "../core/secrets.ts";
import { makerMessages } from "./messages.ts";

/** A signed request as it arrived. */
export type SignedRequest = {
  /** ms since the epoch, as text. */
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
};

/** Signature of a body: base64url of HMAC-SHA-256 of `timestamp.body`. */
const signMakerBody = (secret: string, timestamp: string, body: string): string =>
  signHmac(secret, `${timestamp}.${body}`);

/**
 * Verifies signature and time of a call. The signature comes first, so that a stranger learns nothing about the clock.
 * @param secrets the current one, and the previous one while it is replaced
 * @returns hash by which a repetition of the same request is recognised, and the end of its storage, ms
 * @throws Refusal "forbidden"
 */
export function verifyMakerSignature(
  { timestamp, signature, body }: SignedRequest,
  secrets: readonly string[],
  now: number,
): { readonly hash: string; readonly expires: number } {
  // Every secret is tried, so that the time does not tell which one matched.
  const matching = secrets.filter((secret) =>
    timingSafeEqualText(signature, signMakerBody(secret, timestamp, body)),
  );
  if (matching.length === 0) throw new Refusal("forbidden", { message: makerMessages.wrongSignature });
  if (!/^\d{13}$/.test(timestamp) || Math.abs(now - Number(timestamp)) > callLimits.clockSkew)
    throw new Refusal("forbidden", { message: makerMessages.wrongTime });
  return { hash: sha256(`maker ${signature}`), expires: Number(timestamp) + 2 * callLimits.clockSkew };
}
