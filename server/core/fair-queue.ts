import { Refusal } from "#contract/core/errors.ts";
import type { CpuBudget } from "./cpu-budget.ts";

/** Limits of a queue: operations at once and waiting, of all keys together. A key's share follows from them. */
export type QueueLimits = {
  readonly concurrent: number;
  readonly waiting: number;
  /** Time after which a waiting operation is refused as busy, ms; missing: none. */
  readonly maxWait?: number;
};

/**
 * How much of a pool one key may hold: half of what is free when it asks, at least one while anything is free. One key
 * alone thus gets a third of the pool, several get less each, and a newcomer always finds room (dynamic threshold).
 */
export const mayHold = (own: number, free: number): boolean => free > 0 && own <= (free - 1) / 2;

/** Operations at once that one key may have: never all, so that a newcomer does not wait for a running operation. */
export const concurrencyShareOf = (concurrent: number): number =>
  Math.max(1, concurrent - Math.ceil(concurrent / 4));

/** `waiting`: called with the function that ends the operation, when its turn has come. */
type Key = { readonly waiting: ((end: () => void) => void)[]; running: number };

/**
 * Limits how many operations run at once, with turns between keys (networks): the next operation is of the key whose
 * last turn is longest ago, so that a key with many operations delays only its own. A budget of processor time, if
 * there is one, delays the turns of a key that has used it up.
 */
export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #share: number;
  readonly #budget: CpuBudget | null;
  /** Keys with operations, in the order of their turns. */
  readonly #keys = new Map<string, Key>();
  #running = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: QueueLimits, budget: CpuBudget | null = null) {
    this.#limits = limits;
    this.#share = concurrencyShareOf(limits.concurrent);
    this.#budget = budget;
  }

  /** Number of operations that wait. */
  get waiting(): number {
    return this.#waiting;
  }
  /** Number of operations that run. */
  get running(): number {
    return this.#running;
  }

  /**
   * Runs an operation when it is its key's turn.
   * @param key null: the product itself, or a caller without limits; it has no share and no budget
   * @throws Refusal "tooMany" if the key's share of the waiting operations is used up, "busy" if nothing is free
   */
  async run<T>(key: string | null, work: () => Promise<T>): Promise<T> {
    const release = await this.enter(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a turn of the key. @returns ends the operation; to be called once @throws as `run` */
  async enter(key: string | null): Promise<() => void> {
    const name = key ?? "";
    const entry = this.#keys.get(name) ?? { waiting: [], running: 0 };
    this.#keys.set(name, entry);
    const isFree = this.#running < this.#limits.concurrent && entry.waiting.length === 0;
    return isFree && this.#delayOf(name, entry) === 0 ? this.#begin(name, entry) : this.#wait(name, entry);
  }

  #forgetIdle(name: string, entry: Key): void {
    if (entry.running === 0 && entry.waiting.length === 0) this.#keys.delete(name);
  }

  /** Begins an operation. @returns ends it */
  #begin(name: string, entry: Key): () => void {
    this.#running++;
    entry.running++;
    // The key's next turn comes after those of all others.
    this.#keys.delete(name);
    this.#keys.set(name, entry);
    const endBudget = name === "" ? undefined : this.#budget?.begin(name);
    return () => {
      endBudget?.();
      this.#running--;
      entry.running--;
      this.#forgetIdle(name, entry);
      this.#startWaiting();
    };
  }

  /** ms until the key may have a turn; 0: now; Infinity: when one of its own operations ends. */
  #delayOf(name: string, { running }: Key): number {
    if (name === "") return 0;
    return running >= this.#share ? Infinity : (this.#budget?.delayOf(name) ?? 0);
  }

  #wait(name: string, entry: Key): Promise<() => void> {
    const free = this.#limits.waiting - this.#waiting;
    if (name === "" ? free <= 0 : !mayHold(entry.waiting.length, free)) {
      this.#forgetIdle(name, entry);
      // A key that has used up its own share is told so, since others are still served.
      return Promise.reject(new Refusal(free > 0 ? "tooMany" : "busy", { retryAfterSeconds: 1 }));
    }
    this.#waiting++;
    return new Promise((resolve, reject) => {
      const start = (end: () => void): void => {
        clearTimeout(timer);
        resolve(end);
      };
      const giveUp = (): void => {
        this.#leave(name, entry, start);
        reject(new Refusal("busy", { retryAfterSeconds: 1 }));
      };
      const { maxWait } = this.#limits;
      const timer = maxWait === undefined ? undefined : setTimeout(giveUp, maxWait);
      entry.waiting.push(start);
      this.#startWaiting();
    });
  }

  #leave(name: string, entry: Key, start: Key["waiting"][number]): void {
    entry.waiting.splice(entry.waiting.indexOf(start), 1);
    this.#waiting--;
    this.#forgetIdle(name, entry);
  }

  /** Gives turns while there are any, and comes back when a budget allows the next one. */
  #startWaiting(): void {
    let delay = 0;
    while (this.#waiting > 0 && this.#running < this.#limits.concurrent && delay === 0)
      delay = this.#giveTurns();
    if (this.#waiting > 0 && Number.isFinite(delay) && delay > 0) this.#wakeIn(delay);
  }

  /** Gives each key one turn. @returns 0: there may be more; else ms until the next one, or Infinity */
  #giveTurns(): number {
    let nextIn = Infinity;
    // A copy, since a turn moves its key to the end.
    for (const [name, entry] of Array.from(this.#keys)) {
      if (this.#running >= this.#limits.concurrent) return Infinity;
      const delay = entry.waiting.length === 0 ? Infinity : this.#delayOf(name, entry);
      nextIn = Math.min(nextIn, delay);
      if (delay > 0) continue;
      this.#waiting--;
      entry.waiting.shift()?.(this.#begin(name, entry));
    }
    return nextIn;
  }

  #wakeIn(delay: number): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#startWaiting();
      },
      Math.max(1, Math.ceil(delay)),
    );
    this.#timer.unref();
  }
}
