import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import type { FlowProcessDefinition } from "#contract/flow/process.ts";
import type { AppContext } from "../../core/app-context.ts";
import { definitionCache } from "./definition-cache.ts";
import type { FlowFacts, FlowSubject } from "./facts.ts";
import { factLoader, type FlowRequest, type FlowPorts } from "./fact-loader.ts";
import {
  conditionNamesOf,
  firstFailingOnPath,
  firstForbidding,
  judgePath,
  flowApprovalOf,
  flowPathOf,
  nodeRefusal,
  type FlowAction,
  type JudgedNode,
  type FlowApproval,
  type FlowPath,
} from "./rules.ts";
import type { FlowStore } from "../store.ts";

export type Explanation = { readonly judged: readonly JudgedNode[]; readonly isDone: boolean };

/** The path that an activity was last judged by, and what it was made of. */
type CachedPath = {
  readonly process: FlowProcessDefinition | null;
  readonly node: string;
  readonly action: FlowAction;
  readonly path: FlowPath;
};

/** @returns finds the path of an activity; one reading of it, which a crowd's batch has in common, has one path. */
function pathFinder(definitionOf: ReturnType<typeof definitionCache>) {
  const paths = new WeakMap<FlowSubject, CachedPath>();
  /** @throws Refusal 603, 604, 606, 609 */
  return async function pathFor(asked: {
    readonly activity: FlowSubject;
    readonly action: FlowAction;
    readonly nodeKey?: string;
  }): Promise<FlowPath> {
    const { activity, action, nodeKey } = asked;
    const process = await definitionOf(activity);
    const node = nodeKey ?? activity.nodeKey;
    const last = paths.get(activity);
    if (last?.process === process && last.node === node && last.action === action) return last.path;
    const path = flowPathOf(process, node, activity, action);
    if (path === null) throw new Refusal("executionFailed606");
    paths.set(activity, { process, node, action, path });
    return path;
  };
}

/** Judges people by stored processes: the definition, the facts, then the rules. */
export function createEngine(context: AppContext, store: FlowStore, ports: FlowPorts) {
  const gather = factLoader(context, store, ports);
  const pathFor = pathFinder(definitionCache(context, store));

  /** What is no refusal by itself becomes this one. */
  async function guarded<T>(name: RefusalName, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      context.log.error({ err: error, refusal: name }, "the flow engine failed");
      throw new Refusal(name);
    }
  }
  /** A source of facts that fails is 605, whatever it is. */
  const factsFor = (...asked: Parameters<typeof gather>): Promise<FlowFacts> =>
    guarded("queryFailed605", () => gather(...asked));

  return {
    /** What the activity's process asks for, as nouns; nothing where that cannot be told. */
    conditions: (activity: FlowSubject): Promise<string[]> =>
      pathFor({ activity, action: "signup" }).then(conditionNamesOf, (error: unknown) => {
        if (error instanceof Refusal) return [];
        throw error;
      }),
    /** How every node stands for the caller. @throws Refusal 603–606, 609, 700 */
    explain: (asked: FlowRequest): Promise<Explanation> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const { activityId, nodeKey } = asked.activity;
        const facts = await factsFor(path, asked, null, [activityId]);
        const isOwnNode = asked.nodeKey === undefined || asked.nodeKey === nodeKey;
        return {
          judged: judgePath(path, facts),
          isDone: isOwnNode && facts.signedUp.has(activityId),
        };
      }),
    /** Keeps out whom the process gives no permission, and nobody else. @throws Refusal 612; 603–606, 609, 700 */
    refuseForbidden: (asked: FlowRequest): Promise<void> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const forbidding = firstForbidding(judgePath(path, await factsFor(path, asked, null, [])));
        if (forbidding) throw nodeRefusal(forbidding);
      }),
    /** Lets the caller pass. @throws Refusal what the first failing node answers; 603–610, 700 */
    decide: (asked: FlowRequest): Promise<FlowApproval> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const facts = await factsFor(path, asked, asked.caller.captchaVerifyId !== null, []);
        const failing = firstFailingOnPath(path, facts);
        if (failing) throw nodeRefusal(failing);
        return flowApprovalOf(path);
      }),
  };
}
export type Engine = ReturnType<typeof createEngine>;
