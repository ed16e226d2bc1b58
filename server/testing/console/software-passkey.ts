import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type * as z from "zod/mini";
import type { passkeyResponse } from "#contract/console/login.ts";

type PasskeyResponse = z.output<typeof passkeyResponse>;
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string): Buffer => createHash("sha256").update(bytes).digest();
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** COSE key of ES256: CBOR map of kty, alg, crv, x and y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}
/** Attestation "none": CBOR map of fmt, attStmt and authData. */
function attestation(authData: Buffer): Buffer {
  const text = (name: string) => Buffer.concat([Buffer.from([0x60 | name.length]), Buffer.from(name)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x59]),
    uint16(authData.length),
    authData,
  ]);
}

type ResponseOptions = {
  readonly challenge: string;
  readonly origin: string;
  /** Site whose id the authenticator signs; default: that of the origin. */
  readonly rpId?: string;
  /** Whether the authenticator has verified the person; default: true. */
  readonly isVerified?: boolean;
};

/** An authenticator without a device, which makes the responses of navigator.credentials. */
export class SoftwarePasskey {
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #id = randomBytes(16);
  signCount = 0;

  #authData(origin: string, { rpId, isVerified = true }: ResponseOptions, extra: Buffer): Buffer {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_KEY : 0);
    const site = rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(site), Buffer.from([flags]), uint32(this.signCount), extra]);
  }
  #clientData(type: string, { challenge, origin }: ResponseOptions): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
  #response(response: Readonly<Record<string, unknown>>): PasskeyResponse {
    const id = base64url(this.#id);
    return { id, rawId: id, type: "public-key", response: { ...response }, clientExtensionResults: {} };
  }
  register(options: ResponseOptions): PasskeyResponse {
    const key = Buffer.concat([
      Buffer.alloc(16),
      uint16(this.#id.length),
      this.#id,
      coseKey(this.#keys.publicKey),
    ]);
    return this.#response({
      clientDataJSON: base64url(this.#clientData("webauthn.create", options)),
      attestationObject: base64url(attestation(this.#authData(options.origin, options, key))),
      transports: ["internal"],
    });
  }
  authenticate(options: ResponseOptions): PasskeyResponse {
    this.signCount++;
    const clientData = this.#clientData("webauthn.get", options);
    const authData = this.#authData(options.origin, options, Buffer.alloc(0));
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.#keys.privateKey);
    return this.#response({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }
}
