import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { createClock, type SettableClock } from "./core/clock.ts";
import type { Config } from "./config.ts";
import { scheduleAuditLogPurge } from "./database/shared-tables/audit-log.ts";
import { startAuditLogStream } from "./database/shared-tables/audit-log-stream.ts";
import type { Database, DatabaseSource } from "./database/connection/database.ts";
import { openConfiguredDatabase } from "./database/connection/open-database.ts";
import { holdProcessNumber } from "./database/process-number/process-number.ts";
import { scheduleReEncryption } from "./database/encryption/re-encrypt.ts";
import { TaskRunner } from "./database/task-runner/task-runner.ts";
import { createCacheInvalidator, type ContentChangeListener } from "./http/cache/cache-invalidation.ts";
import { pollContentChanges } from "./http/cache/content-change-poller.ts";
import { repeatAfterReplicaLag } from "./http/cache/repeat-invalidation.ts";
import { limitRoutes } from "./http/rate-limit/route-limits.ts";
import { NetworkWorkQuota } from "./http/rate-limit/work-quota.ts";
import { createRequestContext } from "./http/pipeline/request-context.ts";
import { RpcRouter } from "./http/pipeline/rpc-router.ts";
import { createHttpServer } from "./http/pipeline/create-server.ts";
import { createRequestTracer } from "./http/observability/create-request-tracer.ts";
import { drainConnections } from "./http/lifecycle/graceful-shutdown.ts";
import type { ProcessMetrics, ReadOtherMetrics } from "./http/observability/all-metrics.ts";
import { mountHealthChecks } from "./http/observability/health.ts";

import { FastPath } from "./http/fast-path/fast-path.ts";
import { mountRpcFastPath } from "./http/fast-path/rpc-fast-path.ts";
import { mountDevelopmentPages, mountBuiltPages, type PageServer } from "./http/pages/page-server.ts";
import { limitedNetwork } from "./http/network/limited-network.ts";
import { urlPrefixes } from "./http/network/url-prefixes.ts";
import { mountOpenApi } from "./http/pipeline/openapi.ts";
import { developmentIdentityHtml } from "./http/pages/identity-html.ts";
import { holdPicturePlace } from "./picture/index.ts";
import { mountSiteRoot } from "./site-root/index.ts";
import type { AppContext } from "./core/app-context.ts";
import { createSite } from "./http/pages/site.ts";
import { createPublicOrigin } from "./http/network/public-origin.ts";
import { createTracking } from "./tracking/index.ts";
import { createModules, type ServerModules } from "./modules.ts";
import { createConsole, type Console } from "./console/index.ts";
import { registerConsoleCalls, type ConsoleParts } from "./console-modules.ts";
import { mountConsolePages } from "./http/pages/console-html.ts";
import { answerConsoleOnly } from "./http/console/console-only.ts";

/** A server that is built: what main, simulator, demo and tests use of it. */
export type Product = {
  readonly app: FastifyInstance;
  readonly context: AppContext & { readonly clock: SettableClock };
  readonly modules: ServerModules;
  readonly console: Console & Pick<ConsoleParts, "jobs" | "exports">;
  readonly databaseKind: "postgres" | "pglite";
  /** Sends every request through the framework, also those in the response cache, while the callback returns true. */
  bypassFastPathWhile(isWatched: () => boolean): void;
  /** Accepts no new connections and resolves when the open ones have ended; the server may be closed then. */
  drain(): Promise<void>;
  /** See OpenDatabase.copyTo. */
  backUpDatabase(file: string): Promise<void>;
  /** Clears cached responses and pages, for example after the clock was set. */
  clearCaches(): void;
};

export type AppOptions = {
  /** The database to use; default: the configured PostgreSQL, else PGlite in the data directory. */
  readonly database?: DatabaseSource;
  /** Time of the checks of a replica, ms; default: performance.now(). */
  readonly replicaClock?: () => number;
  /** The database is migrated already. */
  readonly isMigrated?: boolean;
  /** Receives messages for the operator before there is a log. */
  readonly print?: (line: string) => void;
  readonly pages?: "none" | "development" | "production";
  /** Connects the metrics of this process with those of the others: lifecycle/metrics-exchange.ts. */
  readonly exchangeMetrics?: (readOwn: () => Promise<ProcessMetrics>) => ReadOtherMetrics;
  /** Extends the product before it accepts requests: the simulator. */
  readonly extend?: (product: Product) => void | Promise<void>;
};

/** Builds the whole server; it does not listen yet. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<Product> {
  const database = await openConfiguredDatabase(config, options);
  const clock = createClock();
  const fastPath = new FastPath(config.isFastPathOn && config.serve !== "console");
  const tracer = await createRequestTracer(config);
  const app = await createHttpServer(config, (origin) => isOwnOrigin(origin), fastPath, tracer);
  const origin = createPublicOrigin(app, config);
  const isOwnOrigin = (candidate: string): boolean =>
    candidate === origin() || config.webOrigins.includes(candidate);
  const opened = await createContext(app, config, { database, clock, origin });
  const { context, processNumber, runner } = opened;
  limitRoutes(app, context.workQuota);
  if (config.serve === "console") answerConsoleOnly(app);
  await startDatabaseTasks(app, context, database);
  const calls = new RpcRouter(app.log, config.isProduction, fastPath, config.brand.appMarker);
  const identityHtml = options.pages === "development" ? await developmentIdentityHtml(app) : undefined;
  const clearCaches = (): void => product.clearCaches();
  const created = createModules(context, calls, app, identityHtml, clearCaches);
  const operatorConsole = createCompleteConsole(context, created.modules, clearCaches);
  const tracking = await createTracking(context, app, calls, fastPath, isOwnOrigin);
  const modules: ServerModules = { ...created.modules, tracking };
  let pages: PageServer = { clear: () => {}, invalidate: () => {} };
  const product: Product = {
    app,
    context,
    modules,
    console: operatorConsole,
    databaseKind: database.kind,
    backUpDatabase: database.backUpTo,
    bypassFastPathWhile: (isWatched) => fastPath.bypassWhile(isWatched),
    drain: () => drainConnections(app.server, fastPath),
    clearCaches: () => {
      fastPath.cache.clear();
      pages.clear();
    },
  };
  const rpcFastPath = mountRpcFastPath(app, fastPath, (address) => limitedNetwork(address, config), tracer);
  const caches = () => [fastPath.cache, pages, modules.orders.prices];
  const invalidator = createCacheInvalidator(caches, created.invalidateSoldOut, modules.sessions.cache);
  const polling = startInvalidation(context, invalidator, runner, fastPath);
  await options.extend?.(product);
  mountHealthChecks(app, context, { ...options, fastPath, database, processNumber, taskRunner: runner });
  mountSiteRoot(app, context, calls.sendAsVisitor);
  const requestContext = await createRequestContext(context, modules.sessions);
  app.addHook("onClose", async () => {
    requestContext.close();
    context.workQuota.close();
    created.close();
    polling.stop();
    await operatorConsole.close();
  });
  calls.mount(app, urlPrefixes(config), requestContext, rpcFastPath);
  mountOpenApi(app, calls.registeredCalls, urlPrefixes(config));
  const pageContext = createPageContext(context, calls, modules.location);
  pages = (await mountPages(app, options.pages, pageContext, fastPath)) ?? pages;
  if (config.isConsoleServed) await mountConsole(app, config, operatorConsole, options.pages);
  return product;
}

/** Creates the runner of the installation's periodic tasks, which requests its role when the server is ready. */
function createTaskRunner(app: FastifyInstance, db: Database, kind: Product["databaseKind"]): TaskRunner {
  const runner = new TaskRunner(db, app.log, { isAlone: kind === "pglite" });
  app.addHook("onReady", () => runner.request());
  // Before connections are closed, which takes a while: another process continues at once.
  app.addHook("preClose", () => runner.stop());
  return runner;
}

/** Creates the console with the calls of all features. */
function createCompleteConsole(
  context: AppContext,
  modules: Omit<ServerModules, "tracking">,
  invalidatePages: () => void,
): Product["console"] {
  const operatorConsole = createConsole(context);
  const parts = registerConsoleCalls(context, operatorConsole.calls, modules, invalidatePages);
  return {
    ...operatorConsole,
    jobs: parts.jobs,
    exports: parts.exports,
    async close() {
      parts.close();
      await operatorConsole.close();
    },
  };
}

async function mountConsole(
  app: FastifyInstance,
  config: Config,
  operatorConsole: Console,
  pages: AppOptions["pages"],
): Promise<void> {
  operatorConsole.mount(app);
  await mountConsolePages(app, config, pages);
}

type OpenedDatabase = Awaited<ReturnType<typeof openConfiguredDatabase>>;

/** Creates the dependencies of all modules. */
async function createContext(
  app: FastifyInstance,
  config: Config,
  {
    database: { db, reads, kind: databaseKind, close },
    ...parts
  }: Pick<Product["context"], "clock" | "origin"> & { readonly database: OpenedDatabase },
) {
  const { log } = app;
  // Hooks run in reverse order: the number is released before the database is closed.
  app.addHook("onClose", close);
  const processNumber = await holdProcessNumber(app, db);
  const runner = createTaskRunner(app, db, databaseKind);
  const { holder: processId } = processNumber;
  const base = {
    ...parts,
    db,
    reads,
    databaseKind,
    processId,
    config,
    log,
    metrics: new Registry(),
    tasks: runner.tasks,
  };
  return { context: { ...base, workQuota: new NetworkWorkQuota(base) }, processNumber, runner };
}

/** Starts the tasks of a process on the database. @throws SettingError if it may not run beside another server */
async function startDatabaseTasks(
  app: FastifyInstance,
  context: AppContext,
  { keyring, replica }: OpenedDatabase,
): Promise<void> {
  replica?.reportTo(app.log);
  try {
    await holdPicturePlace(app, context);
  } catch (error) {
    await app.close();
    throw error;
  }
  scheduleReEncryption(app, context, keyring);
  scheduleAuditLogPurge(app, context);
  startAuditLogStream(app, context);
}

/** Starts the invalidation of caches by the changes of all processes. */
function startInvalidation(
  context: AppContext,
  listener: ContentChangeListener,
  runner: TaskRunner,
  fastPath: FastPath,
): { stop(): void } {
  if (context.reads === context.db) return pollContentChanges(context, listener, runner, fastPath);
  const repeating = repeatAfterReplicaLag(listener);
  const polling = pollContentChanges(context, repeating, runner, fastPath);
  return {
    stop() {
      polling.stop();
      repeating.stop();
    },
  };
}

async function mountPages(
  app: FastifyInstance,
  pages: AppOptions["pages"],
  pageContext: ReturnType<typeof createPageContext>,
  fastPath: FastPath,
): Promise<PageServer | null> {
  if (pages === "production") return mountBuiltPages(app, pageContext, fastPath);
  return pages === "development" ? mountDevelopmentPages(app, pageContext) : null;
}

const createPageContext = (context: AppContext, calls: RpcRouter, location: ServerModules["location"]) => ({
  send: calls.sendAsVisitor,
  site: () => createSite(context.origin(), context.config),
  origin: context.origin,
  connectSources: connectOrigins(context.config),
  cityOfAddress: (address: string): string => location.placeOfAddress(address).cityId,
  workQuota: context.workQuota,
});

/** Origins that pages may call beside their own. */
const connectOrigins = ({ apiBase, passBase, securityBase, collectorUrl }: Config): string[] =>
  [apiBase, passBase, securityBase, collectorUrl].flatMap((base) =>
    base === null ? [] : [new URL(base).origin],
  );
