import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";

/** Measures an operation that begins now. @returns its cost so far, ms of a processor */
export type CostMeter = () => () => number;

/** Work in the thread pool, whose operations each have a thread: the elapsed time. */
export const measureThread: CostMeter = () => {
  const startedAt = performance.now();
  return () => performance.now() - startedAt;
};
/** Work on the event loop: the time for which the loop was busy, since the operation may wait for others meanwhile. */
export const measureEventLoop: CostMeter = () => {
  const before = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(before).active;
};

export type CpuBudgetLimits = {
  /** Processor time of one key, ms per second. */
  readonly perSecond: number;
  /** Time that a key may use at once after it was idle, ms. */
  readonly burst: number;
  /** Operations of one key at once, in all queues that share the budget. */
  readonly concurrent: number;
};
type Account = { balance: number; at: number; running: number };

/** Maximum number of keys; the least recently used ones are forgotten, with their debt. */
const MAX_KEYS = 20_000;
/** Delay before a key with too many running operations is looked at again, ms. */
const RUNNING_RETRY = 5;

/**
 * Processor time per key (network), as a token bucket in ms. An operation is charged when it ends, since its cost is
 * not known before; a key in debt waits until its share of the time has paid it.
 */
export class CpuBudget {
  readonly #limits: CpuBudgetLimits;
  readonly #meter: CostMeter;
  readonly #now: () => number;
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_KEYS });

  constructor(limits: CpuBudgetLimits, meter: CostMeter, now = (): number => performance.now()) {
    this.#limits = limits;
    this.#meter = meter;
    this.#now = now;
  }

  #accountOf(key: string): Account {
    const { perSecond, burst } = this.#limits;
    const now = this.#now();
    const account = this.#accounts.get(key) ?? { balance: burst, at: now, running: 0 };
    account.balance = Math.min(burst, account.balance + ((now - account.at) * perSecond) / 1000);
    account.at = now;
    this.#accounts.set(key, account);
    return account;
  }

  /** ms until the key may begin another operation; 0: now. */
  delayOf(key: string): number {
    const { balance, running } = this.#accountOf(key);
    if (running >= this.#limits.concurrent) return RUNNING_RETRY;
    return balance > 0 ? 0 : Math.max(1, (-balance * 1000) / this.#limits.perSecond);
  }

  /** Begins an operation. @returns ends it, and charges its cost; to be called once */
  begin(key: string): () => void {
    const account = this.#accountOf(key);
    account.running++;
    const measure = this.#meter();
    return () => {
      // Operations that ran at once share what was measured, since the meter sees their sum.
      const shared = this.#meter === measureEventLoop ? account.running : 1;
      account.running--;
      this.charge(key, measure() / shared);
    };
  }

  /** Charges a cost, ms. */
  charge(key: string, cost: number): void {
    this.#accountOf(key).balance -= cost;
  }
}
