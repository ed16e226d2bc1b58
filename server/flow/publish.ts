import { isDeepStrictEqual } from "node:util";
import { Refusal } from "#contract/errors.ts";
import { flowProcess, type FlowProcessDefinition, type FlowProcessInput } from "#contract/flow-process.ts";
import type { Kit } from "../kit.ts";
import { graphFaults, type Faults } from "./graph.ts";
import { resolveLink } from "./links.ts";
import type { FlowStore } from "./store.ts";
import { words } from "./words.ts";

type PublishKit = Pick<Kit, "clock" | "config" | "origin">;
const mustHaveNone = (faults: Faults): void => {
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
async function referenceFaults(
  kit: PublishKit,
  store: FlowStore,
  { nodes }: FlowProcessDefinition,
): Promise<Faults> {
  const faults: Faults = {};
  const wanted = nodes.flatMap((node) => (node.kind === "step" ? (node.activityId ?? []) : []));
  const known = await store.known(wanted);
  const series = await store.seriesNames();
  nodes.forEach((node, at) => {
    if (node.taskLink !== undefined && resolveLink(kit.config, kit.origin(), node.taskLink) === null)
      faults[`nodes.${at}.taskLink`] = words.faults.link;
    if (node.kind === "step" && node.activityId !== undefined && !known.has(node.activityId))
      faults[`nodes.${at}.activityId`] = words.faults.unknownActivity;
    const strange = node.kind === "series" ? node.codes.find((code) => !series.has(code)) : undefined;
    if (strange !== undefined) faults[`nodes.${at}.codes`] = words.faults.unknownSeries(strange);
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
export function publisher(kit: PublishKit, store: FlowStore) {
  return async ({
    activityId,
    process,
    isEnabled = true,
  }: NewProcess): Promise<{ processKey: string; version: number }> => {
    const definition = parse(process);
    mustHaveNone(graphFaults(definition));
    const activity = await store.activity(activityId, "any");
    if (!activity) throw new Refusal("notFound", { message: words.unknownActivity });
    const { processKey, nodeKey } = activity;
    if (!definition.nodes.some((node) => node.nodeKey === nodeKey))
      mustHaveNone({ nodes: words.faults.noTarget(nodeKey) });
    mustHaveNone(await referenceFaults(kit, store, definition));
    const now = new Date(kit.clock.now());
    const version = await store.publish({ processKey, activityId, isEnabled }, definition, now);
    if (version === null)
      throw new Refusal("invalid", { fields: { processKey: words.faults.otherActivity } });
    return { processKey, version };
  };
}

/**
 * The same where another process stands than this one, or none. @returns whether it is a new version
 * @throws Refusal as `publisher` does
 */
export const processPutter = (kit: PublishKit, store: FlowStore) => {
  const publish = publisher(kit, store);
  return async (wanted: NewProcess): Promise<"added" | "changed" | "same"> => {
    const standing = await store.activity(wanted.activityId, "any");
    const { processKey = "", process = null } = standing ?? {};
    if (process !== null && process.isEnabled === (wanted.isEnabled ?? true)) {
      const stored = await store.definition(processKey, process.version);
      if (isDeepStrictEqual(stored, JSON.parse(JSON.stringify(parse(wanted.process))))) return "same";
    }
    await publish(wanted);
    return process === null ? "added" : "changed";
  };
};
