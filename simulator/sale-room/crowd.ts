import { randomInt } from "node:crypto";
import { Worker } from "node:worker_threads";
import { Refusal } from "#contract/core/errors.ts";
import { signUp } from "#contract/signup/signup.ts";
import type { Product } from "../../server/app.ts";
import { drillActivity } from "./drill-activity.ts";
import { prepareCrowd, type CrowdPlan } from "./prepare-crowd.ts";
import type { VirtualUser, CrowdWorkerInput } from "./virtual-users.ts";

export type CrowdState = {
  readonly phase: "idle" | "preparing" | "running" | "ended" | "stopped" | "failed";
  readonly activityId: string | null;
  readonly people: number;
  /** Number of prepared people. */
  readonly ready: number;
  /** Start of sign-up by the machine's clock, ms. */
  readonly opensAt: number | null;
  readonly taps: number;
  readonly answered: number;
};
const idle: CrowdState = {
  phase: "idle",
  activityId: null,
  people: 0,
  ready: 0,
  opensAt: null,
  taps: 0,
  answered: 0,
};

/** Time from the creation of the activity to the start of its sign-up, ms. */
const LEAD = 3_000;

/**
 * Simulates people who all sign up for the same new activity through the public API: HTTP, session,
 * signature, captcha. One crowd at a time; a worker thread sends the requests.
 */
export class CrowdSimulation {
  readonly #product: Product;
  readonly #expect: (activityId: string) => void;
  #state = idle;
  #worker: Worker | null = null;
  /** Number of the current crowd; a stopped one prepares nobody else. */
  #current = 0;

  /** @param expect is called with an activity's id before its crowd starts */
  constructor(product: Product, expect: (activityId: string) => void) {
    this.#product = product;
    this.#expect = expect;
    product.app.addHook("preClose", () => this.stop());
  }
  get state(): CrowdState {
    return this.#state;
  }
  get #isActive(): boolean {
    return this.#state.phase === "preparing" || this.#state.phase === "running";
  }
  /** Offset of the server's clock from the machine's, ms. */
  get #clockAhead(): number {
    return this.#product.context.clock.now() - Date.now();
  }

  /** Starts to prepare a crowd; returns its activity's id. @throws Refusal "conflict" while one is active */
  start(plan: CrowdPlan): { activityId: string } {
    if (this.#isActive) throw new Refusal("conflict", { message: "已有一场演练正在进行" });
    const origins = this.#originsOf(plan);
    const activityId = `${Date.now()}${randomInt(100_000, 999_999)}`;
    this.#state = { ...idle, phase: "preparing", activityId, people: plan.people };
    const crowdNumber = ++this.#current;
    this.#run(activityId, plan, origins, crowdNumber).catch((error: unknown) => {
      if (crowdNumber !== this.#current) return;
      this.#product.context.log.error({ err: error }, "simulated crowd preparation failed");
      this.#state = { ...this.#state, phase: "failed" };
    });
    return { activityId };
  }
  async stop(): Promise<void> {
    this.#current++;
    if (this.#isActive) this.#state = { ...this.#state, phase: "stopped" };
    await this.#worker?.terminate();
  }

  #originsOf({ ports }: CrowdPlan): string[] {
    const address = this.#product.app.server.address();
    if (typeof address !== "object" || address === null)
      throw new Refusal("systemFailed", { message: "服务没有监听端口" });
    return (ports.length > 0 ? ports : [address.port]).map((port) => `http://127.0.0.1:${port}`);
  }
  async #run(
    activityId: string,
    plan: CrowdPlan,
    origins: readonly string[],
    crowdNumber: number,
  ): Promise<void> {
    const isCurrent = (): boolean => crowdNumber === this.#current;
    const users = await prepareCrowd(this.#product, activityId, plan, (ready) => {
      if (isCurrent()) this.#state = { ...this.#state, ready };
      return isCurrent();
    });
    if (!isCurrent()) return;
    const opensAt = Date.now() + LEAD;
    const drill = drillActivity(activityId, plan.seats, opensAt + this.#clockAhead);
    await this.#product.modules.activities.addActivities([drill]);
    if (!isCurrent()) return;
    this.#expect(activityId);
    const taps = users.reduce((sum, { delays }) => sum + delays.length, 0);
    this.#state = { ...this.#state, phase: "running", opensAt, taps };
    this.#send(activityId, users, origins, opensAt);
  }
  #send(
    activityId: string,
    users: readonly VirtualUser[],
    origins: readonly string[],
    opensAt: number,
  ): void {
    const { apiBase, appKey } = this.#product.context.config;
    const base = new URL(apiBase ?? "/mall-api/", "http://127.0.0.1").pathname;
    const path = base + signUp.paths[0].replace(":id", activityId);
    const workerData: CrowdWorkerInput = {
      origins,
      path,
      appKey,
      users,
      opensAt,
      clockAhead: this.#clockAhead,
    };
    const thread = new Worker(new URL("./crowd-worker.ts", import.meta.url), { workerData });
    this.#worker = thread;
    thread.on("message", ({ answered, isDone }: { answered: number; isDone: boolean }) => {
      this.#state = { ...this.#state, answered, ...(isDone && { phase: "ended" as const }) };
    });
    thread.on("error", (error) => {
      this.#product.context.log.error({ err: error }, "simulated crowd failed");
      this.#state = { ...this.#state, phase: "failed" };
    });
    thread.on("exit", () => {
      if (this.#worker === thread) this.#worker = null;
      if (this.#state.phase === "running") this.#state = { ...this.#state, phase: "stopped" };
    });
  }
}
