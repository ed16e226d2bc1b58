import type { Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { createEngine } from "./engine.ts";
import type { FlowSubject } from "./facts.ts";
import type { Asked, FlowDoors } from "./gather.ts";
import { publisher, type NewProcess } from "./publish.ts";
import { flowRoutes } from "./routes.ts";
import type { FlowAction, Passed } from "./rules.ts";
import { flowStore, type PersonField } from "./store.ts";

export type { FlowActivity, FlowSubject } from "./facts.ts";
export type { Asked, FlowDoors } from "./gather.ts";
export { processPutter, type NewProcess } from "./publish.ts";
export type { FlowAction, Passed } from "./rules.ts";
export { flowStore, type PersonField } from "./store.ts";

/** The flow engine: who may take part in an activity, and why not (contract sections 2, 3 and 6). */
export type Flow = {
  /**
   * Lets the caller do what the activity is for, or refuses as its process says. Beside a process's
   * own lookups it asks the database for nothing once the definition's version is known.
   * @throws Refusal 401, 602, 612, 613, 633, 603–610, 700; `data` is the node that decided
   */
  decide(asked: Asked): Promise<Passed>;
  /**
   * The same for an action of a module that does not read the activity's process itself; one
   * statement more. An activity that there is not has no process that would object.
   */
  decideFor(activityId: string, action: FlowAction, caller: Caller): Promise<void>;
  /**
   * Keeps out whom an activity's process gives no permission, whatever else it asks of them before.
   * @throws Refusal 612; 603–606, 609, 700 where that cannot be judged
   */
  refuseForbidden(activityId: string, action: FlowAction, caller: Caller): Promise<void>;
  /** What an activity's process asks for beyond login, mobile, time and seats, as nouns. */
  conditions(activity: FlowSubject): Promise<string[]>;
  /** Stores the next version of an activity's process. @throws Refusal "invalid", "notFound" */
  publish(process: NewProcess): Promise<{ processKey: string; version: number }>;
  /** Keeps, or takes away, what nodes of kind "field" ask for. */
  setField(field: PersonField): Promise<void>;
};

export function createFlow(kit: Kit, calls: Calls, doors: FlowDoors): Flow {
  const store = flowStore(kit.db);
  const engine = createEngine(kit, store, doors);
  flowRoutes(calls, store, engine);
  return {
    decide: (asked) => engine.decide(asked),
    async decideFor(activityId, action, caller) {
      const activity = await store.activity(activityId);
      if (activity) await engine.decide({ activity, action, caller });
    },
    async refuseForbidden(activityId, action, caller) {
      const activity = await store.activity(activityId);
      if (activity) await engine.refuseForbidden({ activity, action, caller });
    },
    conditions: (activity) => engine.conditions(activity),
    publish: publisher(kit, store),
    setField: (field) => store.setField(field),
  };
}
