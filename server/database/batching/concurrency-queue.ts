import { Refusal } from "#contract/core/errors.ts";

/** Limits how many operations run at once; the others wait in the order of arrival. */
export class ConcurrencyQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** @throws Refusal "busy" if too many operations already wait */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++;
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
    if (this.#waiting.length >= this.#mostWaiting) throw new Refusal("busy", { retryAfterSeconds: 1 });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** Runs one operation at a time for each key, in the order of arrival. */
export class KeyedConcurrencyQueue {
  readonly #mostWaiting: number;
  readonly #keys = new Map<string, { readonly turns: ConcurrencyQueue; users: number }>();

  /** @param mostWaiting operations that may wait for each key */
  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** @throws Refusal "busy" if too many operations already wait */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const kept = this.#keys.get(key) ?? { turns: new ConcurrencyQueue(1, this.#mostWaiting), users: 0 };
    this.#keys.set(key, kept);
    kept.users++;
    try {
      return await kept.turns.run(work);
    } finally {
      if (--kept.users === 0) this.#keys.delete(key);
    }
  }
}
