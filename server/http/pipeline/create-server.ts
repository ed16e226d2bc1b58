import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { Refusal } from "#contract/core/errors.ts";
import { exposedHeaders, headers } from "#contract/core/headers.ts";
import { limits } from "#contract/core/limits.ts";
import type { Config } from "../../config.ts";
import { isOutage } from "../../database/connection/outage.ts";
import { runForNetwork } from "../../core/caller-network.ts";
import type { TraceContext } from "../../core/trace-context.ts";
import { DecryptionError } from "../../database/encryption/keyring.ts";
import { compressResponses } from "../cache/compression.ts";
import { shareConnections } from "../lifecycle/connection-shares.ts";
import { handleClientError } from "../lifecycle/connection-timeouts.ts";
import { decryptionRefusal, sendRefusal } from "./envelope.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { createClientAddressReader } from "../fast-path/client-address.ts";
import { limitedNetwork } from "../network/limited-network.ts";
import { RequestBodies } from "../rate-limit/request-bodies.ts";
import { serializeError } from "../observability/error-serializer.ts";
import { LogCap, type LogArguments } from "../observability/log-cap.ts";
import { untraced, type RequestTracer } from "../observability/request-tracer.ts";
import { handleMalformedUrl, handleNotFound } from "./not-found.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route receives a picture as an unread stream (contract/core/call.ts, `body`). */
    takesPicture?: boolean;
  }
}

/** Refusals for the errors of Fastify itself, by status (requirement T10). */
const refusalOfStatus: Readonly<Record<number, Refusal>> = {
  400: new Refusal("badRequest"),
  // For example the URL of a folder of static files.
  403: new Refusal("notFound"),
  404: new Refusal("notFound"),
  413: new Refusal("tooLarge"),
  414: new Refusal("tooLarge"),
  415: new Refusal("unsupportedType"),
};
const statusOf = (error: unknown): number =>
  typeof error === "object" && error !== null && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;

/** Converts an error from outside of a handler to a refusal; logs it unless it is an error of the client. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  const status = statusOf(error);
  const clientError = refusalOfStatus[status];
  if (clientError) return clientError;
  if (status === 429) return new Refusal("tooMany");
  if (error instanceof DecryptionError) {
    request.log.error({ err: error }, "decryption failed");
    return decryptionRefusal();
  }
  const isUnavailable = isOutage(error);
  request.log.error({ err: error }, isUnavailable ? "database or storage unavailable" : "request failed");
  return isUnavailable ? new Refusal("unreachable", { retryAfterSeconds: 2 }) : new Refusal("internal");
}

/** Log lines carry method, path and request id; never a query, header or body (requirement Z06). */
const loggerOptions = (config: Config, cap: LogCap) => ({
  level: config.logLevel,
  hooks: {
    logMethod(
      this: unknown,
      args: LogArguments,
      write: (...args: LogArguments) => void,
      level: number,
    ): void {
      cap.write(args, write, level, this);
    },
  },
  serializers: {
    req: (request: { method: string; url: string; id: string }) => ({
      id: request.id,
      method: request.method,
      path: request.url.split("?", 1)[0],
    }),
    res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    err: (error: unknown) => serializeError(error),
  },
});
type TrustProxy = NonNullable<FastifyServerOptions["trustProxy"]>;
/** Converts TRUST_PROXY for Fastify: a number of hops, or addresses and networks; null: no proxy is trusted. */
const parseTrustProxy = (trusted: string | null): TrustProxy => {
  if (trusted === null) return false;
  return /^\d+$/.test(trusted) ? (_address: string, hop: number) => hop < Number(trusted) : trusted;
};

/** Closes each connection after its response while the server shuts down, instead of keeping it alive (requirement Z03). */
function closeConnectionsDuringShutdown(app: FastifyInstance, fastPath: FastPath): void {
  app.addHook("preClose", (done) => {
    fastPath.isShuttingDown = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (fastPath.isShuttingDown) void reply.header("connection", "close");
    done(null, payload);
  });
}

/** Security headers of every response. */
const helmetOptions: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  crossOriginResourcePolicy: { policy: "same-site" },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  frameguard: false,
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  referrerPolicy: { policy: "strict-origin-when-cross-origin" },
  // Only obsolete browsers and Flash read these headers.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
/**
 * Reads helmet's headers once, since none depends on the request: creating and setting them for each request took a
 * fourteenth of the processor time of a sign-up.
 */
async function readHelmetHeaders(): Promise<Readonly<Record<string, string>>> {
  const probe = Fastify();
  await probe.register(helmet, helmetOptions);
  probe.get("/", (_request, reply) => reply.code(204).send());
  const { headers: sent } = await probe.inject("/");
  await probe.close();
  const connectionHeaders = new Set(["connection", "date", "keep-alive"]);
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      typeof value !== "string" || connectionHeaders.has(name) ? [] : [[name, value]],
    ),
  );
}

/** Refuses requests whose body has no room in memory, unread; their connection is closed. */
function limitBodies(app: FastifyInstance, config: Config, fastPath: FastPath): void {
  const addressOf = createClientAddressReader(config.trustProxy);
  const bodies = new RequestBodies((request) => limitedNetwork(addressOf(request), config));
  fastPath.admitBody = (request) => bodies.admit(request);
  app.addHook("onRequest", (request, reply, done) => {
    if (!bodies.isRefused(request.raw)) return done();
    void reply.header("connection", "close");
    done(new Refusal("tooMany", { retryAfterSeconds: 1 }));
  });
}

/** Runs each request for its network and trace, after the body is read, whose events belong to the connection. */
function runForCaller(app: FastifyInstance, config: Config, tracer: RequestTracer): void {
  const traces = new WeakMap<FastifyRequest, TraceContext>();
  const isExported = config.openTelemetry !== null;
  app.addHook("preHandler", (request, reply, done) => {
    const startedAt = isExported ? performance.now() - reply.elapsedTime : 0;
    const current = tracer.start(request.headers, startedAt);
    if (current?.span !== undefined) traces.set(request, current);
    runForNetwork(limitedNetwork(request.ip, config), done, current);
  });
  if (isExported)
    app.addHook("onResponse", (request, reply, done) => {
      const { method, routeOptions } = request;
      const ended = { method, route: routeOptions.url ?? "", status: reply.statusCode };
      tracer.end(traces.get(request) ?? null, ended);
      done();
    });
  tracer.reportTo(app.log);
  app.addHook("onClose", () => tracer.close());
}

/** Creates the Fastify instance with everything that all routes share. */
export async function createHttpServer(
  config: Config,
  isAllowedOrigin: (origin: string) => boolean,
  fastPath: FastPath,
  tracer: RequestTracer = untraced,
): Promise<FastifyInstance> {
  const cap = new LogCap();
  const app = Fastify({
    serverFactory: fastPath.serverFactory,
    logger: loggerOptions(config, cap),
    bodyLimit: limits.maxBodyBytes,
    forceCloseConnections: "idle",
    // Requests on open connections are answered until they close.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    trustProxy: parseTrustProxy(config.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // These errors skip all hooks, so the header is set here too.
    frameworkErrors: (_error, request, reply) =>
      void handleMalformedUrl(request, reply.header("x-content-type-options", "nosniff")),
  });
  cap.reportTo(app.log);
  app.addHook("onClose", () => cap.flush());
  shareConnections(app.server, config);
  app.removeContentTypeParser("text/plain");
  // Passed on as a stream, so that nothing is read before the caller is authorised.
  app.addContentTypeParser(/^image\//, (request, payload, done) => {
    if (request.routeOptions.config.takesPicture) done(null, payload);
    else done(Object.assign(new Error("this route accepts no picture"), { statusCode: 415 }));
  });
  const securityHeaders = await readHelmetHeaders();
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(securityHeaders).header(headers.requestId, request.id);
    done();
  });
  app.addHook("onRequest", async (request) => {
    await fastPath.awaitCaches(request.raw.url);
  });
  closeConnectionsDuringShutdown(app, fastPath);
  compressResponses(app);
  await app.register(cookie);
  await app.register(cors, {
    origin: (origin, callback) => callback(null, origin !== undefined && isAllowedOrigin(origin)),
    credentials: true,
    exposedHeaders,
    methods: ["GET", "POST", "PUT", "DELETE"],
    maxAge: 7200,
    strictPreflight: false,
  });
  runForCaller(app, config, tracer);
  limitBodies(app, config, fastPath);
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, toRefusal(error, request)));
  app.setNotFoundHandler(handleNotFound);
  return app;
}
