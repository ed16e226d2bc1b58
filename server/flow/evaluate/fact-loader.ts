import type { FlowNodeDefinition } from "#contract/flow/process.ts";
import { defaultPlace } from "#contract/core/limits.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { FlowFacts, FlowActivity } from "./facts.ts";
import { activityLink, resolveLink } from "../task-links.ts";
import type { FlowAction, FlowPath } from "./rules.ts";
import type { FlowStore, LookupResult } from "../store.ts";

/** Interfaces of other modules that the engine depends on. */
export type FlowPorts = {
  placeOfAddress(address: string): LocatedPlace;
  /** URL of the page where a person binds a mobile. */
  bindLink(): string;
  /** URL of the page where a person becomes a verified owner. */
  ownerLink(): string;
};
/** An action of a caller, attempted or only asked about. */
export type FlowRequest = {
  readonly activity: FlowActivity;
  readonly action: FlowAction;
  /** Default: the activity's own node. */
  readonly nodeKey?: string;
  readonly caller: Pick<Caller, "user" | "address" | "captchaVerifyId">;
};

const nothing: LookupResult = { signedUp: [], tasks: [], fields: {} };
/** Time for which names of series are cached, ms. */
const SERIES_NAMES_MAX_AGE = 60_000;

/** The facts that the nodes of a path need. */
type RequiredFacts = {
  /** Activities whose sign-up is a condition; null: the evaluated activity. */
  readonly steps: readonly (string | null)[];
  readonly fields: readonly string[];
  readonly region: boolean;
  readonly series: boolean;
};
const hasKind = (path: FlowPath, kind: FlowNodeDefinition["kind"]): boolean =>
  path.some((node) => node.kind === kind);
const requiredFactsOf = (path: FlowPath): RequiredFacts => ({
  steps: path.flatMap((node) => (node.kind === "step" ? [node.activityId ?? null] : [])),
  fields: path.flatMap((node) => (node.kind === "field" ? [node.field] : [])),
  region: hasKind(path, "region"),
  series: hasKind(path, "series"),
});

/** Loads the facts that a path needs, with at most one statement, and none for most processes. */
export function factLoader(context: AppContext, store: FlowStore, ports: FlowPorts) {
  const requiredByPath = new WeakMap<FlowPath, RequiredFacts>();
  let names: { readonly at: number; readonly map: Map<string, string> } | null = null;
  const seriesNames = async (): Promise<Map<string, string>> => {
    const now = performance.now();
    if (names === null || now - names.at > SERIES_NAMES_MAX_AGE)
      names = { at: now, map: await store.listSeriesNames() };
    return names.map;
  };
  /** @param extra activities to look up in addition to those that nodes name */
  return async function loadFacts(
    path: FlowPath,
    { activity, caller }: FlowRequest,
    hasCaptcha: boolean | null,
    extra: readonly string[],
  ): Promise<FlowFacts> {
    const cached = requiredByPath.get(path);
    const required = cached ?? requiredFactsOf(path);
    if (!cached) requiredByPath.set(path, required);
    const { fields } = required;
    const activityIds = [...required.steps.map((id) => id ?? activity.activityId), ...extra];
    const userId = caller.user?.userId ?? null;
    const isLookedUp = userId !== null && activityIds.length + fields.length > 0;
    const mobile = isLookedUp && fields.length > 0 ? (caller.user?.mobile ?? null) : null;
    const found = isLookedUp ? await store.lookUp({ userId, mobile, activityIds, fields }) : nothing;
    const origin = context.origin();
    return {
      now: context.clock.now(),
      person: caller.user,
      place: required.region ? ports.placeOfAddress(caller.address) : defaultPlace,
      activity,
      hasCaptcha,
      signedUp: new Set(found.signedUp),
      tasks: new Map(
        found.tasks.map(({ activityId, title, isOffline, isPublished }) => [
          activityId,
          { title, link: isPublished ? activityLink(origin, activityId, isOffline) : null },
        ]),
      ),
      fields: new Map(Object.entries(found.fields)),
      seriesNames: required.series ? await seriesNames() : new Map(),
      bindLink: ports.bindLink(),
      ownerLink: ports.ownerLink(),
      resolveLink: (link) => resolveLink(context.config, origin, link),
    };
  };
}
