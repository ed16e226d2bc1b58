import { isDeepStrictEqual } from "node:util";
import { Refusal } from "#contract/core/errors.ts";
import { flowProcess, type FlowProcessDefinition, type FlowProcessInput } from "#contract/flow/process.ts";
import type { AppContext } from "../../core/app-context.ts";
import { graphProblems, type ProcessProblems } from "../process-graph.ts";
import { resolveLink } from "../task-links.ts";
import type { FlowStore } from "../store.ts";
import { flowMessages } from "../messages.ts";

type PublishContext = Pick<AppContext, "clock" | "config" | "origin">;
const throwOnProblems = (faults: ProcessProblems): void => {
  if (Object.keys(faults).length > 0) throw new Refusal("invalid", { fields: faults });
};

function parse(input: FlowProcessInput): FlowProcessDefinition {
  const parsed = flowProcess.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Refusal("invalid", {
    fields: Object.fromEntries(
      parsed.error.issues.map(({ path, message }) => [path.map(String).join(".") || "nodes", message]),
    ),
  });
}

/** Faults of what a process names outside of itself: activities, series, links. */
async function referenceProblems(
  context: PublishContext,
  store: FlowStore,
  { nodes }: FlowProcessDefinition,
): Promise<ProcessProblems> {
  const faults: ProcessProblems = {};
  const wanted = nodes.flatMap((node) => (node.kind === "step" ? (node.activityId ?? []) : []));
  const known = await store.findExistingActivities(wanted);
  const series = await store.listSeriesNames();
  nodes.forEach((node, at) => {
    if (node.taskLink !== undefined && resolveLink(context.config, context.origin(), node.taskLink) === null)
      faults[`nodes.${at}.taskLink`] = flowMessages.faults.link;
    if (node.kind === "step" && node.activityId !== undefined && !known.has(node.activityId))
      faults[`nodes.${at}.activityId`] = flowMessages.faults.unknownActivity;
    const strange = node.kind === "series" ? node.codes.find((code) => !series.has(code)) : undefined;
    if (strange !== undefined) faults[`nodes.${at}.codes`] = flowMessages.faults.unknownSeries(strange);
  });
  return faults;
}

/** A process as its operator hands it over. */
export type NewProcess = {
  readonly activityId: string;
  readonly process: FlowProcessInput;
  /** A process that is not enabled answers 609; default: enabled. */
  readonly isEnabled?: boolean;
};

/**
 * Stores a process as the next version of its activity's; from the answer on it judges every new
 * request, while one under way ends by the version it began with.
 * @throws Refusal "invalid" with a message for every faulty place; "notFound" for an unknown activity
 */
export function processPublisher(context: PublishContext, store: FlowStore) {
  return async ({
    activityId,
    process,
    isEnabled = true,
  }: NewProcess): Promise<{ processKey: string; version: number }> => {
    const definition = parse(process);
    throwOnProblems(graphProblems(definition));
    const activity = await store.findActivity(activityId, "any");
    if (!activity) throw new Refusal("notFound", { message: flowMessages.unknownActivity });
    const { processKey, nodeKey } = activity;
    if (!definition.nodes.some((node) => node.nodeKey === nodeKey))
      throwOnProblems({ nodes: flowMessages.faults.noTarget(nodeKey) });
    throwOnProblems(await referenceProblems(context, store, definition));
    const now = new Date(context.clock.now());
    const version = await store.publish({ processKey, activityId, isEnabled }, definition, now);
    if (version === null)
      throw new Refusal("invalid", { fields: { processKey: flowMessages.faults.otherActivity } });
    return { processKey, version };
  };
}

/**
 * The same where another process stands than this one, or none. @returns whether it is a new version
 * @throws Refusal as `publisher` does
 */
export const processUpserter = (context: PublishContext, store: FlowStore) => {
  const publish = processPublisher(context, store);
  return async (wanted: NewProcess): Promise<"added" | "changed" | "same"> => {
    const standing = await store.findActivity(wanted.activityId, "any");
    const { processKey = "", process = null } = standing ?? {};
    if (process !== null && process.isEnabled === (wanted.isEnabled ?? true)) {
      const stored = await store.findDefinition(processKey, process.version);
      if (isDeepStrictEqual(stored, JSON.parse(JSON.stringify(parse(wanted.process))))) return "same";
    }
    await publish(wanted);
    return process === null ? "added" : "changed";
  };
};
