import { percentile, sumLatencies } from "./latency.ts";
import type { Figures } from "./recorder.ts";
import type { SecondRow } from "./store.ts";

/** What one second looked like, in one process or in all of them. */
export type Shown = Omit<Figures, "latencies"> & {
  readonly answers: number;
  /** ms; null without answers. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
};
export type Point = {
  readonly second: number;
  /** quota null: without a limit. */
  readonly quota: number | null;
  readonly taken: number | null;
  readonly all: Shown;
  readonly processes: Readonly<Record<string, Shown>>;
};

const sumOf = (all: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
  const sum: Record<string, number> = {};
  for (const one of all)
    for (const [name, count] of Object.entries(one)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
};
function shown(all: readonly Figures[]): Shown {
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
const mostOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((most, one) => (one === null ? most : Math.max(most ?? 0, one)), null);

/** Puts together what several processes counted in the same seconds. @param rows in the order of their seconds */
export function pointsOf(rows: readonly SecondRow[]): Point[] {
  return [...Map.groupBy(rows, ({ second }) => second)].map(([second, all]) => ({
    second,
    quota: mostOf(all.map(({ quota }) => quota)),
    taken: mostOf(all.map(({ taken }) => taken)),
    all: shown(all.map(({ figures }) => figures)),
    processes: Object.fromEntries(all.map(({ process, figures }) => [process, shown([figures])])),
  }));
}
