import { currentNetwork, runForEverybody } from "./caller-network.ts";
import { FairQueue } from "./fair-queue.ts";

/**
 * Runs one operation at a time for each key, such as an activity; the networks that wait for one take turns. An
 * operation that runs is everybody's, so that it never waits for another turn while others wait for it.
 */
export class KeyedFairQueue {
  readonly #waiting: number;
  readonly #keys = new Map<string, { readonly queue: FairQueue; users: number }>();

  /** @param waiting operations that may wait for each key */
  constructor(waiting: number) {
    this.#waiting = waiting;
  }

  /** @throws Refusal "tooMany" if too many operations of the caller's network wait, "busy" if too many of all do */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#keys.get(key) ?? {
      queue: new FairQueue({ concurrent: 1, waiting: this.#waiting }),
      users: 0,
    };
    this.#keys.set(key, entry);
    entry.users++;
    try {
      return await entry.queue.run(currentNetwork(), () => runForEverybody(work));
    } finally {
      if (--entry.users === 0) this.#keys.delete(key);
    }
  }
}
