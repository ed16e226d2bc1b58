import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { collectDefaultMetrics, Counter, Histogram, type Registry } from "prom-client";
import { DatabaseUnresponsiveError } from "../../database/connection/outage.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { isPrivateAddress } from "../network/ip-network.ts";

/** How long the database may take before this process counts as not ready, ms. */
const READINESS_TIMEOUT = 2_000;

/** What is answered before any route. */
function registerFastPathMetrics(registry: Registry, fastPath: FastPath, duration: Histogram): void {
  new Counter({
    name: "http_hot_answers_total",
    help: "Answers sent from memory before any route, not in http_request_duration_seconds",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(fastPath.cachedResponses);
    },
  });
  new Counter({
    name: "http_hot_calls_total",
    help: "Calls of crowds answered before the framework; in http_request_duration_seconds too",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(fastPath.fastCalls);
    },
  });
  fastPath.onCall = (method, route, status, seconds) => {
    fastPath.fastCalls++;
    duration.observe({ method, route, status: String(status) }, seconds);
  };
}

/**
 * Whoever looks after the installation: asks from this machine or a private network. Where a proxy that is not
 * trusted says that it asks for somebody, nobody knows who that is.
 */
const isOperator = ({ ip, headers }: FastifyRequest, isProxyTrusted: boolean): boolean =>
  isPrivateAddress(ip) &&
  (isProxyTrusted || (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined));

/**
 * /healthz: the process is up; /readyz: its database answers; /metrics: Prometheus text (requirement Z06).
 * For whoever looks after the installation alone: to others these addresses are none (ASVS 13.4.5).
 */
export function mountHealthChecks(app: FastifyInstance, context: AppContext, fastPath: FastPath): void {
  const registry = context.metrics;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to its answer, by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  registerFastPathMetrics(registry, fastPath, duration);
  app.addHook("onResponse", (request, reply, done) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: String(reply.raw.statusCode),
      },
      reply.elapsedTime / 1000,
    );
    done();
  });
  const isProxyTrusted = context.config.trustProxy !== null;
  const get = (url: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(url, (request, reply) =>
      isOperator(request, isProxyTrusted) ? answer(request, reply) : reply.callNotFound(),
    );
  get("/healthz", () => ({ status: "up" }));
  get("/readyz", async (request, reply) => {
    try {
      const late = setTimeout(READINESS_TIMEOUT, undefined, { ref: false }).then(() => {
        throw new DatabaseUnresponsiveError();
      });
      await Promise.race([sql`select 1`.execute(context.db), late]);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "database unreachable" });
    }
  });
  get("/metrics", async (_request, reply) =>
    reply.header("content-type", registry.contentType).send(await registry.metrics()),
  );
  app.addHook("onClose", () => registry.clear());
}
