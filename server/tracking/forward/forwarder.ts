import type { FastifyBaseLogger } from "fastify";
import type { TrackingMetrics } from "../metrics.ts";
import type { EventOutboxStore, ForwardBatch } from "./outbox-store.ts";

const SECOND = 1_000;
/** How long an answer may take, and how long nobody else tries meanwhile; ms. */
const ANSWER_MOST = 15 * SECOND;
const LEASE = 60 * SECOND;
/** The longest wait between tries. */
const PAUSE_MOST = 600 * SECOND;
/** What could not be handed on for so long is given up: their server would no longer want it. */
const AGE_MOST = 7 * 24 * 3_600 * SECOND;
/** How often it looks by itself. */
const LOOK = 2 * SECOND;

/** The wait after so many tries in vain: 1, 2, 4 … seconds, ten minutes at most. */
export const forwardRetryDelay = (tries: number): number =>
  Math.min(PAUSE_MOST, SECOND * 2 ** Math.min(tries - 1, 20));

/** The form that Sensors' own clients send lists as (platform facts 3.2). */
export const sensorsForm = (events: string): string =>
  `data_list=${encodeURIComponent(Buffer.from(events).toString("base64"))}`;

type Parts = {
  readonly store: EventOutboxStore;
  readonly metrics: TrackingMetrics;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Of the Sensors server, with what its query needs beside the project. */
  readonly url: string;
};

/**
 * Hands stored events on to a Sensors server (SENSORS_URL). The queue is in the database: what was
 * stored is handed on at least once, also after a restart, by whichever process comes first.
 */
export function createForwarder({ store, metrics, log, now, url }: Parts) {
  let isEnded = false;
  let running: Promise<void> | null = null;
  let isSaid = false;

  async function send({ project, events }: ForwardBatch): Promise<void> {
    const address = new URL(url);
    address.searchParams.set("project", project);
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: sensorsForm(events),
      signal: AbortSignal.timeout(ANSWER_MOST),
      redirect: "error",
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  }
  async function handle(parcel: ForwardBatch): Promise<boolean> {
    try {
      await send(parcel);
      await store.remove(parcel.outbox_id);
      metrics.forwarded("sent");
      isSaid = false;
      return true;
    } catch (error) {
      metrics.forwarded("failed");
      if (now() - parcel.created_time.getTime() > AGE_MOST) {
        await store.remove(parcel.outbox_id);
        metrics.forwarded("dropped");
        return true;
      }
      await store.postpone(parcel.outbox_id, new Date(now() + forwardRetryDelay(parcel.tries)));
      // Once per outage, not once per try. The address may carry a token of theirs: it is not logged.
      if (!isSaid) log.warn({ reason: (error as Error).message }, "events cannot be handed on; they wait");
      isSaid = true;
      return false;
    }
  }
  async function run(): Promise<void> {
    while (!isEnded) {
      const parcel = await store.take(new Date(now()), new Date(now() + LEASE));
      // After a failure the others would fail alike.
      if (parcel === null || !(await handle(parcel))) return;
    }
  }
  /** Looks whether something is due, unless it is looking already. */
  const look = (): void => {
    running ??= run()
      .catch((error: unknown) => log.warn({ err: error }, "the outbox cannot be read"))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, LOOK).unref();
  return {
    look,
    async close(): Promise<void> {
      isEnded = true;
      clearInterval(timer);
      await running;
    },
  };
}
