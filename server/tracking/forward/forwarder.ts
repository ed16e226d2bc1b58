import type { FastifyBaseLogger } from "fastify";
import type { TrackingMetrics } from "../metrics.ts";
import type { EventOutboxStore, ForwardBatch } from "./outbox-store.ts";

const SECOND = 1_000;
/** Timeout of a request, and time for which no other process tries the batch; ms. */
const REQUEST_TIMEOUT = 15 * SECOND;
const LEASE = 60 * SECOND;
const MAX_RETRY_DELAY = 600 * SECOND;
/** Age at which a batch is dropped, since the Sensors server would refuse it as too old. */
const MAX_AGE = 7 * 24 * 3_600 * SECOND;
/** Interval in which batches are looked for that are due again, or whose process ended, ms. */
export const FORWARD_INTERVAL = 2 * SECOND;

/** Delay after a number of failed tries: 1, 2, 4 … seconds, ten minutes at most; ms. */
export const forwardRetryDelay = (tries: number): number =>
  Math.min(MAX_RETRY_DELAY, SECOND * 2 ** Math.min(tries - 1, 20));

/** Form in which the clients of Sensors send lists (platform facts 3.2). */
const sensorsForm = (events: string): string =>
  `data_list=${encodeURIComponent(Buffer.from(events).toString("base64"))}`;

/** Sends a batch to the Sensors server. @throws Error for a status other than 2xx or a failed request */
async function send(url: string, { project, events }: ForwardBatch): Promise<void> {
  const address = new URL(url);
  address.searchParams.set("project", project);
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: sensorsForm(events),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
    redirect: "error",
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

type Parts = {
  readonly store: EventOutboxStore;
  readonly metrics: TrackingMetrics;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** URL of the Sensors server with all query parameters except the project. */
  readonly url: string;
};

/**
 * Forwards stored events to a Sensors server (SENSORS_URL). The queue is in the database, so each event is
 * forwarded at least once by any of the processes, also after a restart.
 */
export function createForwarder({ store, metrics, log, now, url }: Parts) {
  let isEnded = false;
  let running: Promise<void> | null = null;
  let isFailureLogged = false;

  async function forward(batch: ForwardBatch): Promise<boolean> {
    try {
      await send(url, batch);
      await store.remove(batch.outbox_id);
      metrics.forwarded("sent");
      isFailureLogged = false;
      return true;
    } catch (error) {
      metrics.forwarded("failed");
      if (now() - batch.created_time.getTime() > MAX_AGE) {
        await store.remove(batch.outbox_id);
        metrics.forwarded("dropped");
        return true;
      }
      await store.postpone(batch.outbox_id, new Date(now() + forwardRetryDelay(batch.tries)));
      // Logged once for each outage. The URL is not logged, since it may contain a token.
      if (!isFailureLogged)
        log.warn({ reason: (error as Error).message }, "event forwarding failed, retrying");
      isFailureLogged = true;
      return false;
    }
  }
  async function run(): Promise<void> {
    while (!isEnded) {
      const batch = await store.take(new Date(now()), new Date(now() + LEASE));
      // Stops after a failure, since other batches would fail too.
      if (batch === null || !(await forward(batch))) return;
    }
  }
  /** Forwards what is due, unless it is running already. @throws the error of the database */
  const work = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = null;
    }));
  return {
    work,
    /** The same in the background, after events of this process were written. */
    wake(): void {
      work().catch((error: unknown) => log.warn({ err: error }, "event outbox query failed"));
    },
    async close(): Promise<void> {
      isEnded = true;
      await running?.catch(() => undefined);
    },
  };
}
