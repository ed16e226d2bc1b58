import { randomBytes } from "node:crypto";
import type { FastPathRequest, FastPathReply } from "../fast-path/rpc-fast-path.ts";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/**
 * Name of the cookie. Browsers accept the prefix `__Host-` only from this very host over https, so that no other host
 * of the domain and no http page can set it. Over http, on a developer's machine, the prefix does not work.
 */
const deviceCookieName = (isSecure: boolean): string => (isSecure ? "__Host-marque_device" : "marque_device");
const COOKIE_DAYS = 400;

/** A browser that has kept its cookie since a time in ms since the epoch. */
export type Device = { readonly id: string; readonly since: number };

/** Reads the device from its signed cookie; sets a new cookie if it is missing or forged. Uses no fingerprinting. */
function readDeviceCookie(
  request: FastPathRequest,
  reply: FastPathReply,
  secret: string,
  now: number,
): Device {
  const secure = request.protocol === "https";
  const [id, since, signature] = (request.cookies[deviceCookieName(secure)] ?? "").split(".");
  if (id && since && signature && timingSafeEqualText(signature, signHmac(secret, `${id}.${since}`)))
    return { id, since: Number.parseInt(since, 36) };
  const device = { id: randomBytes(12).toString("base64url"), since: now };
  const text = `${device.id}.${now.toString(36)}`;
  void reply.setCookie(deviceCookieName(secure), `${text}.${signHmac(secret, text)}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: COOKIE_DAYS * 86_400,
  });
  return device;
}

/**
 * Returns a function that verifies the cookie on first use, because callers with a mobile are not rate-limited by their
 * device. A request without the cookie gets one at once.
 */
export function createDeviceReader(
  request: FastPathRequest,
  reply: FastPathReply,
  secret: string,
  now: number,
): () => Device {
  let device: Device | null = null;
  const readDevice = (): Device => (device ??= readDeviceCookie(request, reply, secret, now));
  if (request.cookies[deviceCookieName(request.protocol === "https")] === undefined) readDevice();
  return readDevice;
}
