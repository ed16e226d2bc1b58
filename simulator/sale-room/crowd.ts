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
  /** Who is ready to come. */
  readonly ready: number;
  /** By the machine's clock, ms. */
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

/** From the activity's coming into being until its sign-up opens, ms. */
const LEAD = 3_000;

/**
 * Virtual people who all want a seat of the same new activity, by the way that everybody takes: HTTP, session,
 * signature, the slider's pass. One crowd at a time; a thread of its own does the tapping.
 */
export class CrowdSimulation {
  readonly #product: Product;
  readonly #expect: (activityId: string) => void;
  #state = idle;
  #worker: Worker | null = null;
  /** Counts crowds: one that was called off gathers nobody more. */
  #current = 0;

  /** @param expect is told of an activity before its crowd comes */
  constructor(product: Product, expect: (activityId: string) => void) {
    this.#product = product;
    this.#expect = expect;
    product.app.addHook("preClose", () => this.stop());
  }
  get state(): CrowdState {
    return this.#state;
  }
  get #isGoing(): boolean {
    return this.#state.phase === "preparing" || this.#state.phase === "running";
  }
  /** How far the server's clock is ahead of the machine's, ms. */
  get #clockAhead(): number {
    return this.#product.context.clock.now() - Date.now();
  }

  /** Begins to gather the crowd; its activity's id. @throws Refusal "conflict" while one is under way */
  start(wanted: CrowdPlan): { activityId: string } {
    if (this.#isGoing) throw new Refusal("conflict", { message: "已有一场演练正在进行" });
    const origins = this.#originsOf(wanted);
    const activityId = `${Date.now()}${randomInt(100_000, 999_999)}`;
    this.#state = { ...idle, phase: "preparing", activityId, people: wanted.people };
    const own = ++this.#current;
    this.#run(activityId, wanted, origins, own).catch((error: unknown) => {
      if (own !== this.#current) return;
      this.#product.context.log.error({ err: error }, "the simulated crowd could not be gathered");
      this.#state = { ...this.#state, phase: "failed" };
    });
    return { activityId };
  }
  async stop(): Promise<void> {
    this.#current++;
    if (this.#isGoing) this.#state = { ...this.#state, phase: "stopped" };
    await this.#worker?.terminate();
  }

  #originsOf({ ports }: CrowdPlan): string[] {
    const address = this.#product.app.server.address();
    if (typeof address !== "object" || address === null)
      throw new Refusal("systemFailed", { message: "服务没有监听端口" });
    return (ports.length > 0 ? ports : [address.port]).map((port) => `http://127.0.0.1:${port}`);
  }
  async #run(activityId: string, wanted: CrowdPlan, origins: readonly string[], own: number): Promise<void> {
    const isStill = (): boolean => own === this.#current;
    const thumbs = await prepareCrowd(this.#product, activityId, wanted, (ready) => {
      if (isStill()) this.#state = { ...this.#state, ready };
      return isStill();
    });
    if (!isStill()) return;
    const opensAt = Date.now() + LEAD;
    const drill = drillActivity(activityId, wanted.seats, opensAt + this.#clockAhead);
    await this.#product.modules.activities.addActivities([drill]);
    if (!isStill()) return;
    this.#expect(activityId);
    const taps = thumbs.reduce((sum, { delays }) => sum + delays.length, 0);
    this.#state = { ...this.#state, phase: "running", opensAt, taps };
    this.#send(activityId, thumbs, origins, opensAt);
  }
  #send(
    activityId: string,
    thumbs: readonly VirtualUser[],
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
      thumbs,
      opensAt,
      clockAhead: this.#clockAhead,
    };
    const thread = new Worker(new URL("./crowd-worker.ts", import.meta.url), { workerData });
    this.#worker = thread;
    thread.on("message", ({ answered, isDone }: { answered: number; isDone: boolean }) => {
      this.#state = { ...this.#state, answered, ...(isDone && { phase: "ended" as const }) };
    });
    thread.on("error", (error) => {
      this.#product.context.log.error({ err: error }, "the simulated crowd failed");
      this.#state = { ...this.#state, phase: "failed" };
    });
    thread.on("exit", () => {
      if (this.#worker === thread) this.#worker = null;
      if (this.#state.phase === "running") this.#state = { ...this.#state, phase: "stopped" };
    });
  }
}
