import * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import type { Product } from "../server/app.ts";
import type { ReviewVerdict } from "../server/owner/index.ts";
import { handleTestHook } from "./test-hooks.ts";

/** Duration of a review, ms. */
const REVIEW_DURATION = 6_000;
/** Endings of chassis numbers that are declined, with the reason. */
const declined: Readonly<Record<string, string>> = {
  "0001": "行驶证照片不清晰，请重新拍摄",
  "0002": "车架号与行驶证不一致",
};
/** Ending that stays under review until it is decided manually. */
const UNDECIDED = "0003";

const decision = z.object({
  applicationId: z.string(),
  status: z.enum(["accepted", "declined"]),
  reason: z.optional(z.string()),
});

/**
 * The maker's reviewer in development and tests: accepts after six seconds, declines chassis numbers that end
 * in 0001 or 0002, leaves 0003 under review; POST /sim/owner-decision decides manually.
 */
export function addOwnerReview({ app, context }: Product): void {
  const firstAsked = new Map<string, number>();
  const manualVerdicts = new Map<string, ReviewVerdict>();
  const verdictOn = (applicationId: string, vin: string): ReviewVerdict => {
    const decided = manualVerdicts.get(applicationId);
    if (decided) return decided;
    const now = context.clock.now();
    const since = firstAsked.get(applicationId) ?? now;
    firstAsked.set(applicationId, since);
    const ending = vin.slice(-4);
    if (ending === UNDECIDED || now - since < REVIEW_DURATION) return { status: "review" };
    const reason = declined[ending];
    return reason === undefined ? { status: "accepted" } : { status: "declined", reason };
  };
  app.post("/sim/owner-review", (request, reply) => {
    const { applicationId, vin } = request.body as { applicationId: string; vin: string };
    return reply.send(verdictOn(applicationId, vin));
  });
  app.post("/sim/owner-decision", (request, reply) =>
    handleTestHook(request, reply, decision, async ({ applicationId, status, reason }) => {
      if (!firstAsked.has(applicationId)) throw new Refusal("notFound");
      manualVerdicts.set(applicationId, status === "accepted" ? { status } : { status, reason });
      return null;
    }),
  );
}
