import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client";
import { expect, test } from "vitest";
import { labelledMetrics, renderMetrics } from "./all-metrics.ts";

/** The registry of a process with these sign-ups and these durations. */
function processWith(accepted: number, durations: readonly number[]): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Counter({ name: "sign_ups_total", help: "h", labelNames: ["outcome"], registers: [registry] }).inc(
    { outcome: "accepted" },
    accepted,
  );
  const duration = new Histogram({ name: "took_seconds", help: "h", buckets: [1, 5], registers: [registry] });
  for (const seconds of durations) duration.observe(seconds);
  return registry;
}

test("HA20 the text has the values of each process, none added up and none left out", async () => {
  const first = await labelledMetrics(processWith(3, [0.5, 4]), "1");
  const second = await labelledMetrics(processWith(4, [9]), "2");
  // As they arrive from another process.
  const text = await renderMetrics([first, JSON.parse(JSON.stringify(second)) as typeof second, null]);
  for (const line of [
    'sign_ups_total{outcome="accepted",process="1"} 3',
    'sign_ups_total{outcome="accepted",process="2"} 4',
    'took_seconds_bucket{le="5",process="1"} 2',
    'took_seconds_bucket{le="5",process="2"} 0',
    'took_seconds_sum{process="1"} 4.5',
    'took_seconds_count{process="2"} 1',
    'metrics_processes{state="answered"} 2',
    'metrics_processes{state="silent"} 1',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text.match(/^# TYPE sign_ups_total counter$/gm)).toHaveLength(1);
  const single = await processWith(3, []).metrics();
  const namesIn = (all: string) => new Set(Array.from(all.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
  expect(namesIn(text)).toEqual(new Set([...namesIn(single), "metrics_processes"]));
  // A start time cannot be added up.
  expect(text).toMatch(/^process_start_time_seconds\{process="2"\} \d+/m);
});
