import { Refusal, type RefusalName } from "#contract/errors.ts";
import type { FlowProcessDefinition } from "#contract/flow-process.ts";
import type { Kit } from "../kit.ts";
import { definitions } from "./definitions.ts";
import type { Facts, FlowSubject } from "./facts.ts";
import { gatherer, type Asked, type FlowDoors } from "./gather.ts";
import {
  conditionsOf,
  decide,
  firstForbidding,
  judgeAll,
  passedBy,
  pathOf,
  refusalOf,
  type FlowAction,
  type Judged,
  type Passed,
  type Path,
} from "./rules.ts";
import type { FlowStore } from "./store.ts";

export type Explanation = { readonly judged: readonly Judged[]; readonly isDone: boolean };

/** The path that an activity was last judged by, and what it was made of. */
type LastPath = {
  readonly process: FlowProcessDefinition | null;
  readonly node: string;
  readonly action: FlowAction;
  readonly path: Path;
};

/** @returns finds the path of an activity; one reading of it, which a crowd's batch has in common, has one path. */
function pathFinder(definitionOf: ReturnType<typeof definitions>) {
  const paths = new WeakMap<FlowSubject, LastPath>();
  /** @throws Refusal 603, 604, 606, 609 */
  return async function pathFor(asked: {
    readonly activity: FlowSubject;
    readonly action: FlowAction;
    readonly nodeKey?: string;
  }): Promise<Path> {
    const { activity, action, nodeKey } = asked;
    const process = await definitionOf(activity);
    const node = nodeKey ?? activity.nodeKey;
    const last = paths.get(activity);
    if (last?.process === process && last.node === node && last.action === action) return last.path;
    const path = pathOf(process, node, activity, action);
    if (path === null) throw new Refusal("executionFailed606");
    paths.set(activity, { process, node, action, path });
    return path;
  };
}

/** Judges people by stored processes: the definition, the facts, then the rules. */
export function createEngine(kit: Kit, store: FlowStore, doors: FlowDoors) {
  const gather = gatherer(kit, store, doors);
  const pathFor = pathFinder(definitions(kit, store));

  /** What is no refusal by itself becomes this one. */
  async function guarded<T>(name: RefusalName, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refusal) throw error;
      kit.log.error({ err: error, refusal: name }, "the flow engine failed");
      throw new Refusal(name);
    }
  }
  /** A source of facts that fails is 605, whatever it is. */
  const factsFor = (...asked: Parameters<typeof gather>): Promise<Facts> =>
    guarded("queryFailed605", () => gather(...asked));

  return {
    /** What the activity's process asks for, as nouns; nothing where that cannot be told. */
    conditions: (activity: FlowSubject): Promise<string[]> =>
      pathFor({ activity, action: "signup" }).then(conditionsOf, (error: unknown) => {
        if (error instanceof Refusal) return [];
        throw error;
      }),
    /** How every node stands for the caller. @throws Refusal 603–606, 609, 700 */
    explain: (asked: Asked): Promise<Explanation> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const { activityId, nodeKey } = asked.activity;
        const facts = await factsFor(path, asked, null, [activityId]);
        const isOwnNode = asked.nodeKey === undefined || asked.nodeKey === nodeKey;
        return {
          judged: judgeAll(path, facts),
          isDone: isOwnNode && facts.signedUp.has(activityId),
        };
      }),
    /** Keeps out whom the process gives no permission, and nobody else. @throws Refusal 612; 603–606, 609, 700 */
    refuseForbidden: (asked: Asked): Promise<void> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const forbidding = firstForbidding(judgeAll(path, await factsFor(path, asked, null, [])));
        if (forbidding) throw refusalOf(forbidding);
      }),
    /** Lets the caller pass. @throws Refusal what the first failing node answers; 603–610, 700 */
    decide: (asked: Asked): Promise<Passed> =>
      guarded("systemFailed", async () => {
        const path = await pathFor(asked);
        const facts = await factsFor(path, asked, asked.caller.captchaVerifyId !== null, []);
        const failing = decide(path, facts);
        if (failing) throw refusalOf(failing);
        return passedBy(path);
      }),
  };
}
export type Engine = ReturnType<typeof createEngine>;
