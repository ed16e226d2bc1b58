/** Ratio of successive bucket limits: a percentile is overestimated by at most this factor. */
const GROWTH = 1.08;
const STEP = Math.log(GROWTH);

/** Response times by bucket, which can be added over processes and seconds. */
export type Latencies = Record<string, number>;

/** @param ms duration of one response */
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
 * Response time that a share of the responses did not exceed, ms, overestimated by at most 8 %; null without
 * responses.
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
