import type { FlowNodeDefinition, FlowProcessDefinition } from "#contract/flow/process.ts";
import { flowMessages } from "./messages.ts";

/** By place within the process, what is wrong there: {"nodes.2.after": "…"}. */
export type ProcessProblems = Record<string, string>;

/** Keys of nodes that the engine adds itself. */
export const BASE_PREFIX = "base-";

const placeOf = (at: number, name: keyof FlowNodeDefinition): string => `nodes.${at}.${name}`;

/** What a node says of itself that cannot be. */
function nodeProblems(node: FlowNodeDefinition, at: number): ProcessProblems {
  const faults: ProcessProblems = {};
  if (node.nodeKey.startsWith(BASE_PREFIX)) faults[placeOf(at, "nodeKey")] = flowMessages.faults.reserved;
  if (node.kind === "window" && node.from !== undefined && node.to !== undefined)
    if (Date.parse(node.to) <= Date.parse(node.from))
      faults[`nodes.${at}.to`] = flowMessages.faults.emptyWindow;
  if (node.kind === "field" && node.oneOf === undefined && node.atLeast === undefined)
    faults[`nodes.${at}.oneOf`] = flowMessages.faults.noCondition;
  // A step leads to its activity by itself, a missing mobile to the binding page.
  const hasOwnLink = node.kind === "step" || node.kind === "mobile";
  if (node.answer === "task" && node.taskLink === undefined && !hasOwnLink)
    faults[placeOf(at, "taskLink")] = flowMessages.faults.noTaskLink;
  return faults;
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
 * What is wrong with a process as a graph: repeated and unknown keys, cycles, conditions that ask
 * for nothing. Empty where it may be stored.
 */
export function graphProblems({ nodes }: FlowProcessDefinition): ProcessProblems {
  const faults: ProcessProblems = {};
  const keys = nodes.map(({ nodeKey }) => nodeKey);
  nodes.forEach((node, at) => {
    Object.assign(faults, nodeProblems(node, at));
    if (keys.indexOf(node.nodeKey) < at)
      faults[placeOf(at, "nodeKey")] = flowMessages.faults.twice(node.nodeKey);
    const unknown = node.after.find((key) => !keys.includes(key));
    if (unknown !== undefined) faults[placeOf(at, "after")] = flowMessages.faults.unknownBefore(unknown);
    else if (isInCycle(nodes, node.nodeKey))
      faults[placeOf(at, "after")] = flowMessages.faults.cycle(node.nodeKey);
  });
  return faults;
}

/**
 * The nodes that come before a node, and itself last: each after those it comes after, otherwise
 * as they are listed. Null where there is no such node. Of a process without faults.
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
    if (at < 0 || !next) throw new Error("a stored process has a cycle");
    path.push(next);
    placed.add(next.nodeKey);
  }
  return path;
}
