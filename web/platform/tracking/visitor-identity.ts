import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { visitorIdText } from "#contract/tracking/visitor-id.ts";

/** Derives a visitor's anonymous id from the browser's secret; loaded when a new identity is needed. */
export const anonymousIdOf = (proof: string): string =>
  bytesToHex(sha256(utf8ToBytes(visitorIdText(proof)))).slice(0, 32);
