import type { FlowNodeDefinition } from "#contract/flow-process.ts";
import { defaultPlace } from "#contract/limits.ts";
import type { Place } from "#contract/location.ts";
import type { Caller } from "../http/caller.ts";
import type { Kit } from "../kit.ts";
import type { Facts, FlowActivity } from "./facts.ts";
import { activityLink, resolveLink } from "./links.ts";
import type { FlowAction, Path } from "./rules.ts";
import type { FlowStore, Looked } from "./store.ts";

/** What the engine asks of its neighbours. */
export type FlowDoors = {
  placeOfAddress(address: string): Place;
  /** Where a person without a mobile binds one; a full URL. */
  bindLink(): string;
  /** Where a person becomes a verified owner; a full URL. */
  ownerLink(): string;
};
/** What is attempted, or only asked about, by whom. */
export type Asked = {
  readonly activity: FlowActivity;
  readonly action: FlowAction;
  /** The activity's own unless named. */
  readonly nodeKey?: string;
  readonly caller: Pick<Caller, "user" | "address" | "captchaVerifyId">;
};

const nothing: Looked = { signedUp: [], tasks: [], fields: {} };
/** Names of series seldom change. */
const NAMES_FRESH = 60_000;

/** What a path asks for. */
type Wanted = {
  /** Of whose sign-ups it asks; null: the activity's own. */
  readonly steps: readonly (string | null)[];
  readonly fields: readonly string[];
  readonly region: boolean;
  readonly series: boolean;
};
const asksFor = (path: Path, kind: FlowNodeDefinition["kind"]): boolean =>
  path.some((node) => node.kind === kind);
const wantedBy = (path: Path): Wanted => ({
  steps: path.flatMap((node) => (node.kind === "step" ? [node.activityId ?? null] : [])),
  fields: path.flatMap((node) => (node.kind === "field" ? [node.field] : [])),
  region: asksFor(path, "region"),
  series: asksFor(path, "series"),
});

/** Gathers what a path asks for, and no more; at most one statement, none for most processes. */
export function gatherer(kit: Kit, store: FlowStore, doors: FlowDoors) {
  const wantedOf = new WeakMap<Path, Wanted>();
  let names: { readonly at: number; readonly map: Map<string, string> } | null = null;
  const seriesNames = async (): Promise<Map<string, string>> => {
    const now = performance.now();
    if (names === null || now - names.at > NAMES_FRESH) names = { at: now, map: await store.seriesNames() };
    return names.map;
  };
  /** @param extra activities to be looked up beside those that nodes name */
  return async function gather(
    path: Path,
    { activity, caller }: Asked,
    hasCaptcha: boolean | null,
    extra: readonly string[],
  ): Promise<Facts> {
    const known = wantedOf.get(path);
    const wanted = known ?? wantedBy(path);
    if (!known) wantedOf.set(path, wanted);
    const { fields } = wanted;
    const activityIds = [...wanted.steps.map((id) => id ?? activity.activityId), ...extra];
    const userId = caller.user?.userId ?? null;
    const isLookedUp = userId !== null && activityIds.length + fields.length > 0;
    const mobile = isLookedUp && fields.length > 0 ? (caller.user?.mobile ?? null) : null;
    const looked = isLookedUp ? await store.lookUp({ userId, mobile, activityIds, fields }) : nothing;
    const origin = kit.origin();
    return {
      now: kit.clock.now(),
      person: caller.user,
      place: wanted.region ? doors.placeOfAddress(caller.address) : defaultPlace,
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
      bindLink: doors.bindLink(),
      ownerLink: doors.ownerLink(),
      resolveLink: (link) => resolveLink(kit.config, origin, link),
    };
  };
}
