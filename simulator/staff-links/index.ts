import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { id } from "#contract/core/fields.ts";
import { Refusal } from "#contract/core/errors.ts";
import * as z from "zod/mini";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/pipeline/envelope.ts";
import { staffLinkTypes } from "./link-types.ts";
import { linksPageCss, linksPage } from "./page.ts";

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(linksPageCss).digest("base64")}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'`;
const change = z.object({ activityId: z.optional(id), revoke: z.optional(id) });

/**
 * GET /lab/check-in, /lab/leads, /lab/compose, /lab/complaints, /lab/preview: staff links, created and revoked as by an
 * operator (docs/lab.md).
 */
export function addStaffLinks({ app, context, modules }: Product): void {
  for (const { path, texts, candidates, links, add, revoke } of staffLinkTypes(modules)) {
    const show = async (reply: FastifyReply, created: string | null): Promise<FastifyReply> => {
      const [available, issued] = await Promise.all([candidates?.() ?? null, links()]);
      const shown = {
        path,
        texts,
        candidates: available,
        issued,
        created,
        now: context.clock.now(),
      };
      return reply
        .header("content-security-policy", policy)
        .header("referrer-policy", "no-referrer")
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(linksPage(context.config.brand, shown));
    };
    const applyChange = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { success, data } = change.safeParse(request.query);
      if (!success) return sendRefusal(reply, new Refusal("invalid"));
      if (data.revoke !== undefined) {
        await revoke(data.revoke);
        return show(reply, null);
      }
      if (candidates !== null && data.activityId === undefined)
        return sendRefusal(reply, new Refusal("invalid"));
      const created = await add(data.activityId ?? "");
      return created === null
        ? sendRefusal(reply, new Refusal("notFound"))
        : show(reply, context.origin() + created);
    };
    app.get(path, (_request, reply) => show(reply, null));
    app.register(async (scope) => {
      // The arguments are in the query: the form's body is empty.
      scope.addContentTypeParser("application/x-www-form-urlencoded", (_request, _payload, done) =>
        done(null),
      );
      scope.post(path, applyChange);
    });
  }
}
