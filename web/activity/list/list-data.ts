import type { Activity, Series } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import { limits } from "#contract/core/limits.ts";
import { onSignedUp } from "../../platform/activity/activity-events.ts";
import { countActivities, loadActivityPage, loadSeries, type SearchLocation } from "../api.ts";
import { toCardActivity, type CardActivity } from "../card/card-facts.ts";
import type { ListCounts } from "./filter-chips.tsx";
import { listArgs, listKey, type ListQuery } from "./list-query.ts";
import { LoadedPageCache, type CacheSource } from "../cache/loaded-page-cache.ts";
import { offlineCopy } from "../cache/offline-copy.ts";

/** A list as far as it is loaded. */
export type ListData = {
  items: readonly CardActivity[];
  nextCursor: string | null;
  /** How many in all, at most 999. */
  total: number;
  counts: ListCounts;
};

/** Lists of this visit, with every page loaded. */
export const listCache = new LoadedPageCache<ListData>();
// Seats have changed: the list that is come back to stands as it was left, and is loaded anew.
onSignedUp(() => listCache.expire());
/** The car series, once. */
export const seriesCache = new LoadedPageCache<Series[]>(1);
export const seriesSource = (send: Send): CacheSource<Series[]> => ({
  key: "",
  load: () => loadSeries(send),
  copy: offlineCopy("series"),
});
/** A list shown again by going forward is loaded anew after this, ms; Back leaves it as it was. */
export const listMaxAge = 30_000;

/** Distances that mean nothing to the person, from a city's centre, are not shown. */
const asCards = (list: readonly Activity[], { isExact }: SearchLocation): CardActivity[] =>
  list.map((activity) => toCardActivity(isExact ? activity : { ...activity, distance: null }));

/** The page of a list after `cursor`. @throws Refusal */
export async function loadNextListPage(send: Send, query: ListQuery, place: SearchLocation, cursor: string) {
  const page = await loadActivityPage(send, { ...listArgs(query, place), cursor });
  return { list: asCards(page.list, place), nextCursor: page.nextCursor };
}

/** Which part of a list: after where, and how many. */
type ListSlice = { cursor?: string | undefined; size?: number | undefined };
const capped = (count: number): number => Math.min(999, Math.max(0, count));

/**
 * The first page of a list, or the one after `cursor`, and how many there are of each kind:
 * one count follows from the page's own, at most two more are asked for.
 * @throws Refusal
 */
export async function loadList(
  send: Send,
  query: ListQuery,
  place: SearchLocation,
  { cursor, size }: ListSlice = {},
): Promise<ListData> {
  const { activityType } = query;
  const countOf = (type: "localoffline" | "online") =>
    countActivities(send, listArgs({ ...query, activityType: type }, place));
  const [page, counted] = await Promise.all([
    loadActivityPage(send, {
      ...listArgs(query, place),
      counted: "1",
      ...(cursor !== undefined && { cursor }),
      ...(size !== undefined && { size }),
    }),
    countOf(activityType === "online" ? "localoffline" : "online"),
  ]);
  const total = page.total ?? page.list.length;
  const counts: ListCounts =
    activityType === "online"
      ? { all: capped(total + counted), offline: counted, online: total }
      : activityType === "localoffline"
        ? { all: capped(total + counted), offline: total, online: counted }
        : {
            all: total,
            offline: total < 999 ? capped(total - counted) : await countOf("localoffline"),
            online: counted,
          };
  return { items: asCards(page.list, place), nextCursor: page.nextCursor, total, counts };
}

const withoutPoint = (place: SearchLocation): SearchLocation => ({ ...place, isExact: false });
const withoutDistances = (list: ListData): ListData => ({
  ...list,
  items: list.items.map((item) => ({ ...item, distance: null })),
});
/** As many as are on show, as far as one call gives them; undefined: as many as a page has. */
const sizeOf = (shown: ListData | null): number | undefined =>
  shown && shown.items.length > limits.defaultPageSize
    ? Math.min(limits.maxPageSize, shown.items.length)
    : undefined;

/** A list seen from a place; one that begins further on, come to without the script, is a list of its own. */
export function listSource(
  send: Send,
  query: ListQuery,
  place: SearchLocation,
  cursor?: string,
): CacheSource<ListData> {
  const from = cursor ?? "";
  return {
    key: listKey(query, place) + from,
    load: (shown) => loadList(send, query, place, { cursor, size: sizeOf(shown) }),
    copy: offlineCopy(`list ${listKey(query, withoutPoint(place))}${from}`, withoutDistances),
  };
}

/** A list with its next page; one that came twice, because others were added meanwhile, stands once. */
export function appendListPage(
  list: ListData,
  page: { list: readonly CardActivity[]; nextCursor: string | null },
): ListData {
  const known = new Set(list.items.map(({ activityId }) => activityId));
  const added = page.list.filter(({ activityId }) => !known.has(activityId));
  return { ...list, items: [...list.items, ...added], nextCursor: page.nextCursor };
}
