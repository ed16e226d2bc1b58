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

/** The last path of an activity, with the inputs that it was built from. */
type CachedPath = {
  readonly process: FlowProcessDefinition | null;
  readonly node: string;
  readonly action: FlowAction;
  readonly path: FlowPath;
};

/**
 * Finds the path of an activity. Paths are cached by the activity object, which all requests of a sign-up batch share,
 * so a crowd builds one path per batch.
 */
function pathFinder(definitionOf: ReturnType<typeof definitionCache>) {
  const paths = new WeakMap<FlowSubject, CachedPath>();
  /** @throws Refusal 603, 604, 606, 609 */
  return async function pathFor(request: {
    readonly activity: FlowSubject;
    readonly action: FlowAction;
    readonly nodeKey?: string;
  }): Promise<FlowPath> {
    const { activity, action, nodeKey } = request;
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

/** Evaluates stored processes for people: loads the definition, then the facts, applies the rules. */
export function createEngine(context: AppContext, store: FlowStore, ports: FlowPorts) {
  const loadFacts = factLoader(context, store, ports);
  const pathFor = pathFinder(definitionCache(context, store));

  /** Logs an unexpected error and replaces it by a refusal. */
  async function guarded<T>(name: RefusalName, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      context.log.error({ err: error, refusal: name }, "flow evaluation failed");
      throw new Refusal(name);
    }
  }
  /** Loads facts; any failing source is 605. */
  const factsFor = (...args: Parameters<typeof loadFacts>): Promise<FlowFacts> =>
    guarded("queryFailed605", () => loadFacts(...args));

  return {
    /** Lists the names of a process's conditions; an empty list if the process cannot be evaluated. */
    conditions: (activity: FlowSubject): Promise<string[]> =>
      pathFor({ activity, action: "signup" }).then(conditionNamesOf, (error: unknown) => {
        if (error instanceof Refusal) return [];
        throw error;
      }),
    /** Evaluates every node for the caller. @throws Refusal 603–606, 609, 700 */
    explain: (request: FlowRequest): Promise<Explanation> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(request);
        const { activityId, nodeKey } = request.activity;
        const facts = await factsFor(path, request, null, [activityId]);
        const isOwnNode = request.nodeKey === undefined || request.nodeKey === nodeKey;
        return {
          judged: judgePath(path, facts),
          isDone: isOwnNode && facts.signedUp.has(activityId),
        };
      }),
    /** Refuses callers without permission (612) and ignores other conditions. @throws Refusal 612; 603–606, 609, 700 */
    refuseForbidden: (request: FlowRequest): Promise<void> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(request);
        const forbidding = firstForbidding(judgePath(path, await factsFor(path, request, null, [])));
        if (forbidding) throw nodeRefusal(forbidding);
      }),
    /** Approves the caller. @throws Refusal of the first failing node; 603–610, 700 */
    decide: (request: FlowRequest): Promise<FlowApproval> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(request);
        const facts = await factsFor(path, request, request.caller.captchaVerifyId !== null, []);
        const failing = firstFailingOnPath(path, facts);
        if (failing) throw nodeRefusal(failing);
        return flowApprovalOf(path);
      }),
  };
}
export type Engine = ReturnType<typeof createEngine>;
