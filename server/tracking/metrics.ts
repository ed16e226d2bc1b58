import { Counter, Gauge, type Registry } from "prom-client";

/**
 * Outcome of an event or a body; "stored" and "duplicate" count events, the others dropped events or bodies.
 */
export type TrackingOutcome =
  | "stored"
  | "duplicate"
  | "malformed"
  | "checksum"
  | "bomb"
  | "invalid"
  | "excess"
  | "overflow"
  | "tooLarge"
  | "tooMany"
  | "unfinished"
  | "unknownProject"
  | "failed";

/** Creates the metrics of behaviour tracking. @param waitingBytes bytes that wait in the spool */
export function trackingMetrics(registry: Registry, waitingBytes: () => number) {
  const events = new Counter({
    name: "tracking_events_total",
    help: "Tracking events that were stored or known already; all other outcomes: dropped events and bodies",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const forwarded = new Counter({
    name: "tracking_forwarded_total",
    help: "Batches forwarded to the Sensors server (sent), failed tries (failed), too old batches (dropped)",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const failures = new Counter({
    name: "tracking_store_failures_total",
    help: "Failed tries to store tracking events in PostgreSQL or ClickHouse; the events wait and are tried again",
    registers: [registry],
  });
  new Gauge({
    name: "tracking_held_bytes",
    help: "Bytes of bodies on disk that are not stored yet",
    registers: [registry],
    collect() {
      this.set(waitingBytes());
    },
  });
  return {
    count: (outcome: TrackingOutcome, times = 1) => events.inc({ outcome }, times),
    storeFailed: () => failures.inc(),
    forwarded: (outcome: "sent" | "failed" | "dropped") => forwarded.inc({ outcome }),
  };
}
export type TrackingMetrics = ReturnType<typeof trackingMetrics>;
