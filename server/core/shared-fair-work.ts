import { runForEverybody } from "./caller-network.ts";
import type { FairQueue } from "./fair-queue.ts";

type Shared<T> = PromiseWithResolvers<T> & {
  /** Keys that wait for a turn to do the work. */
  readonly waiting: Set<string | null>;
  isStarted: boolean;
};

/**
 * Work that callers share by name: whose turn comes first does it for all. Each key waits for a turn of its own, so
 * that a key with a long queue cannot make others wait for a result that it requested first.
 */
export class SharedFairWork<T> {
  readonly #queue: FairQueue;
  readonly #works = new Map<string, Shared<T>>();
  constructor(queue: FairQueue) {
    this.#queue = queue;
  }

  /** Whether the work has begun or waits, so that another caller adds no cost. */
  has(name: string): boolean {
    return this.#works.has(name);
  }

  /** @throws the error of the work; Refusal "busy" if no turn is left for the key, and no other key waits for one */
  run(name: string, key: string | null, work: () => Promise<T>): Promise<T> {
    const known = this.#works.get(name);
    const shared: Shared<T> = known ?? {
      ...Promise.withResolvers<T>(),
      waiting: new Set(),
      isStarted: false,
    };
    if (!known) this.#works.set(name, shared);
    if (!shared.isStarted && !shared.waiting.has(key)) void this.#takeTurn(name, key, shared, work);
    return shared.promise;
  }

  async #takeTurn(
    name: string,
    key: string | null,
    shared: Shared<T>,
    work: () => Promise<T>,
  ): Promise<void> {
    shared.waiting.add(key);
    try {
      await this.#queue.run(key, async () => {
        if (shared.isStarted) return;
        shared.isStarted = true;
        // Async, so that an error that is thrown at once reaches the callers too.
        await runForEverybody(async () => work()).then(shared.resolve, shared.reject);
        this.#remove(name, shared);
      });
    } catch (error) {
      shared.waiting.delete(key);
      if (shared.isStarted || shared.waiting.size > 0) return;
      this.#remove(name, shared);
      shared.reject(error);
    }
  }

  #remove(name: string, shared: Shared<T>): void {
    if (this.#works.get(name) === shared) this.#works.delete(name);
  }
}
