/** Age of a replica's state beyond which it is not read, ms. */
export const MAX_REPLICA_LAG = 2_000;
/**
 * Time for which a person who has written reads from the primary, ms. Covers the lag, the time between the mark of a write
 * and its commit, and the difference of the clocks of two database servers at a failover.
 */
export const WRITE_HOLD = 10_000;
/** Age that a mark may have when its write is committed, ms: what remains of the hold is longer than the lag. */
export const MAX_MARK_AGE = 7_000;
