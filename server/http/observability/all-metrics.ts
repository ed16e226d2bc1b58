import {
  AggregatorRegistry,
  type MetricObjectWithValues,
  type MetricValue,
  type Registry,
} from "prom-client";

/** Metrics of one process as JSON, as they are sent between processes. */
export type ProcessMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];
/** Metrics of the other processes of this machine; null: of a process that did not answer in time. */
export type ReadOtherMetrics = () => Promise<readonly (ProcessMetrics | null)[]>;

/** Metrics of this process, each value with its label `process`. @param slot the process's place on its machine */
export async function labelledMetrics(registry: Registry, slot: string): Promise<ProcessMetrics> {
  const metrics = (await registry.getMetricsAsJSON()) as ProcessMetrics;
  return metrics.map((metric) => ({
    ...metric,
    values: metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: slot } })),
  }));
}

const processCount = (state: string, value: number) => ({ labels: { state }, value });
/**
 * Prometheus text of all processes (requirement HA20). The label `process` tells them apart, so no value is summed and
 * none is left out, as `AggregatorRegistry` alone would do with those that cannot be summed.
 */
export async function renderMetrics(processes: readonly (ProcessMetrics | null)[]): Promise<string> {
  const answered = processes
    .flatMap((metrics) => metrics ?? [])
    .map((metric) => ({ ...metric, aggregator: "sum" }));
  const counts = {
    name: "metrics_processes",
    help: "Processes of this machine by whether they answered with their metrics",
    type: "gauge",
    aggregator: "sum",
    values: [
      processCount("answered", processes.filter((metrics) => metrics !== null).length),
      processCount("silent", processes.filter((metrics) => metrics === null).length),
    ],
  };
  return AggregatorRegistry.aggregate([[...answered, counts]]).metrics();
}
