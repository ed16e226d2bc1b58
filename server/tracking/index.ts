import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { collectorPaths } from "#contract/tracking/names.ts";
import type { FunnelQuery, FunnelRow, StoredEvent } from "#contract/tracking/tracking.ts";
import { createClientAddressReader } from "../http/fast-path/client-address.ts";
import type { FastPath } from "../http/fast-path/fast-path.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { UserMergePart } from "../session/index.ts";
import type { AppContext } from "../core/app-context.ts";
import { memoizedServerSecret } from "../database/shared-tables/server-secret.ts";
import { Collector } from "./collect/collector.ts";
import { copiesStore } from "./copies/copies-store.ts";
import { framesCipher } from "./copies/frames-cipher.ts";
import { SpoolCopies } from "./copies/spool-copies.ts";
import { createForwarder, FORWARD_INTERVAL } from "./forward/forwarder.ts";
import { funnelStore } from "./storage/funnel-store.ts";
import { SpoolLoader } from "./load/spool-loader.ts";
import { trackingMetrics, type TrackingMetrics } from "./metrics.ts";
import { eventOutboxStore } from "./forward/outbox-store.ts";
import { ResponseThrottle } from "./collect/response-throttle.ts";
import { createPartitions } from "./storage/partition-store.ts";
import { createSpoolReader } from "./load/reader.ts";
import { removeEvents } from "./storage/event-removal.ts";
import { Spool } from "./spool/spool.ts";
import { checkEventTable } from "./clickhouse/check-table.ts";
import { createEventStore } from "./storage/create-event-store.ts";
import { kilobytesOf } from "./collect/body-weight.ts";
import { EventWriter } from "./load/writer.ts";
import { visitorRoutes } from "./visitor/routes.ts";
import { mergeVisitors } from "./visitor/store.ts";

/** Tracking's part of merging users; its table refers to people by their public ids. */
export const visitorUserMerge: UserMergePart = { tables: [], mergeUsers: mergeVisitors };
export { eventsOfIds } from "./storage/event-days-store.ts";
export { createEventStore } from "./storage/create-event-store.ts";
export type { EventStoreContext, VisitCount } from "./storage/event-store.ts";
export type { ListedPageError } from "./storage/page-error-store.ts";
export { ClickhouseError as EventStoreUnavailable } from "./clickhouse/client.ts";
export { scheduleEventRemoval } from "./storage/event-removal-store.ts";
export { removeScheduledEvents } from "./storage/event-removal.ts";

export type Tracking = {
  /** Lists the last events, the newest first, after all events that were accepted before are stored. */
  lastEvents(limit: number): Promise<StoredEvent[]>;
  /** Counts people by the steps that they reached, the largest groups first; waits as `lastEvents` does. */
  funnel(query: FunnelQuery): Promise<FunnelRow[]>;
  /** Creates the partitions of the next days and drops those that are too old; also runs every hour. */
  maintain(): Promise<void>;
};

/**
 * Maximum of rows in a statement. The embedded database runs in our thread (1 ms for a statement, 0.03 ms for
 * a row), so its statements must be short while the server handles other requests.
 */
const MAX_ROWS = { postgres: 1_000, pglite: 250, clickhouse: 2_000 } as const;
const MAX_ROWS_WHILE_BUSY = { postgres: 250, pglite: 10, clickhouse: 2_000 } as const;
/** Pause between statements while the server is idle, ms. */
const IDLE_PAUSE = { postgres: 10, pglite: 20 } as const;
/** Pause after a statement as a multiple of its duration, during which others use the database. */
const BUSY_PAUSE_FACTOR = 4;
/** Pause after an insert into ClickHouse, which makes a file of each, so it gets fewer and larger ones; ms. */
const CLICKHOUSE_PAUSE = 500;
const FLOOD_PAUSE_FACTOR = 9;
/** Maximum time for which a flood pauses loading, ms. */
const MAX_LOADING_PAUSE = 10_000;
/** Time for which waiting events are loaded at shutdown, ms. */
const SHUTDOWN_TIMEOUT = 5_000;
const HOUR = 3_600_000;
const REMOVAL_INTERVAL = 10_000;

/**
 * Creates the copies of accepted events for other machines, if there can be some: with pictures in a bucket, machines share
 * nothing but that and the database. Those that share DATA_DIR find each other's spools there.
 */
function createCopies(context: AppContext): SpoolCopies | null {
  const { db, databaseKind, processId: holder, log, config } = context;
  if (databaseKind === "pglite" || config.pictureBucket === null) return null;
  const cipher = framesCipher(memoizedServerSecret(context, "event-spool"));
  return new SpoolCopies({ store: copiesStore(db), cipher, holder, log });
}

/** Creates the forwarder; what is due again, or was left by a process that ended, is forwarded periodically. */
function startForwarder({ db, log, clock, tasks }: AppContext, metrics: TrackingMetrics, url: string) {
  const now = (): number => clock.now();
  const forwarder = createForwarder({ store: eventOutboxStore(db), metrics, log, now, url });
  const forwarding = tasks.schedule("event.forwarding", FORWARD_INTERVAL, forwarder.work);
  return {
    wake: forwarder.wake,
    close(): Promise<void> {
      forwarding.stop();
      return forwarder.close();
    },
  };
}

/** Creates the pipeline of events from the spool to the database and on to a Sensors server. */
function createEventPipeline(context: AppContext, throttle: ResponseThrottle) {
  const { db, log, config } = context;
  const now = (): number => context.clock.now();
  const { sensorsUrl: url, trackingRetentionDays } = config;
  const isForwarded = url !== null;
  const metrics = trackingMetrics(context.metrics, () => spool.bytes);
  const partitions = createPartitions(db, trackingRetentionDays);
  const forwarder = url === null ? null : startForwarder(context, metrics, url);
  const kind = config.eventsClickhouse === null ? context.databaseKind : "clickhouse";
  const maxRowsRead = MAX_ROWS_WHILE_BUSY[context.databaseKind];
  const reader = createSpoolReader({ maxRows: maxRowsRead, isForwarded }, log);
  // Other requests have priority: while there are any, events get a fifth of the database's time. In a flood,
  // events wait on disk, so that they can be accepted. Otherwise they are collected for some ms, since a
  // statement costs as much as thirty rows.
  const restAfter = (took: number): number => {
    if (kind === "clickhouse") return CLICKHOUSE_PAUSE;
    if (throttle.isBusy) return took * BUSY_PAUSE_FACTOR;
    return throttle.floodDuration !== null && !spool.isHalfFull
      ? took * FLOOD_PAUSE_FACTOR
      : IDLE_PAUSE[kind];
  };
  const maxRows = (): number => (throttle.isBusy ? MAX_ROWS_WHILE_BUSY[kind] : MAX_ROWS[kind]);
  const store = createEventStore(context);
  const writer = new EventWriter({
    store,
    partitions,
    metrics,
    log,
    now,
    isForwarded,
    maxRows,
    restAfter,
    onWritten: () => forwarder?.wake(),
  });
  const spool = new Spool({
    root: join(config.dataDir, "tracking"),
    isAlone: context.databaseKind === "pglite",
    now,
    log,
    onWritten: () => loader.wake(),
    copies: createCopies(context),
  });
  // Pauses during a short burst; a flood that lasts longer is loaded while it goes on.
  const isPaused = (): boolean =>
    (throttle.floodDuration ?? MAX_LOADING_PAUSE) < MAX_LOADING_PAUSE && !spool.isHalfFull;
  const rowsAhead = (): number => maxRows() * 2;
  const loader = new SpoolLoader({ spool, reader, writer, metrics, log, rowsAhead, isPaused });
  return {
    metrics,
    spool,
    async maintain(): Promise<void> {
      await partitions.maintain(now());
      await store.dropOldDays(now(), trackingRetentionDays);
    },
    settled: () => loader.settled(),
    async end(): Promise<void> {
      writer.end();
      await loader.end(SHUTDOWN_TIMEOUT);
      await spool.close();
      await Promise.all([forwarder?.close(), reader.close()]);
    },
  };
}

/**
 * Creates behaviour tracking: collector, storage and forwarding (requirements X15, X16, U41).
 * @throws SettingError if the table of EVENTS_CLICKHOUSE_URL cannot be used
 */
export async function createTracking(
  context: AppContext,
  app: FastifyInstance,
  calls: RpcRouter,
  fastPath: FastPath,
  isOwnOrigin: (origin: string) => boolean,
): Promise<Tracking> {
  await checkEventTable(context.config, context.log);
  visitorRoutes(context, calls);
  const throttle = new ResponseThrottle(() => fastPath.lastRequest);
  const { metrics, spool, maintain, settled, end } = createEventPipeline(context, throttle);
  const addressOf = createClientAddressReader(context.config.trustProxy);
  const waitSeconds = (request: IncomingMessage, body: Buffer): number =>
    context.workQuota.take("behaviour", addressOf(request), () => kilobytesOf(body));
  const collector = new Collector({ spool, throttle, metrics, isOwnOrigin, waitSeconds });
  fastPath.collector = collector.handle;
  mount(app, collector);
  const maintaining = context.tasks.schedule("tracking.maintenance", HOUR, maintain);
  const removing = createEventRemoval(context);
  app.addHook("preClose", (done) => {
    collector.end();
    throttle.end();
    done();
  });
  app.addHook("onClose", async () => {
    maintaining.stop();
    await removing.end();
    collector.close();
    await end();
  });
  return {
    maintain,
    async funnel(query) {
      await settled();
      return funnelStore(context.db).rows(query, context.clock.now());
    },
    async lastEvents(limit) {
      await settled();
      return createEventStore(context).last(limit);
    },
  };
}

/**
 * Periodically deletes the events of erased people, one run at a time; at shutdown the rest is left for
 * later.
 */
function createEventRemoval(context: AppContext): { end(): Promise<void> } {
  let isEnding = false;
  let running: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (running ??= removeEvents(context, () => isEnding).finally(() => {
      running = null;
    }));
  const timer = context.tasks.schedule("event.removal", REMOVAL_INTERVAL, run);
  return {
    async end() {
      isEnding = true;
      timer.stop();
      await running?.catch(() => {});
    },
  };
}

/**
 * Registers the collector as routes too, for requests that bypass the fast path: request log, simulated
 * faults.
 */
function mount(app: FastifyInstance, collector: Collector): void {
  app.register(async (scope) => {
    // The collector receives bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const url of collectorPaths)
      scope.route({
        method: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => {
          reply.hijack();
          collector.handle(request.raw, reply.raw);
        },
      });
  });
}
