import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** The fixed field that every call carries (requirement R03): hex SHA-256 of the app key. */
export const appSignatureOf = (appKey: string): string => bytesToHex(sha256(utf8ToBytes(appKey)));
