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
