import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { createEngine } from "./evaluate/engine.ts";
import type { FlowSubject } from "./evaluate/facts.ts";
import type { FlowRequest, FlowPorts } from "./evaluate/fact-loader.ts";
import { processPublisher, type NewProcess } from "./publish/publish-process.ts";
import { flowRoutes } from "./evaluate/routes.ts";
import type { FlowAction, FlowApproval } from "./evaluate/rules.ts";
import { flowStore, type PersonField } from "./store.ts";

export type { FlowActivity, FlowSubject } from "./evaluate/facts.ts";
export type { FlowRequest, FlowPorts } from "./evaluate/fact-loader.ts";
export { processUpserter, type NewProcess } from "./publish/publish-process.ts";
export type { FlowAction, FlowApproval } from "./evaluate/rules.ts";
export { flowStore, type PersonField } from "./store.ts";

/** The flow engine: who may take part in an activity, and why not (contract sections 2, 3 and 6). */
export type Flow = {
  /**
   * Lets the caller do what the activity is for, or refuses as its process says. Beside a process's
   * own lookups it asks the database for nothing once the definition's version is known.
   * @throws Refusal 401, 602, 612, 613, 633, 603–610, 700; `data` is the node that decided
   */
  decide(asked: FlowRequest): Promise<FlowApproval>;
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

export function createFlow(context: AppContext, calls: RpcRouter, ports: FlowPorts): Flow {
  const store = flowStore(context.db);
  const engine = createEngine(context, store, ports);
  flowRoutes(calls, store, engine);
  return {
    decide: (asked) => engine.decide(asked),
    async decideFor(activityId, action, caller) {
      const activity = await store.findActivity(activityId);
      if (activity) await engine.decide({ activity, action, caller });
    },
    async refuseForbidden(activityId, action, caller) {
      const activity = await store.findActivity(activityId);
      if (activity) await engine.refuseForbidden({ activity, action, caller });
    },
    conditions: (activity) => engine.conditions(activity),
    publish: processPublisher(context, store),
    setField: (field) => store.setField(field),
  };
}
