import { randomBytes } from "node:crypto";
import type { FastPathRequest, FastPathReply } from "../fast-path/rpc-fast-path.ts";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";
import { parseDeviceProof, serializeDeviceProof, strongerProof, type DeviceProof } from "./device-proof.ts";

/**
 * Name of the cookie. Browsers accept the prefix `__Host-` only from this very host over https, so that no other host
 * of the domain and no http page can set it. Over http, on a developer's machine, the prefix does not work.
 */
const deviceCookieName = (isSecure: boolean): string => (isSecure ? "__Host-marque_device" : "marque_device");
const COOKIE_DAYS = 400;

/** A browser that has kept its cookie since a time in ms since the epoch. */
export type Device = {
  readonly id: string;
  readonly since: number;
  /** The act that makes the device known; null: none. The age of a cookie proves nothing, since anybody can mint one. */
  readonly proof: DeviceProof | null;
  /** Whether the request had no valid cookie and the response sets one. */
  readonly isNew?: boolean;
};
/** The device of one request. */
export type RequestDevice = {
  /** Reads the device from its signed cookie; sets a new cookie if it is missing or forged. Uses no fingerprinting. */
  read(): Device;
  /** Records in the cookie that a person has logged in or solved the slider on the device. */
  prove(proof: DeviceProof): void;
};

/** The text that is signed. A cookie without a proof has the form of older versions. */
const textOf = ({ id, since, proof }: Device): string =>
  [id, since.toString(36), ...(proof === null ? [] : [serializeDeviceProof(proof)])].join(".");

/** @returns null for a missing or forged cookie */
function parseCookie(value: string | undefined, secret: string): Device | null {
  const parts = (value ?? "").split(".");
  const signature = parts.pop() ?? "";
  const [id, since, proof] = parts;
  if (!id || !since || parts.length > 3) return null;
  if (!timingSafeEqualText(signature, signHmac(secret, parts.join(".")))) return null;
  return { id, since: Number.parseInt(since, 36), proof: proof ? parseDeviceProof(proof) : null };
}

/**
 * Returns the device of a request. Its cookie is verified on first use, because callers with a mobile are not
 * rate-limited by their device. A request without the cookie gets one at once.
 */
export function createRequestDevice(
  request: FastPathRequest,
  reply: FastPathReply,
  secret: string,
  now: number,
): RequestDevice {
  const secure = request.protocol === "https";
  const name = deviceCookieName(secure);
  let device: Device | null = null;
  const write = (written: Device): Device => {
    const text = textOf(written);
    void reply.setCookie(name, `${text}.${signHmac(secret, text)}`, {
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure,
      maxAge: COOKIE_DAYS * 86_400,
    });
    return written;
  };
  const read = (): Device =>
    (device ??=
      parseCookie(request.cookies[name], secret) ??
      write({ id: randomBytes(12).toString("base64url"), since: now, proof: null, isNew: true }));
  if (request.cookies[name] === undefined) read();
  return {
    read,
    prove(proof) {
      const before = read();
      device = write({ ...before, proof: strongerProof(before.proof, proof) });
    },
  };
}
