import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { collectorPaths } from "#contract/tracking-names.ts";
import type { FunnelQuery, FunnelRow, StoredEvent } from "#contract/tracking.ts";
import { clientAddress } from "../http/client-address.ts";
import type { HotAnswers } from "../http/hot-answers.ts";
import type { Kit } from "../kit.ts";
import { every } from "../timers.ts";
import { Collector } from "./collector.ts";
import { createForwarder } from "./forwarder.ts";
import { funnelStore } from "./funnel-store.ts";
import { Intake } from "./intake.ts";
import { trackingMetrics } from "./metrics.ts";
import { outboxStore } from "./outbox-store.ts";
import { Pace } from "./pace.ts";
import { createPartitions } from "./partitions.ts";
import { createReader } from "./reader.ts";
import { removeEvents } from "./removal.ts";
import { Spool } from "./spool.ts";
import { trackingStore } from "./store.ts";
import { kilobytesOf } from "./weight.ts";
import { Writer } from "./writer.ts";

export { ofIds, stretches, type EventsKit } from "./days.ts";
export { noteRemoval, removeNoted } from "./removal.ts";

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
function createWay(kit: Kit, pace: Pace) {
  const { db, log, config } = kit;
  const now = (): number => kit.clock.now();
  const { sensorsUrl: url, trackingRetentionDays } = config;
  const isHandedOn = url !== null;
  const metrics = trackingMetrics(kit.metrics, () => spool.bytes);
  const partitions = createPartitions(db, trackingRetentionDays);
  const forwarder = url === null ? null : createForwarder({ store: outboxStore(db), metrics, log, now, url });
  const beside = ROWS_BESIDE_THE_MALL[kit.databaseKind];
  const reader = createReader({ rowsMost: beside, isHandedOn }, log);
  // The database is the mall's first: while somebody uses it, events have a fifth of the time. In a
  // flood they wait on disk, so that taking them comes first. Else they gather, since a statement
  // costs as much as the first thirty of its rows.
  const rest = (took: number): number => {
    if (pace.isBusy) return took * REST_BESIDE_THE_MALL;
    return pace.floodedFor !== null && !spool.isHalfFull ? took * REST_IN_A_FLOOD : GATHER[kit.databaseKind];
  };
  const rowsMost = (): number => (pace.isBusy ? beside : ROWS_MOST[kit.databaseKind]);
  const onWritten = (): void => forwarder?.look();
  const store = trackingStore(db);
  const writer = new Writer({ store, partitions, metrics, log, now, isHandedOn, rowsMost, rest, onWritten });
  const spool = new Spool({
    root: join(config.dataDir, "tracking"),
    isAlone: kit.databaseKind === "pglite",
    now,
    log,
    onWritten: () => intake.look(),
  });
  // A burst has all the time there is; whoever sends on and on gets it beside the rest.
  const isHeld = (): boolean => (pace.floodedFor ?? HELD_MOST) < HELD_MOST && !spool.isHalfFull;
  const rowsAhead = (): number => rowsMost() * 2;
  const intake = new Intake({ spool, reader, writer, metrics, log, rowsAhead, isHeld });
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
  kit: Kit,
  app: FastifyInstance,
  hot: HotAnswers,
  isOwnOrigin: (origin: string) => boolean,
): Tracking {
  const pace = new Pace(() => hot.lastRequest);
  const { metrics, spool, maintain, settled, end } = createWay(kit, pace);
  const addressOf = clientAddress(kit.config.trustProxy);
  const wait = (request: IncomingMessage, body: Buffer): number =>
    kit.admission.wait("behaviour", addressOf(request), () => kilobytesOf(body));
  const collector = new Collector({ spool, pace, metrics, isOwnOrigin, wait });
  hot.before = collector.take;
  mount(app, collector);
  const maintaining = every(HOUR, maintain, kit.log);
  const removing = createRemoving(kit);
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
      return funnelStore(kit.db).rows(query, kit.clock.now());
    },
    async lastEvents(limit) {
      await settled();
      return trackingStore(kit.db).last(limit);
    },
  };
}

/** Deletes erased people's events, one round at a time; what is left goes on where the server is next. */
function createRemoving(kit: Kit): { end(): Promise<void> } {
  let isEnding = false;
  let round: Promise<void> | null = null;
  const run = (): Promise<void> =>
    (round ??= removeEvents(kit, () => isEnding).finally(() => {
      round = null;
    }));
  const running = every(REMOVE_EVERY, run, kit.log);
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
