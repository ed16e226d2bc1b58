import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import type { RefusalName } from "../core/errors.ts";
import { flowKey, id } from "../core/fields.ts";
import { flowRefusals } from "./refusals.ts";

/** One node of a process and the caller's own result for it (requirement N11). */
const flowNodeState = z.object({
  nodeKey: z.string(),
  kind: z.string(),
  /** Requirement of the node: 认证车主. */
  name: z.string(),
  pass: z.boolean(),
  /** "unknown": evaluated only after login. */
  state: z.enum(["pass", "fail", "unknown"]),
  /** Only required nodes are decisive. */
  isRequired: z.boolean(),
  /** Result in a sentence. */
  remark: z.string(),
  /** The caller's own value as text; absent if there is none. */
  value: z.optional(z.string()),
  /** Next step for the caller. */
  next: z.optional(z.string()),
  /** Address of the next step: ours, or one of the allow-list (requirement N09). */
  taskLink: z.optional(z.string()),
});
export type FlowNodeState = z.output<typeof flowNodeState>;

/**
 * Arguments of both calls, which report how an attempt at the node would end; the keys default to the
 * activity's own.
 */
const nodeArgs = z.object({
  activityId: id,
  processKey: z.optional(flowKey),
  nodeKey: z.optional(flowKey),
});
const flowCallRefusals: readonly RefusalName[] = [...flowRefusals, "notFound", "executionFailed607"];

/**
 * Whether the caller may perform the action of a node of the activity's process (requirements N02, U21, C24).
 * If a task must be done first, header `task_link` carries its address too.
 */
export const showFlowStatus = defineCall({
  name: "showFlowStatus",
  method: "GET",
  base: "api",
  paths: ["cop-marketing-activity/api/v1/activity/page/flow/status"],
  audience: "anyone",
  args: nodeArgs,
  result: z.object({
    /**
     * pass; done already; otherwise how the attempt would be refused: login (401), task (602), forbidden
     * (612), ineligible (613), branch (633).
     */
    status: z.enum(["pass", "done", "login", "task", "forbidden", "ineligible", "branch"]),
    taskLink: z.optional(z.string()),
    remark: z.optional(z.string()),
    /** The first node that does not pass. */
    node: z.optional(flowNodeState),
  }),
  refusals: flowCallRefusals,
});
export type FlowStatus = z.output<typeof showFlowStatus.result>;

/**
 * All nodes up to the requested one, in order, with the caller's own results (requirements N01, U39, N11).
 */
export const checkFlowDetail = defineCall({
  name: "checkFlowDetail",
  method: "GET",
  base: "api",
  paths: ["cop-ma-flow-engine/api/v1/flow/engine/deployment/exec/check_detail"],
  audience: "anyone",
  args: nodeArgs,
  result: z.object({ pass: z.boolean(), nodes: z.array(flowNodeState) }),
  refusals: flowCallRefusals,
});
export type FlowDetail = z.output<typeof checkFlowDetail.result>;
