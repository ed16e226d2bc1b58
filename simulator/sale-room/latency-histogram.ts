/** Each class ends this much above the one before: what is told is at most that much above the truth. */
const GROWTH = 1.08;
const STEP = Math.log(GROWTH);

/** Answer times by class, so that those of several processes and seconds can be added up. */
export type Latencies = Record<string, number>;

/** @param ms of one answer */
export function addLatency(latencies: Latencies, ms: number): void {
  const at = ms <= 1 ? 0 : Math.ceil(Math.log(ms) / STEP);
  latencies[at] = (latencies[at] ?? 0) + 1;
}

export function sumLatencies(all: readonly Latencies[]): Latencies {
  const sum: Latencies = {};
  for (const one of all) for (const [at, count] of Object.entries(one)) sum[at] = (sum[at] ?? 0) + count;
  return sum;
}

/**
 * The time within which that share of the answers came, ms, at most 8 % too much; null without answers.
 * @param share 0.95 for p95
 */
export function percentile(latencies: Latencies, share: number): number | null {
  const classes = Object.entries(latencies)
    .map(([at, count]) => [Number(at), count] as const)
    .toSorted(([one], [other]) => one - other);
  const wanted = share * classes.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [at, count] of classes) {
    seen += count;
    if (seen >= wanted) return Math.round(10 * GROWTH ** at) / 10;
  }
  return null;
}
