import { Refusal, taskMessages, type RefusalDetails } from "#contract/core/errors.ts";
import type { CaptchaAction } from "#contract/core/captcha-action.ts";
import type { FlowNodeState, FlowStatus } from "#contract/flow/flow.ts";
import type { FlowNodeDefinition, FlowProcessDefinition } from "#contract/flow/process.ts";
import type { FlowFacts, FlowSubject } from "./facts.ts";
import { BASE_PREFIX, pathTo } from "../process-graph.ts";
import { judgeNode, type NodeVerdict } from "./node-verdicts.ts";
import { flowMessages } from "../messages.ts";

/** What a person can do in an activity. */
export type FlowAction = Exclude<CaptchaAction, "sms">;

type BaseKind = "login" | "window" | "mobile" | "quota";
/**
 * What holds for an action whatever the process says. A sign-up's time and seats are the
 * activity's; the other actions have times and limits of their own, which their modules judge.
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
/** What is a sign-up's alone in a process, too: seats, and the time of signing up. */
const isSignUpOnly = (node: FlowNodeDefinition): boolean =>
  node.kind === "quota" || (node.kind === "window" && node.from === undefined && node.to === undefined);
/** Whether a node stands for the activity's own condition of its kind, so that this is not added. */
const replacesBaseCondition = (node: FlowNodeDefinition): boolean =>
  node.isRequired &&
  !(node.kind === "window" && (node.from !== undefined || node.to !== undefined)) &&
  !(node.kind === "quota" && node.limit !== undefined);

/** The nodes between a person and what they want, in order. */
export type FlowPath = readonly FlowNodeDefinition[];

/**
 * Everything between a person and a node: what holds for the action anyway (login, the sign-up's
 * time, a mobile for offline activities, seats; requirements K15, L09), and within it what the
 * process asks. The node itself is judged too, unless it is the activity's own step: that is what
 * the person is about to do.
 * @param process null where the activity has none @returns null where the process has no such node
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
  // Seats come last: whoever may not take part is told so, and not that there is none left.
  const isLast = (kind: BaseKind): boolean => kind === "quota";
  return [...added.filter((kind) => !isLast(kind)).map(base), ...own, ...added.filter(isLast).map(base)];
}

/** Kinds that every activity asks for, or that are no condition of a person's. */
const ordinary: readonly FlowNodeDefinition["kind"][] = ["login", "mobile", "captcha"];

/** What a process asks for beyond what every activity does, as nouns. */
export const conditionNamesOf = (path: FlowPath): string[] =>
  path
    .filter(
      ({ kind, nodeKey, isRequired }) =>
        isRequired && !ordinary.includes(kind) && !nodeKey.startsWith(BASE_PREFIX),
    )
    .map(({ name }) => name);

/** What somebody who may go on is held to by whoever counts. */
export type FlowApproval = {
  /** How many seats may be taken with theirs, by the path's own limits; null: as many as the activity has. */
  readonly seatLimit: number | null;
};
/** A path is judged by a count read before: the least of its limits holds once more where seats are given out. */
export function flowApprovalOf(path: FlowPath): FlowApproval {
  const limits = path.flatMap((node) => (node.kind === "quota" && node.isRequired ? (node.limit ?? []) : []));
  return { seatLimit: limits.length === 0 ? null : Math.min(...limits) };
}

/** A node with how it stands. */
export type JudgedNode = { readonly node: FlowNodeDefinition; readonly verdict: NodeVerdict };

/** How every node of a path stands, in order. */
export const judgePath = (path: FlowPath, facts: FlowFacts): JudgedNode[] =>
  path.map((node) => ({ node, verdict: judgeNode(node, facts) }));

const isFailing = ({ node, verdict }: JudgedNode): boolean => node.isRequired && verdict.state !== "pass";

/** The node that decides: the first required one that does not pass. */
export const firstFailing = (judged: readonly JudgedNode[]): JudgedNode | null =>
  judged.find(isFailing) ?? null;

/** The same without judging what comes after it; null where the person may go on. */
export function firstFailingOnPath(path: FlowPath, facts: FlowFacts): JudgedNode | null {
  for (const node of path) {
    const judged = { node, verdict: judgeNode(node, facts) };
    if (isFailing(judged)) return judged;
  }
  return null;
}

/** The first node that gives no permission (612), whatever the person lacks before it. */
export const firstForbidding = (judged: readonly JudgedNode[]): JudgedNode | null =>
  judged.find((one) => isFailing(one) && one.verdict.refusal === "noPermission") ?? null;

/** A node as its person is told of it. */
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

/** The refusal that a failing node makes: by its status, with header texts and the node itself in `data`. */
export function nodeRefusal(judged: JudgedNode): Refusal {
  const { refusal = "systemFailed", remark, taskLink } = judged.verdict;
  const data = nodeStateOf(judged);
  const details: RefusalDetails = {
    ...(taskLink !== undefined &&
      (refusal === "taskRequired" || refusal === "mobileRequired") && { taskLink }),
    ...(refusal === "flowBranch" && { remark }),
    // The slider has words of its own; only what the process says beyond them is a remark.
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
 * How an attempt would end (flow/status). @param isDone the person has done it already
 * @throws Refusal where the deciding node cannot be judged
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
