import { isDeepStrictEqual } from "node:util";
import { Refusal } from "#contract/core/errors.ts";
import { flowProcess, type FlowProcessDefinition, type FlowProcessInput } from "#contract/flow/process.ts";
import type { AppContext } from "../../core/app-context.ts";
import { graphProblems, type ProcessProblems } from "../process-graph.ts";
import { resolveLink } from "../task-links.ts";
import type { FlowStore } from "../store.ts";
import { flowMessages } from "../messages.ts";

type PublishContext = Pick<AppContext, "clock" | "config" | "origin">;
const throwOnProblems = (problems: ProcessProblems): void => {
  if (Object.keys(problems).length > 0) throw new Refusal("invalid", { fields: problems });
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

/** Finds problems of references to activities, series and links. */
async function referenceProblems(
  context: PublishContext,
  store: FlowStore,
  { nodes }: FlowProcessDefinition,
): Promise<ProcessProblems> {
  const problems: ProcessProblems = {};
  const activityIds = nodes.flatMap((node) => (node.kind === "step" ? (node.activityId ?? []) : []));
  const known = await store.findExistingActivities(activityIds);
  const series = await store.listSeriesNames();
  nodes.forEach((node, at) => {
    if (node.taskLink !== undefined && resolveLink(context.config, context.origin(), node.taskLink) === null)
      problems[`nodes.${at}.taskLink`] = flowMessages.faults.link;
    if (node.kind === "step" && node.activityId !== undefined && !known.has(node.activityId))
      problems[`nodes.${at}.activityId`] = flowMessages.faults.unknownActivity;
    const unknown = node.kind === "series" ? node.codes.find((code) => !series.has(code)) : undefined;
    if (unknown !== undefined) problems[`nodes.${at}.codes`] = flowMessages.faults.unknownSeries(unknown);
  });
  return problems;
}

/** A process to publish. */
export type NewProcess = {
  readonly activityId: string;
  readonly process: FlowProcessInput;
  /** Default true. A process that is not enabled refuses with 609. */
  readonly isEnabled?: boolean;
};

/**
 * Stores a process as the next version of its activity's process. It applies to all requests that begin afterwards;
 * requests in progress end with the version that they began with.
 * @throws Refusal "invalid" with a message per path; "notFound" for an unknown activity
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
 * Publishes a process unless the same one is stored already. @returns "same" if nothing was stored
 * @throws Refusal as `processPublisher` does
 */
export const processUpserter = (context: PublishContext, store: FlowStore) => {
  const publish = processPublisher(context, store);
  return async (given: NewProcess): Promise<"added" | "changed" | "same"> => {
    const stored = await store.findActivity(given.activityId, "any");
    const { processKey = "", process = null } = stored ?? {};
    if (process !== null && process.isEnabled === (given.isEnabled ?? true)) {
      const definition = await store.findDefinition(processKey, process.version);
      if (isDeepStrictEqual(definition, JSON.parse(JSON.stringify(parse(given.process))))) return "same";
    }
    await publish(given);
    return process === null ? "added" : "changed";
  };
};
