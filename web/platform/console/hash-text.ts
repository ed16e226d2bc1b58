import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text in hex; the browser's own works only asynchronously and on secure origins. */
export const hashText = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
