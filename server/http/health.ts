import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { collectDefaultMetrics, Counter, Histogram, type Registry } from "prom-client";
import { DatabaseSilent } from "../database/outage.ts";
import type { Kit } from "../kit.ts";
import type { HotAnswers } from "./hot-answers.ts";
import { isWithin } from "./network.ts";

/** How long the database may take before this process counts as not ready, ms. */
const ANSWER_MOST = 2_000;

/** What is answered before any route. */
function countHot(registry: Registry, hot: HotAnswers, duration: Histogram): void {
  new Counter({
    name: "http_hot_answers_total",
    help: "Answers sent from memory before any route, not in http_request_duration_seconds",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(hot.sent);
    },
  });
  new Counter({
    name: "http_hot_calls_total",
    help: "Calls of crowds answered before the framework; in http_request_duration_seconds too",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(hot.calls);
    },
  });
  hot.onCall = (method, route, status, seconds) => {
    hot.calls++;
    duration.observe({ method, route, status: String(status) }, seconds);
  };
}

/**
 * Whoever looks after the installation: asks from this machine or a private network. Where a proxy that is not
 * trusted says that it asks for somebody, nobody knows who that is.
 */
const isOperator = ({ ip, headers }: FastifyRequest, isProxyTrusted: boolean): boolean =>
  isWithin(ip) &&
  (isProxyTrusted || (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined));

/**
 * /healthz: the process is up; /readyz: its database answers; /metrics: Prometheus text (requirement Z06).
 * For whoever looks after the installation alone: to others these addresses are none (ASVS 13.4.5).
 */
export function mountHealth(app: FastifyInstance, kit: Kit, hot: HotAnswers): void {
  const registry = kit.metrics;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's arrival to its answer, by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  countHot(registry, hot, duration);
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
  const isProxyTrusted = kit.config.trustProxy !== null;
  const get = (url: string, answer: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(url, (request, reply) =>
      isOperator(request, isProxyTrusted) ? answer(request, reply) : reply.callNotFound(),
    );
  get("/healthz", () => ({ status: "up" }));
  get("/readyz", async (request, reply) => {
    try {
      const late = setTimeout(ANSWER_MOST, undefined, { ref: false }).then(() => {
        throw new DatabaseSilent();
      });
      await Promise.race([sql`select 1`.execute(kit.db), late]);
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
