import type { Banner } from "#contract/activity/activity.ts";
import type { Send } from "#contract/core/call.ts";
import { onSignedUp } from "../../platform/activity/activity-events.ts";
import { loadBanners, loadActivityPage, locationArgs, type SearchLocation } from "../api.ts";
import { toCardActivity, toTileActivity, type CardActivity, type TileActivity } from "../card/card-facts.ts";
import { searchLocationKey } from "../list/list-query.ts";
import { LoadedPageCache, type CacheSource } from "../cache/loaded-page-cache.ts";
import { offlineCopy } from "../cache/offline-copy.ts";

export type HomeData = {
  banners: readonly Banner[];
  /** Offline activities that have not ended, nearest (or soonest) first. */
  nearby: readonly CardActivity[];
  /** Number of offline activities at the location, at most 999. */
  nearbyTotal: number;
  /** Number of those with an open sign-up, and the distance to the nearest one, metres. */
  open: { count: number; nearest: number | null };
  online: readonly TileActivity[];
};

export const homeCache = new LoadedPageCache<HomeData>(5);
onSignedUp(() => homeCache.expire());
/** Maximum age of the index on a forward navigation, ms. */
export const homeMaxAge = 30_000;

const MAX_NEARBY = 8;
const MAX_ONLINE = 3;
const hasNotEnded = ({ status }: Pick<CardActivity, "status">): boolean => status !== 3;

/** Data of the index. Banners may fail; activities may not. @throws Refusal */
export async function loadHomePage(send: Send, place: SearchLocation): Promise<HomeData> {
  const here = locationArgs(place);
  const [banners, nearby, open, online] = await Promise.all([
    loadBanners(send, place.cityCode).catch(() => []),
    loadActivityPage(send, { ...here, activityType: "localoffline", size: MAX_NEARBY, counted: "1" }),
    loadActivityPage(send, { ...here, activityType: "localoffline", status: 2, size: 1, counted: "1" }),
    loadActivityPage(send, { ...here, activityType: "online", size: MAX_ONLINE }),
  ]);
  return {
    banners,
    nearby: nearby.list.filter(hasNotEnded).map(toCardActivity),
    nearbyTotal: nearby.total ?? nearby.list.length,
    open: { count: open.total ?? open.list.length, nearest: open.list[0]?.distance ?? null },
    online: online.list.filter(hasNotEnded).map(toTileActivity),
  };
}

const withoutDistances = (value: HomeData): HomeData => ({
  ...value,
  nearby: value.nearby.map((activity) => ({ ...activity, distance: null })),
  open: { ...value.open, nearest: null },
});

/** Source of the index for a location. */
export const homeSource = (send: Send, place: SearchLocation): CacheSource<HomeData> => ({
  key: searchLocationKey(place),
  load: () => loadHomePage(send, place),
  copy: offlineCopy(`index ${searchLocationKey({ ...place, isExact: false })}`, withoutDistances),
});
