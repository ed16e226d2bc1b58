import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import type { RefusalName } from "../core/errors.ts";
import { flowKey, id } from "../core/fields.ts";
import { flowRefusals } from "./refusals.ts";

/** One node of a process as the caller is told of it (requirement N11); about nobody but the caller. */
export const flowNodeState = z.object({
  nodeKey: z.string(),
  kind: z.string(),
  /** What it asks for: 认证车主. */
  name: z.string(),
  pass: z.boolean(),
  /** "unknown": judged only after login. */
  state: z.enum(["pass", "fail", "unknown"]),
  /** Only required nodes decide. */
  isRequired: z.boolean(),
  /** How it stands, in a sentence. */
  remark: z.string(),
  /** The caller's own value, in words; absent where there is none to tell. */
  value: z.optional(z.string()),
  /** What to do about it. */
  next: z.optional(z.string()),
  /** Where to do it: ours, or of the allow-list (requirement N09). */
  taskLink: z.optional(z.string()),
});
export type FlowNodeState = z.output<typeof flowNodeState>;

/** Both tell how an attempt at the node would end; the keys are the activity's own unless given. */
const asked = z.object({
  activityId: id,
  processKey: z.optional(flowKey),
  nodeKey: z.optional(flowKey),
});
const failures: readonly RefusalName[] = [...flowRefusals, "notFound", "executionFailed607"];

/**
 * Whether the caller may do what a node of the activity's process stands for (requirements N02,
 * U21, C24). With a task to do first, header `task_link` carries its address too.
 */
export const showFlowStatus = defineCall({
  name: "showFlowStatus",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/flow/status"],
  who: "anyone",
  args: asked,
  result: z.object({
    /**
     * pass; done already; else how the attempt would be refused: login (401), task (602),
     * forbidden (612), ineligible (613), branch (633).
     */
    status: z.enum(["pass", "done", "login", "task", "forbidden", "ineligible", "branch"]),
    taskLink: z.optional(z.string()),
    remark: z.optional(z.string()),
    /** The first node that does not pass. */
    node: z.optional(flowNodeState),
  }),
  refusals: failures,
});
export type FlowStatus = z.output<typeof showFlowStatus.result>;

/** Every node on the way to the asked one, in order, with the caller's own standing (requirements N01, U39, N11). */
export const checkFlowDetail = defineCall({
  name: "checkFlowDetail",
  method: "GET",
  base: "api",
  paths: ["cop-ma-flow-engine/api/v1/flow/engine/deployment/exec/check_detail"],
  who: "anyone",
  args: asked,
  result: z.object({ pass: z.boolean(), nodes: z.array(flowNodeState) }),
  refusals: failures,
});
export type FlowDetail = z.output<typeof checkFlowDetail.result>;
