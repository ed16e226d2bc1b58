import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { id } from "#contract/fields.ts";
import { Refusal } from "#contract/errors.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import * as z from "zod/mini";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/envelope.ts";
import { complaintsPage, css } from "./page.ts";

const PATH = "/lab/complaints";
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
const wish = z.object({ revoke: z.optional(id) });

/** GET /lab/complaints: links for operators who decide complaints, made and revoked (docs/car-club.md). */
export function addComplaints({ app, kit, doors }: Product): void {
  const links = doors.community.complaintLinks;
  const show = async (reply: FastifyReply, made: string | null): Promise<FastifyReply> => {
    const shown = { path: PATH, links: await links.list(), made, now: kit.clock.now() };
    return reply
      .header("content-security-policy", policy)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(complaintsPage(kit.config.brand, shown));
  };
  const change = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = wish.safeParse(request.query);
    if (!parsed.success) return sendRefusal(reply, new Refusal("invalid"));
    if (parsed.data.revoke !== undefined) {
      await links.revoke(parsed.data.revoke);
      return show(reply, null);
    }
    return show(reply, `${kit.origin()}${WEB_BASE}club/complaints#${await links.add()}`);
  };
  app.get(PATH, (_request, reply) => show(reply, null));
  app.register(async (scope) => {
    // What is wanted stands in the query: a form's body is empty.
    scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _payload, done) => done(null));
    scope.post(PATH, change);
  });
}
