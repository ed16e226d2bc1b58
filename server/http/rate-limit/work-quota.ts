import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runForEverybody } from "../../core/caller-network.ts";
import { CpuBudget, measureEventLoop, measureThread } from "../../core/cpu-budget.ts";
import { FairQueue } from "../../core/fair-queue.ts";
import { SharedFairWork } from "../../core/shared-fair-work.ts";
import { limitedNetwork } from "../network/limited-network.ts";
import { RATE_LIMIT_TEST_FACTOR } from "./rate-limit-rules.ts";
import { RateLimiter } from "./rate-limiter.ts";
import {
  cpuBudgets,
  MAX_WORK_WAIT,
  REFUSAL_DELAY,
  workQueues,
  workQuotas,
  type QueuedWork,
  type WorkKind,
  type WorkQuota,
} from "./work-quota-rules.ts";

type WorkQuotaContext = Pick<AppContext, "db" | "clock" | "config" | "log">;

/** Budgets of this process: processes of one machine share its processors, and a faster machine does more. */
function createBudgets(processes: number): Record<keyof typeof cpuBudgets, CpuBudget> {
  const { eventLoop, threadPool } = cpuBudgets;
  const scale = Math.max(0.5, availableParallelism() / 2 / processes);
  const pool = { ...threadPool, perSecond: threadPool.perSecond * scale };
  return {
    eventLoop: new CpuBudget(eventLoop, measureEventLoop),
    threadPool: new CpuBudget(pool, measureThread),
  };
}
/** Delays the refusal of a network that has used up its share of a queue. */
async function refuseSlowly<T>(running: Promise<T>): Promise<T> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "tooMany")
      await setTimeout(REFUSAL_DELAY, undefined, { ref: false });
    throw error;
  }
}
const isWorkKind = (work: QueuedWork): work is QueuedWork & WorkKind => Object.hasOwn(workQuotas, work);

/**
 * Limits expensive work by network: turns between networks in a queue for each kind of work, processor time per
 * network, and counts per minute that all processes share (rate-limiter.ts).
 */
export class NetworkWorkQuota implements WorkQuota {
  readonly #config: AppContext["config"];
  readonly #limiter: RateLimiter;
  readonly #factor: number;
  readonly #queues: Readonly<Record<QueuedWork, FairQueue>>;
  readonly #shared: Readonly<Record<QueuedWork, SharedFairWork<unknown>>>;
  constructor(context: WorkQuotaContext) {
    this.#config = context.config;
    this.#limiter = new RateLimiter(context);
    this.#factor = context.config.captchaTestX === null ? 1 : RATE_LIMIT_TEST_FACTOR;
    const budgets = createBudgets(context.config.processes);
    const works = Object.keys(workQueues) as QueuedWork[];
    const queueOf = (work: QueuedWork) =>
      new FairQueue({ ...workQueues[work], maxWait: MAX_WORK_WAIT }, budgets[workQueues[work].budget]);
    this.#queues = Object.fromEntries(works.map((work) => [work, queueOf(work)])) as Record<
      QueuedWork,
      FairQueue
    >;
    this.#shared = Object.fromEntries(
      works.map((work) => [work, new SharedFairWork(this.#queues[work])]),
    ) as Record<QueuedWork, SharedFairWork<unknown>>;
  }

  #take(work: WorkKind, network: string | null, amount = (): number => 1): number {
    if (network === null) return 0;
    const limit = workQuotas[work] * this.#factor;
    return Math.ceil(this.#limiter.take(`${work} ${network}`, limit, amount()) / 1000);
  }
  take(work: WorkKind, address: string, amount?: () => number): number {
    return this.#take(work, limitedNetwork(address, this.#config), amount);
  }
  /** @throws Refusal "tooMany" */
  #count(work: QueuedWork, network: string | null): void {
    const retryAfterSeconds = isWorkKind(work) ? this.#take(work, network) : 0;
    if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
  }
  #networkOf(address: string | null): string | null {
    return address === null ? null : limitedNetwork(address, this.#config);
  }

  async run<T>(work: QueuedWork, address: string | null, operation: () => Promise<T>): Promise<T> {
    const network = this.#networkOf(address);
    this.#count(work, network);
    return refuseSlowly(this.#queues[work].run(network, () => runForEverybody(operation)));
  }
  isShared(work: QueuedWork, name: string): boolean {
    return this.#shared[work].has(name);
  }
  async share<T>(
    work: QueuedWork,
    address: string | null,
    name: string,
    operation: () => Promise<T>,
  ): Promise<T> {
    const network = this.#networkOf(address);
    // Work that others have requested adds no cost.
    if (!this.isShared(work, name)) this.#count(work, network);
    return (await refuseSlowly(this.#shared[work].run(name, network, operation))) as T;
  }

  close(): void {
    this.#limiter.close();
  }
}
