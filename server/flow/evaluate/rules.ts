import { Refusal, taskMessages, type RefusalDetails } from "#contract/core/errors.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { FlowNodeState, FlowStatus } from "#contract/flow/flow.ts";
import type { FlowNodeDefinition, FlowProcessDefinition } from "#contract/flow/process.ts";
import type { FlowFacts, FlowSubject } from "./facts.ts";
import { BASE_PREFIX, pathTo } from "../process-graph.ts";
import { judgeNode, type NodeVerdict } from "./node-verdicts.ts";
import { flowMessages } from "../messages.ts";

/** An action of a person in an activity. */
export type FlowAction = Exclude<CaptchaAction, "sms" | "order">;

type BaseKind = "login" | "window" | "mobile" | "quota";
/**
 * Base conditions of an action, which apply with and without a process. Time and seats of a sign-up are those of the
 * activity; the other actions have their own times and limits, which their modules check.
 */
const baseOf: Readonly<Record<FlowAction, readonly BaseKind[]>> = {
  signup: ["login", "window", "mobile", "quota"],
  lead: ["login"],
  koc: ["login"],
  link: ["login"],
  benefit: ["login"],
};
const base = (kind: BaseKind): FlowNodeDefinition => ({
  kind,
  nodeKey: BASE_PREFIX + kind,
  name: flowMessages[kind].name,
  after: [],
  isRequired: true,
});
/** Whether a node of a process applies to sign-ups only: seats, and the sign-up time. */
const isSignUpOnly = (node: FlowNodeDefinition): boolean =>
  node.kind === "quota" || (node.kind === "window" && node.from === undefined && node.to === undefined);
/** Whether a node makes the base condition of its kind redundant. */
const replacesBaseCondition = (node: FlowNodeDefinition): boolean =>
  node.isRequired &&
  !(node.kind === "window" && (node.from !== undefined || node.to !== undefined)) &&
  !(node.kind === "quota" && node.limit !== undefined);

/** The nodes that a person has to pass for an action, in order. */
export type FlowPath = readonly FlowNodeDefinition[];

/**
 * Builds the path to a node: the base conditions of the action (login, sign-up time, a mobile for offline activities,
 * seats; requirements K15, L09) around the nodes of the process. The node itself is included unless it is the
 * activity's own step, which is the action itself.
 * @param process null if the activity has none
 * @returns null if the process has no such node
 */
export function flowPathOf(
  process: FlowProcessDefinition | null,
  nodeKey: string,
  activity: FlowSubject,
  action: FlowAction,
): FlowPath | null {
  const found = process ? pathTo(process, nodeKey) : nodeKey === activity.nodeKey ? [] : null;
  if (found === null) return null;
  const last = found.at(-1);
  const isOwnStep =
    last?.kind === "step" && (last.activityId === undefined || last.activityId === activity.activityId);
  const own = (isOwnStep ? found.slice(0, -1) : found).filter(
    (node) => action === "signup" || !isSignUpOnly(node),
  );
  const added = baseOf[action].filter(
    (kind) =>
      (kind !== "mobile" || activity.isOffline) &&
      !own.some((node) => node.kind === kind && replacesBaseCondition(node)),
  );
  // Seats come last, so that people who may not take part see that reason and not that all seats are taken.
  const isLast = (kind: BaseKind): boolean => kind === "quota";
  return [...added.filter((kind) => !isLast(kind)).map(base), ...own, ...added.filter(isLast).map(base)];
}

/** Kinds that every activity has, or that are not a condition on the person. */
const ordinaryKinds: readonly FlowNodeDefinition["kind"][] = ["login", "mobile", "captcha"];

/** Names of the conditions of a process beyond those that every activity has, as nouns. */
export const conditionNamesOf = (path: FlowPath): string[] =>
  path
    .filter(
      ({ kind, nodeKey, isRequired }) =>
        isRequired && !ordinaryKinds.includes(kind) && !nodeKey.startsWith(BASE_PREFIX),
    )
    .map(({ name }) => name);

/** The approval of an action, with the limit that the allocation of seats has to respect. */
export type FlowApproval = {
  /** Maximum number of taken seats with this one included; null: only the activity's quota limits */
  readonly seatLimit: number | null;
};
/** Returns the smallest limit of a path. It was checked with an old counter, so the allocation has to check it again. */
export function flowApprovalOf(path: FlowPath): FlowApproval {
  const limits = path.flatMap((node) => (node.kind === "quota" && node.isRequired ? (node.limit ?? []) : []));
  return { seatLimit: limits.length === 0 ? null : Math.min(...limits) };
}

export type JudgedNode = { readonly node: FlowNodeDefinition; readonly verdict: NodeVerdict };

/** Evaluates every node of a path, in order. */
export const judgePath = (path: FlowPath, facts: FlowFacts): JudgedNode[] =>
  path.map((node) => ({ node, verdict: judgeNode(node, facts) }));

const isFailing = ({ node, verdict }: JudgedNode): boolean => node.isRequired && verdict.state !== "pass";

/** The deciding node: the first required one that does not pass. */
export const firstFailing = (judged: readonly JudgedNode[]): JudgedNode | null =>
  judged.find(isFailing) ?? null;

/** Finds the deciding node without evaluating the nodes after it. @returns null if the person passes */
export function firstFailingOnPath(path: FlowPath, facts: FlowFacts): JudgedNode | null {
  for (const node of path) {
    const judged = { node, verdict: judgeNode(node, facts) };
    if (isFailing(judged)) return judged;
  }
  return null;
}

/** The first node that denies permission (612), even if another node fails before it. */
export const firstForbidding = (judged: readonly JudgedNode[]): JudgedNode | null =>
  judged.find((one) => isFailing(one) && one.verdict.refusal === "noPermission") ?? null;

/** Presents a node to its person. */
export function nodeStateOf({ node, verdict }: JudgedNode): FlowNodeState {
  const { state, remark, value, next, taskLink } = verdict;
  return {
    nodeKey: node.nodeKey,
    kind: node.kind,
    name: node.name,
    pass: state === "pass",
    state,
    isRequired: node.isRequired,
    remark,
    ...(value !== undefined && { value: typeof value === "string" ? value : value() }),
    ...(next !== undefined && { next }),
    ...(taskLink !== undefined && { taskLink }),
  };
}

/** Creates the refusal of a failing node, with header texts and the node as `data`. */
export function nodeRefusal(judged: JudgedNode): Refusal {
  const { refusal = "systemFailed", remark, taskLink } = judged.verdict;
  const data = nodeStateOf(judged);
  const details: RefusalDetails = {
    ...(taskLink !== undefined &&
      (refusal === "taskRequired" || refusal === "mobileRequired") && { taskLink }),
    ...(refusal === "flowBranch" && { remark }),
    // The captcha has its own text; a remark is sent only if the process defines one.
    ...(refusal === "captchaRequired" && judged.node.remark !== undefined && { remark }),
    ...(refusal === "taskRequired" && { message: remark }),
    ...(refusal === "noPermission" && { message: taskMessages["612"] ?? "" }),
    data,
  };
  return new Refusal(refusal, details);
}

const statuses: Readonly<Record<string, FlowStatus["status"]>> = {
  unauthenticated: "login",
  mobileRequired: "task",
  taskRequired: "task",
  noPermission: "forbidden",
  notEligible: "ineligible",
  flowBranch: "branch",
};

/**
 * Predicts the result of an attempt (flow/status).
 * @param isDone whether the person has signed up already
 * @throws Refusal if the deciding node cannot be evaluated
 */
export function flowStatusOf(judged: readonly JudgedNode[], isDone: boolean): FlowStatus {
  if (isDone) return { status: "done" };
  const failing = firstFailing(judged);
  if (failing === null) return { status: "pass" };
  const { refusal = "systemFailed", remark, taskLink } = failing.verdict;
  const status = statuses[refusal];
  if (status === undefined) throw nodeRefusal(failing);
  return { status, remark, ...(taskLink !== undefined && { taskLink }), node: nodeStateOf(failing) };
}
