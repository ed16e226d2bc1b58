import type { FastifyRequest } from "fastify";
import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { id } from "#contract/core/fields.ts";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/pipeline/envelope.ts";
import { handleTestHook } from "../test-hooks.ts";
import { reviewPage, reviewPolicy } from "./page.ts";

const decision = z.object({
  activityId: id,
  userId: id,
  verdict: z.enum(["accepted", "declined"]),
  reason: z._default(z.string().check(z.maxLength(60)), ""),
});
type Decision = z.output<typeof decision>;

/**
 * Reviewer of KOC applications: /lab/koc for people, GET and POST /sim/koc for tests (`{activityId, userId,
 * verdict: "accepted" | "declined", reason?}`).
 */
export function addKocReviewer({ app, context, modules }: Product): void {
  const review = async ({ activityId, userId, verdict, reason }: Decision): Promise<boolean> =>
    modules.kocs.review({
      activityId,
      userId,
      ...(verdict === "accepted" ? { status: 2, reason: null } : { status: 3, reason: reason || null }),
    });
  app.get("/lab/koc", async (_request, reply) =>
    reply
      .header("content-security-policy", reviewPolicy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(reviewPage(context.config.brand, await modules.kocs.waiting())),
  );
  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post("/lab/koc", async (request: FastifyRequest, reply) => {
      const parsed = decision.safeParse(request.body);
      if (!parsed.success) return sendRefusal(reply, new Refusal("invalid"));
      await review(parsed.data);
      return reply.redirect("/lab/koc", 303);
    });
    done();
  });
  app.get("/sim/koc", (request, reply) =>
    handleTestHook(request, reply, z.object({}), async () =>
      (await modules.kocs.waiting()).map(({ activity_id, user_id, nickname }) => ({
        activityId: activity_id,
        userId: user_id,
        nickname,
      })),
    ),
  );
  app.post("/sim/koc", (request, reply) =>
    handleTestHook(request, reply, decision, async (input) => ({ decided: await review(input) })),
  );
}
