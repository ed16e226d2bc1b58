import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { randomHex } from "../http/random-ids.ts";

/**
 * Creates a verifier and its S256 challenge (RFC 7636, requirement F25). Loaded on login. Uses noble, since
 * crypto.subtle is missing on plain-http hosts.
 */
export function createPkcePair(): { verifier: string; challenge: string } {
  const verifier = randomHex(32);
  const text = btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))));
  return { verifier, challenge: text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") };
}
