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
import { DecryptionError } from "../../database/encryption/keyring.ts";
import { compressResponses } from "../cache/brotli.ts";
import { handleClientError } from "../lifecycle/connection-timeouts.ts";
import { decryptionRefusal, sendRefusal } from "./envelope.ts";
import type { FastPath } from "../fast-path/fast-path.ts";
import { serializeError } from "../observability/error-serializer.ts";
import { handleNotFound } from "./not-found.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Pictures are taken here as they are, unread (contract/core/call.ts, `body`). */
    takesPicture?: boolean;
  }
}

/** What Fastify itself refuses, in our words (requirement T10). */
const refusalOfStatus: Readonly<Record<number, Refusal>> = {
  400: new Refusal("badRequest"),
  // A folder of static files, for one: whatever stands there is nobody's.
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

/** What a caller is told of whatever went wrong outside of a call; a fault is logged. */
export function toRefusal(error: unknown, request: FastifyRequest): Refusal {
  const status = statusOf(error);
  const known = refusalOfStatus[status];
  if (known) return known;
  if (status === 429) return new Refusal("tooMany");
  if (error instanceof DecryptionError) {
    request.log.error({ err: error }, "a sealed text does not open");
    return decryptionRefusal();
  }
  const isAway = isOutage(error);
  request.log.error({ err: error }, isAway ? "database or disk fail" : "a request failed");
  return isAway ? new Refusal("unreachable", { retryAfterSeconds: 2 }) : new Refusal("internal");
}

/** Log lines carry method, path and request id; never a query, header or body (requirement Z06). */
const loggerOptions = (config: Config) => ({
  level: config.logLevel,
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
/** A number of hops, or addresses and networks; nothing is trusted unless configured. */
const parseTrustProxy = (trusted: string | null): TrustProxy => {
  if (trusted === null) return false;
  return /^\d+$/.test(trusted) ? (_address: string, hop: number) => hop < Number(trusted) : trusted;
};

/** While the server ends, each connection ends with its answer instead of being kept alive (requirement Z03). */
function closeConnectionsWhileEnding(app: FastifyInstance, fastPath: FastPath): void {
  app.addHook("preClose", (done) => {
    fastPath.isEnding = true;
    done();
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (fastPath.isEnding) void reply.header("connection", "close");
    done(null, payload);
  });
}

/** What helmet says of every answer. */
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
  // Of browsers that are gone, and of Flash: bytes of every answer for nobody.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
};
/**
 * Asked of helmet once, since none of it depends on the request: making and setting it for each took a
 * fourteenth of a sign-up's processor time.
 */
async function readHelmetHeaders(): Promise<Readonly<Record<string, string>>> {
  const probe = Fastify();
  await probe.register(helmet, helmetOptions);
  probe.get("/", (_request, reply) => reply.code(204).send());
  const { headers: sent } = await probe.inject("/");
  await probe.close();
  const ofConnection = new Set(["connection", "date", "keep-alive"]);
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      typeof value !== "string" || ofConnection.has(name) ? [] : [[name, value]],
    ),
  );
}

/** The Fastify instance with everything that is the same for all routes. */
export async function createHttpServer(
  config: Config,
  isAllowedOrigin: (origin: string) => boolean,
  fastPath: FastPath,
): Promise<FastifyInstance> {
  const app = Fastify({
    serverFactory: fastPath.serverFactory,
    logger: loggerOptions(config),
    bodyLimit: limits.maxBodyBytes,
    forceCloseConnections: "idle",
    // What still arrives on a connection that was open is answered, as everything before it.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    trustProxy: parseTrustProxy(config.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 300 },
    // No hook has seen these: what every answer carries is told here once more.
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply.header("x-content-type-options", "nosniff"), new Refusal("badRequest")),
  });
  app.removeContentTypeParser("text/plain");
  // Left unread until somebody is known to be allowed to send it.
  app.addContentTypeParser(/^image\//, (request, payload, done) => {
    if (request.routeOptions.config.takesPicture) done(null, payload);
    else done(Object.assign(new Error("no picture is taken here"), { statusCode: 415 }));
  });
  const fixed = await readHelmetHeaders();
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(fixed).header(headers.requestId, request.id);
    done();
  });
  closeConnectionsWhileEnding(app, fastPath);
  compressResponses(app);
  await app.register(cookie);
  await app.register(cors, {
    origin: (origin, answer) => answer(null, origin !== undefined && isAllowedOrigin(origin)),
    credentials: true,
    exposedHeaders,
    methods: ["GET", "POST", "PUT", "DELETE"],
    maxAge: 7200,
    strictPreflight: false,
  });
  app.setErrorHandler((error, request, reply) => sendRefusal(reply, toRefusal(error, request)));
  app.setNotFoundHandler(handleNotFound);
  return app;
}
