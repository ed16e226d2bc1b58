import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { collectorPaths } from "#contract/tracking/names.ts";
import type { FunnelQuery, FunnelRow, StoredEvent } from "#contract/tracking/tracking.ts";
import { createClientAddressReader } from "../http/fast-path/client-address.ts";
import type { FastPath } from "../http/fast-path/fast-path.ts";
import type { AppContext } from "../core/app-context.ts";
import { runPeriodically } from "../core/run-periodically.ts";
import { Collector } from "./collect/collector.ts";
import { createForwarder } from "./forward/forwarder.ts";
import { funnelStore } from "./storage/funnel-store.ts";
import { SpoolLoader } from "./load/spool-loader.ts";
import { trackingMetrics } from "./metrics.ts";
import { eventOutboxStore } from "./forward/outbox-store.ts";
import { ResponseThrottle } from "./collect/response-throttle.ts";
import { createPartitions } from "./storage/partition-store.ts";
import { createSpoolReader } from "./load/reader.ts";
import { removeEvents } from "./storage/event-removal-store.ts";
import { Spool } from "./spool/spool.ts";
import { trackingStore } from "./storage/store.ts";
import { kilobytesOf } from "./collect/body-weight.ts";
import { EventWriter } from "./load/writer.ts";

export { eventsOfIds, dayRanges, type EventDaysContext } from "./storage/event-days-store.ts";
export { scheduleEventRemoval, removeScheduledEvents } from "./storage/event-removal-store.ts";

export type Tracking = {
  /** The last events as stored, the newest first; waits until what came before the question is stored. */
  lastEvents(limit: number): Promise<StoredEvent[]>;
  /** How many people went how far; the largest groups first. Waits as `lastEvents` does. */
  funnel(query: FunnelQuery): Promise<FunnelRow[]>;
  /** Makes the coming days' partitions, drops those that are too old; runs by itself every hour. */
  maintain(): Promise<void>;
};

/**
 * Rows of a statement. The embedded database works in our thread, 1 ms for a statement and some
 * 0.03 ms for each row: while somebody uses the mall, statements must be short there.
 */
const ROWS_MOST = { postgres: 1_000, pglite: 250 } as const;
const ROWS_BESIDE_THE_MALL = { postgres: 250, pglite: 10 } as const;
/** From one statement to the next while nobody uses the mall, ms. */
const GATHER = { postgres: 10, pglite: 20 } as const;
/** How long the database is left to others after a statement, in times of what that took. */
const REST_BESIDE_THE_MALL = 4;
const REST_IN_A_FLOOD = 9;
/** How long a flood may keep events from being read at all, ms. */
const HELD_MOST = 10_000;
/** What waits on disk is brought to the database for so long when the server ends, ms. */
const LAST_WRITES = 5_000;
const HOUR = 3_600_000;
const REMOVE_EVERY = 10_000;

/** The way of events from their answer to the database, and on to a Sensors server. */
function createEventPipeline(context: AppContext, pace: ResponseThrottle) {
  const { db, log, config } = context;
  const now = (): number => context.clock.now();
  const { sensorsUrl: url, trackingRetentionDays } = config;
  const isHandedOn = url !== null;
  const metrics = trackingMetrics(context.metrics, () => spool.bytes);
  const partitions = createPartitions(db, trackingRetentionDays);
  const forwarder =
    url === null ? null : createForwarder({ store: eventOutboxStore(db), metrics, log, now, url });
  const beside = ROWS_BESIDE_THE_MALL[context.databaseKind];
  const reader = createSpoolReader({ rowsMost: beside, isHandedOn }, log);
  // The database is the mall's first: while somebody uses it, events have a fifth of the time. In a
  // flood they wait on disk, so that taking them comes first. Else they gather, since a statement
  // costs as much as the first thirty of its rows.
  const rest = (took: number): number => {
    if (pace.isBusy) return took * REST_BESIDE_THE_MALL;
    return pace.floodedFor !== null && !spool.isHalfFull
      ? took * REST_IN_A_FLOOD
      : GATHER[context.databaseKind];
  };
  const rowsMost = (): number => (pace.isBusy ? beside : ROWS_MOST[context.databaseKind]);
  const onWritten = (): void => forwarder?.look();
  const store = trackingStore(db);
  const writer = new EventWriter({
    store,
    partitions,
    metrics,
    log,
    now,
    isHandedOn,
    rowsMost,
    rest,
    onWritten,
  });
  const spool = new Spool({
    root: join(config.dataDir, "tracking"),
    isAlone: context.databaseKind === "pglite",
    now,
    log,
    onWritten: () => intake.look(),
  });
  // A burst has all the time there is; whoever sends on and on gets it beside the rest.
  const isHeld = (): boolean => (pace.floodedFor ?? HELD_MOST) < HELD_MOST && !spool.isHalfFull;
  const rowsAhead = (): number => rowsMost() * 2;
  const intake = new SpoolLoader({ spool, reader, writer, metrics, log, rowsAhead, isHeld });
  return {
    metrics,
    spool,
    maintain: async (): Promise<void> => void (await partitions.maintain(now())),
    settled: () => intake.settled(),
    async end(): Promise<void> {
      writer.end();
      await intake.end(LAST_WRITES);
      await spool.close();
      await Promise.all([forwarder?.close(), reader.close()]);
    },
  };
}

/** Behaviour tracking: the collector, what it stores, and what it hands on (requirements X15, X16, U41). */
export function createTracking(
  context: AppContext,
  app: FastifyInstance,
  fastPath: FastPath,
  isOwnOrigin: (origin: string) => boolean,
): Tracking {
  const pace = new ResponseThrottle(() => fastPath.lastRequest);
  const { metrics, spool, maintain, settled, end } = createEventPipeline(context, pace);
  const addressOf = createClientAddressReader(context.config.trustProxy);
  const wait = (request: IncomingMessage, body: Buffer): number =>
    context.workQuota.take("behaviour", addressOf(request), () => kilobytesOf(body));
  const collector = new Collector({ spool, pace, metrics, isOwnOrigin, wait });
  fastPath.collector = collector.take;
  mount(app, collector);
  const maintaining = runPeriodically(HOUR, maintain, context.log);
  const removing = createEventRemoval(context);
  app.addHook("preClose", (done) => {
    collector.end();
    pace.end();
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
      return trackingStore(context.db).last(limit);
    },
  };
}

/** Deletes erased people's events, one round at a time; what is left goes on where the server is next. */
function createEventRemoval(context: AppContext): { end(): Promise<void> } {
  let isEnding = false;
  let round: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (round ??= removeEvents(context, () => isEnding).finally(() => {
      round = null;
    }));
  const running = runPeriodically(REMOVE_EVERY, run, context.log);
  return {
    async end() {
      isEnding = true;
      running.stop();
      await round?.catch(() => {});
    },
  };
}

/** The long way, for whoever wants to see every request: the log, a simulated fault. */
function mount(app: FastifyInstance, collector: Collector): void {
  app.register(async (scope) => {
    // The collector reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const url of collectorPaths)
      scope.route({
        method: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
        url,
        exposeHeadRoute: false,
        handler: (request, reply) => {
          reply.hijack();
          collector.take(request.raw, reply.raw);
        },
      });
  });
}
