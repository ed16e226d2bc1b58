import { Counter, Gauge, type Registry } from "prom-client";

/** What became of an event or a body; "stored" and "duplicate" count events, the others what was dropped. */
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

/** The collector's figures on /metrics. @param held bytes that wait now */
export function trackingMetrics(registry: Registry, held: () => number) {
  const events = new Counter({
    name: "tracking_events_total",
    help: "Events stored or known already; everything else: dropped, bodies by reason",
    labelNames: ["outcome"],
    registers: [registry],
  });
  const forwarded = new Counter({
    name: "tracking_forwarded_total",
    help: "Batches handed on to the Sensors server (sent), tried in vain (failed), given up (dropped)",
    labelNames: ["outcome"],
    registers: [registry],
  });
  new Gauge({
    name: "tracking_held_bytes",
    help: "Bodies on disk, on their way to the database",
    registers: [registry],
    collect() {
      this.set(held());
    },
  });
  return {
    count: (outcome: TrackingOutcome, times = 1) => events.inc({ outcome }, times),
    forwarded: (outcome: "sent" | "failed" | "dropped") => forwarded.inc({ outcome }),
  };
}
export type TrackingMetrics = ReturnType<typeof trackingMetrics>;
