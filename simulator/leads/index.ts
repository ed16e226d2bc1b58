import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { id } from "#contract/fields.ts";
import { Refusal } from "#contract/errors.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import * as z from "zod/mini";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/envelope.ts";
import { css, leadsPage } from "./page.ts";

const PATH = "/lab/leads";
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
const wish = z.union([z.object({ activityId: id }), z.object({ revoke: id })]);

/** GET /lab/leads: links for the dealer's staff who call leads, made and revoked as an operator would (docs/leads.md). */
export function addLeads({ app, kit, doors }: Product): void {
  const { desk } = doors.leads;
  const show = async (reply: FastifyReply, made: string | null): Promise<FastifyReply> => {
    const [wanted, links] = await Promise.all([desk.wanted(), desk.links()]);
    return reply
      .header("content-security-policy", policy)
      .header("referrer-policy", "no-referrer")
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(leadsPage(kit.config.brand, { path: PATH, wanted, links, made, now: kit.clock.now() }));
  };
  const change = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const parsed = wish.safeParse(request.query);
    if (!parsed.success) return sendRefusal(reply, new Refusal("invalid"));
    if ("revoke" in parsed.data) {
      await desk.revoke(parsed.data.revoke);
      return show(reply, null);
    }
    const token = await desk.addLink({ activityId: parsed.data.activityId });
    return show(reply, `${kit.origin()}${WEB_BASE}check-in/leads#${token}`);
  };
  app.get(PATH, (_request, reply) => show(reply, null));
  app.register(async (scope) => {
    // What is wanted stands in the query: a form's body is empty.
    scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _payload, done) => done(null));
    scope.post(PATH, change);
  });
}
