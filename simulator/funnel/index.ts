import { funnelQuery } from "#contract/tracking/tracking.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { Product } from "../../server/app.ts";
import { sendRefusal } from "../../server/http/pipeline/envelope.ts";
import { funnelPage, funnelPolicy } from "./page.ts";

/**
 * GET /lab/funnel: from page view to check-in, by activity, channel, host, city or day (docs/tracking.md).
 */
export function addFunnel({ app, context, modules }: Product): void {
  const cityName = (code: string): string | null => modules.location.city(code)?.shortName ?? null;
  app.get("/lab/funnel", async (request, reply) => {
    const parsed = funnelQuery.safeParse(request.query);
    if (!parsed.success) return sendRefusal(reply, new Refusal("invalid"));
    const query = parsed.data;
    const [total] = await modules.tracking.funnel({ ...query, by: "all" });
    const rows = await modules.tracking.funnel(query);
    return reply
      .header("content-security-policy", funnelPolicy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(funnelPage(context.config.brand, { query, total, rows, cityName }));
  });
}
