import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { collectDefaultMetrics, Counter, Gauge, Histogram, type Registry } from "prom-client";

import { processSlot } from "../../config.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { LeasedProcessNumber } from "../../database/process-number/process-number.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { isPrivateAddress } from "../network/ip-network.ts";
import { labelledMetrics, renderMetrics, type ProcessMetrics, type ReadOtherMetrics } from "./all-metrics.ts";
import { registerProductMetrics, type DatabaseFigures, type RunnerState } from "./product-metrics.ts";
import { createReadinessCheck } from "./readiness.ts";

/** Registers the metrics of responses that bypass the framework's routes. */
function registerFastPathMetrics(registry: Registry, fastPath: FastPath, duration: Histogram): void {
  new Counter({
    name: "http_hot_answers_total",
    help: "Cached responses sent before the framework, not in http_request_duration_seconds",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(fastPath.cachedResponses);
    },
  });
  new Counter({
    name: "http_hot_calls_total",
    help: "Signed calls answered before the framework; in http_request_duration_seconds too",
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
 * Whether a request comes from an operator: from this machine or a private network. A request with forwarding headers
 * of a proxy that is not trusted may come from anywhere, so it counts as none.
 */
const isOperator = ({ ip, headers }: FastifyRequest, isProxyTrusted: boolean): boolean =>
  isPrivateAddress(ip) &&
  (isProxyTrusted || (headers["x-forwarded-for"] === undefined && headers.forwarded === undefined));

const one = (): number => 1;
const zero = (): number => 0;

type HealthParts = {
  readonly fastPath: FastPath;
  readonly database: DatabaseFigures;
  readonly taskRunner: RunnerState;
  /** Its renewal is the write of the readiness check. */
  readonly processNumber: Pick<LeasedProcessNumber, "renew">;
  /** Missing: there are no other processes. */
  readonly exchangeMetrics?: (readOwn: () => Promise<ProcessMetrics>) => ReadOtherMetrics;
};

/**
 * Mounts /healthz (the process is up), /readyz (a sign-up can succeed) and /metrics (Prometheus text, requirement Z06).
 * They answer operators only; others get 404 (ASVS 13.4.5).
 */
export function mountHealthChecks(
  app: FastifyInstance,
  context: AppContext,
  { fastPath, processNumber, exchangeMetrics, ...parts }: HealthParts,
): void {
  const registry = context.metrics;
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the arrival of a request to its response, by route pattern",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  registerFastPathMetrics(registry, fastPath, duration);
  registerProductMetrics(context, parts);
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
  const get = (url: string, handler: (request: FastifyRequest, reply: FastifyReply) => unknown) =>
    app.get(url, (request, reply) =>
      isOperator(request, isProxyTrusted) ? handler(request, reply) : reply.callNotFound(),
    );
  get("/healthz", () => ({ status: "up" }));
  const checkReadiness = createReadinessCheck(context.db, () => processNumber.renew());
  new Gauge({
    name: "marque_ready",
    help: "1 if a sign-up could be written at this moment, as /readyz tells",
    registers: [registry],
    async collect() {
      this.set(await checkReadiness().then(one, zero));
    },
  });
  get("/readyz", async (request, reply) => {
    try {
      await checkReadiness();
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "readiness check failed");
      return reply.code(503).send({ status: "sign-ups cannot be written" });
    }
  });
  const readOwn = (): Promise<ProcessMetrics> => labelledMetrics(registry, processSlot());
  const readOthers = exchangeMetrics?.(readOwn) ?? (() => Promise.resolve([]));
  get("/metrics", async (_request, reply) => {
    const [own, others] = await Promise.all([readOwn(), readOthers()]);
    return reply.header("content-type", registry.contentType).send(await renderMetrics([own, ...others]));
  });
  app.addHook("onClose", () => registry.clear());
}
