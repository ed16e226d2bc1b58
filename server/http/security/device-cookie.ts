import { randomBytes } from "node:crypto";
import type { FastPathRequest, FastPathReply } from "../fast-path/rpc-fast-path.ts";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/**
 * Under https browsers themselves hold such a name to this one host, the whole of it, and https: no other
 * host of the maker's and no plain page can set one. Over http, on one's own machine, there is no such name.
 */
const deviceCookieName = (isSecure: boolean): string => (isSecure ? "__Host-marque_device" : "marque_device");
const COOKIE_DAYS = 400;

export type Device = { readonly id: string; readonly since: number };

/**
 * The device's id from a cookie that the server signed; a new one where it is missing or forged.
 * httpOnly, no fingerprinting: it says "the same browser as before" and since when.
 */
function readDeviceCookie(
  request: FastPathRequest,
  reply: FastPathReply,
  secret: string,
  now: number,
): Device {
  const secure = request.protocol === "https";
  const [id, since, sign] = (request.cookies[deviceCookieName(secure)] ?? "").split(".");
  if (id && since && sign && timingSafeEqualText(sign, signHmac(secret, `${id}.${since}`)))
    return { id, since: Number.parseInt(since, 36) };
  const made = { id: randomBytes(12).toString("base64url"), since: now };
  const text = `${made.id}.${now.toString(36)}`;
  void reply.setCookie(deviceCookieName(secure), `${text}.${signHmac(secret, text)}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure,
    maxAge: COOKIE_DAYS * 86_400,
  });
  return made;
}

/**
 * The same, looked at when it is first asked for: whoever is known by their mobile is not judged by their
 * device. Who brings no cookie has one at once.
 */
export function createDeviceReader(
  request: FastPathRequest,
  reply: FastPathReply,
  secret: string,
  now: number,
): () => Device {
  let found: Device | null = null;
  const look = (): Device => (found ??= readDeviceCookie(request, reply, secret, now));
  if (request.cookies[deviceCookieName(request.protocol === "https")] === undefined) look();
  return look;
}
