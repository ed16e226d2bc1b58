import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import type { WorkQuota } from "./work-quota-rules.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * Counter of the route's requests: "call" for calls of the contract, which the router counts by their caller; "lookup"
     * for routes that read the database for everybody; "notice" for reports of the payment channels. Missing: as a route of
     * pages and files.
     */
    countedAs?: "call" | "lookup" | "notice" | undefined;
  }
}

/**
 * Counts requests by network that are no call of the contract, so that no route is free to flood: pages and files, unknown
 * addresses, the provider's endpoints. Responses from the caches are sent before and are not counted.
 */
export function limitRoutes(app: FastifyInstance, quota: Pick<WorkQuota, "take">): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { countedAs = "route" } = request.routeOptions.config;
    const retryAfterSeconds = countedAs === "call" ? 0 : quota.take(countedAs, request.ip);
    if (retryAfterSeconds > 0) done(new Refusal("tooMany", { retryAfterSeconds }));
    else done();
  });
}
