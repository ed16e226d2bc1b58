/**
 * What no call of the contract is and yet costs the server something, by network. Thousands of phones may share one
 * of a mobile carrier's, and what is kept already is not counted: so these are far above what they ask for, and
 * far below what a machine can.
 */
export const workQuotas = {
  /** Pages that are rendered; how many a minute, and at once in a process. */
  page: { aMinute: 3_000, atOnce: 200 },
  /** Pictures that are made; fewer at once than wait for their turn (picture/picture-repository.ts). */
  picture: { aMinute: 1_200, atOnce: 60 },
  /** Posters that are drawn; fewer at once than wait for their turn (poster/index.ts). */
  poster: { aMinute: 300, atOnce: 30 },
  /** Logins that are begun at the built-in provider, each kept for an hour. */
  login: { aMinute: 1_200, atOnce: 200 },
  /** Behaviour, in kilobytes as it comes; what is packed counts as what it may hold. */
  behaviour: { aMinute: 20_000, atOnce: Infinity },
} as const;
export type WorkKind = keyof typeof workQuotas;

/** Who is let do what costs the server something. */
export type WorkQuota = {
  /** Counts some work. @returns s to wait where it is too much; 0 where it is not */
  take(work: WorkKind, address: string, amount?: () => number): number;
  /** Counts work that is about to begin. @returns to be called when it has ended @throws Refusal "tooMany" */
  begin(work: WorkKind, address: string): () => void;
};
