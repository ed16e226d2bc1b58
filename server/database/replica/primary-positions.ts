import { MAX_REPLICA_LAG } from "./replica-limits.ts";

/**
 * Positions of the primary's write-ahead log with the times at which it had reached them. A replica that has replayed one
 * has everything that was committed at its time, whatever the clocks of the servers say.
 */
export class PrimaryPositions {
  #samples: { readonly at: number; readonly position: bigint }[] = [];

  /**
   * Adds a position.
   * @param at time before it was requested, ms; grows
   */
  add(at: number, position: bigint): void {
    // Only a restored or another server goes back.
    if (position < (this.#samples.at(-1)?.position ?? 0n)) this.#samples = [];
    this.#samples = this.#samples.filter((sample) => at - sample.at <= MAX_REPLICA_LAG);
    this.#samples.push({ at, position });
  }
  /** Time up to which a replica has everything, ms; -Infinity: unknown, or too long ago. */
  asOf(replayed: bigint): number {
    return this.#samples.findLast(({ position }) => position <= replayed)?.at ?? -Infinity;
  }
  clear(): void {
    this.#samples = [];
  }
}
