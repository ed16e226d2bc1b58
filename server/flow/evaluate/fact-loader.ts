import type { FlowNodeDefinition } from "#contract/flow/process.ts";
import { defaultPlace } from "#contract/core/limits.ts";
import type { LocatedPlace } from "#contract/location/location.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { FlowFacts, FlowActivity } from "./facts.ts";
import { activityLink, resolveLink } from "../task-links.ts";
import type { FlowAction, FlowPath } from "./rules.ts";
import type { FlowStore, LookupResult } from "../store.ts";

/** What the engine asks of its neighbours. */
export type FlowPorts = {
  placeOfAddress(address: string): LocatedPlace;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
  /** Where a person becomes a verified owner; a full URL. */
  ownerLink(): string;
};
/** What is attempted, or only asked about, by whom. */
export type FlowRequest = {
  readonly activity: FlowActivity;
  readonly action: FlowAction;
  /** The activity's own unless named. */
  readonly nodeKey?: string;
  readonly caller: Pick<Caller, "user" | "address" | "captchaVerifyId">;
};

const nothing: LookupResult = { signedUp: [], tasks: [], fields: {} };
/** Names of series seldom change. */
const SERIES_NAMES_MAX_AGE = 60_000;

/** What a path asks for. */
type RequiredFacts = {
  /** Of whose sign-ups it asks; null: the activity's own. */
  readonly steps: readonly (string | null)[];
  readonly fields: readonly string[];
  readonly region: boolean;
  readonly series: boolean;
};
const asksFor = (path: FlowPath, kind: FlowNodeDefinition["kind"]): boolean =>
  path.some((node) => node.kind === kind);
const requiredFactsOf = (path: FlowPath): RequiredFacts => ({
  steps: path.flatMap((node) => (node.kind === "step" ? [node.activityId ?? null] : [])),
  fields: path.flatMap((node) => (node.kind === "field" ? [node.field] : [])),
  region: asksFor(path, "region"),
  series: asksFor(path, "series"),
});

/** Gathers what a path asks for, and no more; at most one statement, none for most processes. */
export function factLoader(context: AppContext, store: FlowStore, ports: FlowPorts) {
  const wantedOf = new WeakMap<FlowPath, RequiredFacts>();
  let names: { readonly at: number; readonly map: Map<string, string> } | null = null;
  const seriesNames = async (): Promise<Map<string, string>> => {
    const now = performance.now();
    if (names === null || now - names.at > SERIES_NAMES_MAX_AGE)
      names = { at: now, map: await store.listSeriesNames() };
    return names.map;
  };
  /** @param extra activities to be looked up beside those that nodes name */
  return async function gather(
    path: FlowPath,
    { activity, caller }: FlowRequest,
    hasCaptcha: boolean | null,
    extra: readonly string[],
  ): Promise<FlowFacts> {
    const known = wantedOf.get(path);
    const wanted = known ?? requiredFactsOf(path);
    if (!known) wantedOf.set(path, wanted);
    const { fields } = wanted;
    const activityIds = [...wanted.steps.map((id) => id ?? activity.activityId), ...extra];
    const userId = caller.user?.userId ?? null;
    const isLookedUp = userId !== null && activityIds.length + fields.length > 0;
    const mobile = isLookedUp && fields.length > 0 ? (caller.user?.mobile ?? null) : null;
    const looked = isLookedUp ? await store.lookUp({ userId, mobile, activityIds, fields }) : nothing;
    const origin = context.origin();
    return {
      now: context.clock.now(),
      person: caller.user,
      place: wanted.region ? ports.placeOfAddress(caller.address) : defaultPlace,
      activity,
      hasCaptcha,
      signedUp: new Set(looked.signedUp),
      tasks: new Map(
        looked.tasks.map(({ activityId, title, isOffline, isPublished }) => [
          activityId,
          { title, link: isPublished ? activityLink(origin, activityId, isOffline) : null },
        ]),
      ),
      fields: new Map(Object.entries(looked.fields)),
      seriesNames: wanted.series ? await seriesNames() : new Map(),
      bindLink: ports.bindLink(),
      ownerLink: ports.ownerLink(),
      resolveLink: (link) => resolveLink(context.config, origin, link),
    };
  };
}
