import { createDecipheriv, randomBytes, sign, verify, type KeyObject } from "node:crypto";

/** Prefix of signatures with which WeChat tests whether a merchant verifies at all; they are always wrong. */
const TEST_SIGNATURE = "WECHATPAY/SIGNTEST/";
/** Difference of the clocks up to which a signature is accepted, ms. */
const CLOCK_TOLERANCE = 5 * 60_000;
const TAG_LENGTH = 16;
const NONCE_LENGTH = 12;

/** Reads a header, whose name is in lower case; null: missing. */
export type HeaderReader = (name: string) => string | null;
/** Public keys by the value of Wechatpay-Serial: `PUB_KEY_ID_…`, or the serial number of a platform certificate. */
export type VerificationKeys = ReadonlyMap<string, KeyObject>;
export type SignatureFault = "unsigned" | "unknown key" | "test signature" | "time" | "signature";

const lines = (...parts: readonly string[]): Buffer => Buffer.from(`${parts.join("\n")}\n`);
export const signText = (key: KeyObject, ...parts: readonly string[]): string =>
  sign("sha256", lines(...parts), key).toString("base64");
export const newNonce = (): string => randomBytes(16).toString("hex");

type SignedRequest = {
  readonly mchid: string;
  /** Serial number of the merchant's certificate. */
  readonly serial: string;
  readonly key: KeyObject;
  readonly method: string;
  /** Path and query from `/v3/` on. */
  readonly path: string;
  readonly body: string;
  /** ms since the epoch. */
  readonly now: number;
};
/** The Authorization header of a request. */
export function authorizationOf({ mchid, serial, key, method, path, body, now }: SignedRequest): string {
  const timestamp = String(Math.floor(now / 1000));
  const nonce = newNonce();
  const signature = signText(key, method, path, timestamp, nonce, body);
  return `WECHATPAY2-SHA256-RSA2048 mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`;
}

/** Verifies an answer or a notice by its headers and raw bytes; null: it is WeChat's. */
export function signatureFault(
  header: HeaderReader,
  body: Uint8Array,
  keys: VerificationKeys,
  now: number,
): SignatureFault | null {
  const [timestamp, nonce, signature, serial] = ["timestamp", "nonce", "signature", "serial"].map((name) =>
    header(`wechatpay-${name}`),
  );
  if (!timestamp || !nonce || !signature || !serial) return "unsigned";
  if (signature.startsWith(TEST_SIGNATURE)) return "test signature";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now) > CLOCK_TOLERANCE)
    return "time";
  const key = keys.get(serial);
  if (!key) return "unknown key";
  const text = Buffer.concat([lines(timestamp, nonce), body, Buffer.from("\n")]);
  return verify("sha256", text, key, Buffer.from(signature, "base64")) ? null : "signature";
}

export type EncryptedResource = {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associatedData: string;
};
/** Decrypts the resource of a notice (AES-256-GCM under the APIv3 key); null: it was changed, or has another key. */
export function decryptResource(resource: EncryptedResource, v3Key: string): Buffer | null {
  const sealed = Buffer.from(resource.ciphertext, "base64");
  const nonce = Buffer.from(resource.nonce);
  if (sealed.length < TAG_LENGTH || nonce.length !== NONCE_LENGTH) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(v3Key), nonce, {
      authTagLength: TAG_LENGTH,
    });
    decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
    decipher.setAAD(Buffer.from(resource.associatedData));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final()]);
  } catch {
    return null;
  }
}
