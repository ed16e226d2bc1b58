import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sameText, seal } from "../secrets.ts";

const COOKIE = "marque_device";
const DAYS = 400;

export type Device = { readonly id: string; readonly since: number };

/**
 * The device's id from a cookie that the server signed; a new one where it is missing or forged.
 * httpOnly, no fingerprinting: it says "the same browser as before" and since when.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, secret: string, now: number): Device {
  const [id, since, sign] = (request.cookies[COOKIE] ?? "").split(".");
  if (id && since && sign && sameText(sign, seal(secret, `${id}.${since}`)))
    return { id, since: Number.parseInt(since, 36) };
  const made = { id: randomBytes(12).toString("base64url"), since: now };
  const text = `${made.id}.${now.toString(36)}`;
  void reply.setCookie(COOKIE, `${text}.${seal(secret, text)}`, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: request.protocol === "https",
    maxAge: DAYS * 86_400,
  });
  return made;
}
