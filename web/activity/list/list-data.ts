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

/** Loaded part of a list. */
export type ListData = {
  items: readonly CardActivity[];
  nextCursor: string | null;
  /** Total number, at most 999. */
  total: number;
  counts: ListCounts;
  /** Name of the district that the list is narrowed to; absent: the whole city. */
  districtName?: string | undefined;
};

/** Lists of this visit with all their loaded pages. */
export const listCache = new LoadedPageCache<ListData>();
// A sign-up changes the seats: lists stay as they are and are reloaded in the background.
onSignedUp(() => listCache.expire());
/** Car series, loaded once. */
export const seriesCache = new LoadedPageCache<Series[]>(1);
export const seriesSource = (send: Send): CacheSource<Series[]> => ({
  key: "",
  load: () => loadSeries(send),
  copy: offlineCopy("series"),
});
/** Maximum age of a list on a forward navigation, ms; Back restores it unchanged. */
export const listMaxAge = 30_000;

/** Hides distances that are measured from a city's centre, since they say nothing about the person. */
const asCards = (list: readonly Activity[], { isExact }: SearchLocation): CardActivity[] =>
  list.map((activity) => toCardActivity(isExact ? activity : { ...activity, distance: null }));

/** Page of a list after `cursor`. @throws Refusal */
export async function loadNextListPage(send: Send, query: ListQuery, place: SearchLocation, cursor: string) {
  const page = await loadActivityPage(send, { ...listArgs(query, place), cursor });
  return { list: asCards(page.list, place), nextCursor: page.nextCursor };
}

/** Part of a list: the cursor to start after, and the number of items. */
type ListSlice = { cursor?: string | undefined; size?: number | undefined };
const capped = (count: number): number => Math.min(999, Math.max(0, count));

/**
 * First page of a list, or the one after `cursor`, with the number of activities per type: one count follows
 * from the page, at most two more are requested.
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
  return {
    items: asCards(page.list, place),
    nextCursor: page.nextCursor,
    total,
    counts,
    districtName: page.districtName,
  };
}

const withoutPoint = (place: SearchLocation): SearchLocation => ({ ...place, isExact: false });
const withoutDistances = (list: ListData): ListData => ({
  ...list,
  items: list.items.map((item) => ({ ...item, distance: null })),
});
/** Number of items on the screen, up to the limit of one call; undefined for the default page size. */
const sizeOf = (shown: ListData | null): number | undefined =>
  shown && shown.items.length > limits.defaultPageSize
    ? Math.min(limits.maxPageSize, shown.items.length)
    : undefined;

/**
 * Source of a list for a location. A list that starts at a cursor, as without a script, has a key of its own.
 */
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

/** Appends a page to a list without duplicates, which occur when activities were added meanwhile. */
export function appendListPage(
  list: ListData,
  page: { list: readonly CardActivity[]; nextCursor: string | null },
): ListData {
  const known = new Set(list.items.map(({ activityId }) => activityId));
  const added = page.list.filter(({ activityId }) => !known.has(activityId));
  return { ...list, items: [...list.items, ...added], nextCursor: page.nextCursor };
}
