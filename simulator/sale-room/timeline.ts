import { percentile, sumLatencies } from "./latency-histogram.ts";
import type { SecondCounts } from "./recorder.ts";
import type { SecondRow } from "./store.ts";

/** Summary of one second, in one process or in all of them. */
export type SecondSummary = Omit<SecondCounts, "latencies"> & {
  readonly answers: number;
  /** ms; null without responses. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
};
export type SaleSecond = {
  readonly second: number;
  /** quota null: no limit. */
  readonly quota: number | null;
  readonly taken: number | null;
  readonly all: SecondSummary;
  readonly processes: Readonly<Record<string, SecondSummary>>;
};

const sumOf = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};
function summarizeSecond(all: readonly SecondCounts[]): SecondSummary {
  const latencies = sumLatencies(all.map((one) => one.latencies));
  const total = (name: "arrived" | "underWay" | "waiting") => all.reduce((sum, one) => sum + one[name], 0);
  return {
    arrived: total("arrived"),
    ended: sumOf(all.map(({ ended }) => ended as Record<string, number>)),
    rules: sumOf(all.map(({ rules }) => rules)),
    underWay: total("underWay"),
    waiting: total("waiting"),
    answers: Object.values(latencies).reduce((sum, count) => sum + count, 0),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}
const maxOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((max, one) => (one === null ? max : Math.max(max ?? 0, one)), null);

/** Merges the counts of several processes by second. @param rows ordered by second */
export function mergeSaleSeconds(rows: readonly SecondRow[]): SaleSecond[] {
  return [...Map.groupBy(rows, ({ second }) => second)].map(([second, all]) => ({
    second,
    quota: maxOf(all.map(({ quota }) => quota)),
    taken: maxOf(all.map(({ taken }) => taken)),
    all: summarizeSecond(all.map(({ figures }) => figures)),
    processes: Object.fromEntries(all.map(({ process, figures }) => [process, summarizeSecond([figures])])),
  }));
}
