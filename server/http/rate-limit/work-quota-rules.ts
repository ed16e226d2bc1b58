/**
 * Limits per network of expensive work that is no call of the contract: per minute, and concurrently in one process.
 * They are far above what the thousands of phones behind one address of a mobile carrier request, and far below what a
 * machine can do. Cached results are not counted.
 */
export const workQuotas = {
  /** Rendered pages. */
  page: { perMinute: 3_000, concurrent: 200 },
  /** Converted pictures; fewer than the queue of conversions holds (picture/picture-repository.ts). */
  picture: { perMinute: 1_200, concurrent: 60 },
  /** Drawn posters; fewer than their queue holds (poster/index.ts). */
  poster: { perMinute: 300, concurrent: 30 },
  /** Started logins of the built-in provider; each is stored for an hour. */
  login: { perMinute: 1_200, concurrent: 200 },
  /** Received behaviour events, kB; a compressed body counts with its maximum size. */
  behaviour: { perMinute: 20_000, concurrent: Infinity },
} as const;
export type WorkKind = keyof typeof workQuotas;

/** Limits expensive work by network. */
export type WorkQuota = {
  /** Counts some work. @returns s to wait if the quota is used up; else 0 */
  take(work: WorkKind, address: string, amount?: () => number): number;
  /** Counts work that is about to begin. @returns ends it @throws Refusal "tooMany" */
  begin(work: WorkKind, address: string): () => void;
};
