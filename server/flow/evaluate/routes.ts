import { headers } from "#contract/core/headers.ts";
import { Refusal } from "#contract/core/errors.ts";
import { checkFlowDetail, showFlowStatus } from "#contract/flow/flow.ts";
import type { ParsedArgsOf } from "#contract/core/call.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { Engine, Explanation } from "./engine.ts";
import { firstFailing, nodeStateOf, flowStatusOf } from "./rules.ts";
import type { FlowStore } from "../store.ts";
import { flowMessages } from "../messages.ts";

export function flowRoutes(calls: RpcRouter, store: FlowStore, engine: Engine): void {
  async function explain(
    { activityId, processKey, nodeKey }: ParsedArgsOf<typeof showFlowStatus>,
    caller: Caller,
  ): Promise<Explanation> {
    const activity = await store.findActivity(activityId);
    if (!activity) throw new Refusal("notFound", { message: flowMessages.unknownActivity });
    // A process of another activity exists but cannot be executed here.
    if (processKey !== undefined && processKey !== activity.processKey)
      throw new Refusal((await store.processExists(processKey)) ? "executionFailed607" : "queryFailed603");
    return engine.explain({ activity, action: "signup", caller, ...(nodeKey !== undefined && { nodeKey }) });
  }
  /** Sends a task's link in a header too (requirement N03). */
  const sendTaskLink = (caller: Caller, link: string | undefined): void => {
    if (link !== undefined) caller.reply.header(headers.taskLink, encodeURIComponent(link));
  };

  calls.on(showFlowStatus, async (args, caller) => {
    const { judged, isDone } = await explain(args, caller);
    const status = flowStatusOf(judged, isDone);
    sendTaskLink(caller, status.taskLink);
    return status;
  });
  calls.on(checkFlowDetail, async (args, caller) => {
    const { judged } = await explain(args, caller);
    const failing = firstFailing(judged);
    sendTaskLink(caller, failing?.verdict.taskLink);
    return { pass: failing === null, nodes: judged.map(nodeStateOf) };
  });
}
