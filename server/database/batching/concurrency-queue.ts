import { Refusal } from "#contract/core/errors.ts";

/** Limits how many operations run at once; the others wait in the order of arrival. */
export class ConcurrencyQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(concurrency: number, maxWaiting: number) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
  }

  /** @throws Refusal "busy" if too many operations already wait */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) throw new Refusal("busy", { retryAfterSeconds: 1 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Runs one operation at a time for each key, in the order of arrival. */
export class KeyedConcurrencyQueue {
  readonly #maxWaiting: number;
  readonly #keys = new Map<string, { readonly queue: ConcurrencyQueue; users: number }>();

  /** @param maxWaiting operations that may wait for each key */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** @throws Refusal "busy" if too many operations already wait */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#keys.get(key) ?? { queue: new ConcurrencyQueue(1, this.#maxWaiting), users: 0 };
    this.#keys.set(key, entry);
    entry.users++;
    try {
      return await entry.queue.run(work);
    } finally {
      if (--entry.users === 0) this.#keys.delete(key);
    }
  }
}
