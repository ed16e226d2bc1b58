import type { FlowNodeDefinition, FlowProcessDefinition } from "#contract/flow/process.ts";
import { flowMessages } from "./messages.ts";

/** Messages by path in the process: {"nodes.2.after": "…"}. */
export type ProcessProblems = Record<string, string>;

/** Prefix of the keys of base conditions, which the engine adds. */
export const BASE_PREFIX = "base-";

const pathOf = (at: number, name: keyof FlowNodeDefinition): string => `nodes.${at}.${name}`;

/** Finds problems within a node. */
function nodeProblems(node: FlowNodeDefinition, at: number): ProcessProblems {
  const problems: ProcessProblems = {};
  if (node.nodeKey.startsWith(BASE_PREFIX)) problems[pathOf(at, "nodeKey")] = flowMessages.faults.reserved;
  if (node.kind === "window" && node.from !== undefined && node.to !== undefined)
    if (Date.parse(node.to) <= Date.parse(node.from))
      problems[`nodes.${at}.to`] = flowMessages.faults.emptyWindow;
  if (node.kind === "field" && node.oneOf === undefined && node.atLeast === undefined)
    problems[`nodes.${at}.oneOf`] = flowMessages.faults.noCondition;
  // A step always links to its activity, a missing mobile to the binding page.
  const hasOwnLink = node.kind === "step" || node.kind === "mobile";
  if (node.answer === "task" && node.taskLink === undefined && !hasOwnLink)
    problems[pathOf(at, "taskLink")] = flowMessages.faults.noTaskLink;
  return problems;
}

/** Whether a node comes before itself. */
function isInCycle(nodes: readonly FlowNodeDefinition[], nodeKey: string): boolean {
  const seen = new Set<string>();
  const reach = (key: string): boolean =>
    nodes
      .filter((node) => node.nodeKey === key)
      .flatMap(({ after }) => after)
      .some((before) => before === nodeKey || (!seen.has(before) && !!seen.add(before) && reach(before)));
  return reach(nodeKey);
}

/**
 * Finds problems of a process as a graph: repeated and unknown keys, cycles, conditions that check nothing.
 * @returns an empty object if the process is valid
 */
export function graphProblems({ nodes }: FlowProcessDefinition): ProcessProblems {
  const problems: ProcessProblems = {};
  const keys = nodes.map(({ nodeKey }) => nodeKey);
  nodes.forEach((node, at) => {
    Object.assign(problems, nodeProblems(node, at));
    if (keys.indexOf(node.nodeKey) < at)
      problems[pathOf(at, "nodeKey")] = flowMessages.faults.twice(node.nodeKey);
    const unknown = node.after.find((key) => !keys.includes(key));
    if (unknown !== undefined) problems[pathOf(at, "after")] = flowMessages.faults.unknownBefore(unknown);
    else if (isInCycle(nodes, node.nodeKey))
      problems[pathOf(at, "after")] = flowMessages.faults.cycle(node.nodeKey);
  });
  return problems;
}

/**
 * Lists a node and its ancestors in topological order, otherwise in the order of the process; the node itself is last.
 * @param process without problems
 * @returns null if there is no such node
 */
export function pathTo({ nodes }: FlowProcessDefinition, nodeKey: string): FlowNodeDefinition[] | null {
  const byKey = new Map(nodes.map((node) => [node.nodeKey, node]));
  const before = new Set<string>();
  const collect = (key: string): void => {
    if (before.has(key)) return;
    before.add(key);
    for (const other of byKey.get(key)?.after ?? []) collect(other);
  };
  if (!byKey.has(nodeKey)) return null;
  collect(nodeKey);
  const left = nodes.filter((node) => before.has(node.nodeKey));
  const path: FlowNodeDefinition[] = [];
  const placed = new Set<string>();
  while (left.length > 0) {
    const at = left.findIndex(({ after }) => after.every((key) => placed.has(key)));
    const [next] = left.splice(at, 1);
    if (at < 0 || !next) throw new Error("stored flow process has a cycle");
    path.push(next);
    placed.add(next.nodeKey);
  }
  return path;
}
