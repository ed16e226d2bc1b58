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
export type { FlowApproval } from "./evaluate/rules.ts";
export { flowStore, type PersonField } from "./store.ts";

/** The flow engine, which decides who may take part in an activity (contract sections 2, 3 and 6). */
export type Flow = {
  /**
   * Approves an action of the caller by the activity's process. Runs no statement, except for lookups of the process,
   * once the version of the definition is cached.
   * @throws Refusal 401, 602, 612, 613, 633, 603–610, 700; `data` is the deciding node
   */
  decide(request: FlowRequest): Promise<FlowApproval>;
  /**
   * The same for modules that do not read the activity's process themselves, with one more statement. An unknown
   * activity has no process and is approved.
   */
  decideFor(activityId: string, action: FlowAction, caller: Caller): Promise<void>;
  /**
   * Refuses callers to whom the process denies permission, even if another node fails before.
   * @throws Refusal 612; 603–606, 609, 700 if the process cannot be evaluated
   */
  refuseForbidden(activityId: string, action: FlowAction, caller: Caller): Promise<void>;
  /** Names of the conditions of a process beyond login, mobile, time and seats, as nouns. */
  conditions(activity: FlowSubject): Promise<string[]>;
  /** Stores the next version of an activity's process. @throws Refusal "invalid", "notFound" */
  publish(process: NewProcess): Promise<{ processKey: string; version: number }>;
  /** Sets or removes a person's value for nodes of kind "field". */
  setField(field: PersonField): Promise<void>;
};

export function createFlow(context: AppContext, calls: RpcRouter, ports: FlowPorts): Flow {
  const store = flowStore(context.db);
  const engine = createEngine(context, store, ports);
  flowRoutes(calls, store, engine);
  return {
    decide: (request) => engine.decide(request),
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
