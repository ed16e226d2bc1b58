import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { activitySignatureText, communitySignatureText, headers as names } from "#contract/core/headers.ts";
import { currentSite } from "../environment/site.ts";
import { randomHex } from "./random-ids.ts";

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/**
 * Signature headers of an activity call (contract section 3). Loaded on first use. Uses noble, since
 * crypto.subtle is missing on plain-http hosts.
 */
export function activitySignatureHeaders(mobile: string, now: number): Record<string, string> {
  const timestamp = String(now);
  const nonce = randomHex(16);
  const text = activitySignatureText(currentSite().appKey, mobile, timestamp, nonce);
  return {
    [names.activityMobile]: mobile,
    [names.activityTimestamp]: timestamp,
    [names.activityNonce]: nonce,
    [names.activitySignature]: hashOf(text),
  };
}

/** The X-COP-* headers of a club call (requirement P16). */
export function clubSignatureHeaders(token: string, now: number): Record<string, string> {
  const timestamp = String(now);
  const nonce = randomHex(16);
  return {
    [names.copAccessToken]: token,
    [names.copTimestamp]: timestamp,
    [names.copNonce]: nonce,
    [names.copSignature]: hashOf(communitySignatureText(currentSite().appKey, timestamp, nonce)),
  };
}
