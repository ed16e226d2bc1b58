import type { Banner } from "#contract/activity.ts";
import type { Send } from "#contract/call.ts";
import { onSignedUp } from "../platform/changed.ts";
import { loadBanners, loadPage, placeArgs, type Place } from "./api.ts";
import { asCard, asTile, type CardActivity, type TileActivity } from "./card-facts.ts";
import { placeKey } from "./list-query.ts";
import { KeptPages, type Source } from "./list-store.ts";
import { offlineCopy } from "./offline-copy.ts";

export type IndexValue = {
  banners: readonly Banner[];
  /** Offline activities that have not ended, nearest (or soonest) first. */
  nearby: readonly CardActivity[];
  /** All offline ones of the place, at most 999. */
  nearbyTotal: number;
  /** How many of them one can sign up for now, and how far the nearest is, metres. */
  open: { count: number; nearest: number | null };
  online: readonly TileActivity[];
};

export const indexes = new KeptPages<IndexValue>(5);
onSignedUp(() => indexes.expire());
/** The index come to again by going forward is loaded anew after this, ms. */
export const indexAge = 30_000;

const nearbyMost = 8;
const onlineMost = 3;
const hasNotEnded = ({ status }: Pick<CardActivity, "status">): boolean => status !== 3;

/** Everything the index shows. Without banners it is still a page; without activities it is none. @throws Refusal */
export async function loadIndex(send: Send, place: Place): Promise<IndexValue> {
  const here = placeArgs(place);
  const [banners, nearby, open, online] = await Promise.all([
    loadBanners(send, place.cityCode).catch(() => []),
    loadPage(send, { ...here, activityType: "localoffline", size: nearbyMost, counted: "1" }),
    loadPage(send, { ...here, activityType: "localoffline", status: 2, size: 1, counted: "1" }),
    loadPage(send, { ...here, activityType: "online", size: onlineMost }),
  ]);
  return {
    banners,
    nearby: nearby.list.filter(hasNotEnded).map(asCard),
    nearbyTotal: nearby.total ?? nearby.list.length,
    open: { count: open.total ?? open.list.length, nearest: open.list[0]?.distance ?? null },
    online: online.list.filter(hasNotEnded).map(asTile),
  };
}

const withoutDistances = (value: IndexValue): IndexValue => ({
  ...value,
  nearby: value.nearby.map((activity) => ({ ...activity, distance: null })),
  open: { ...value.open, nearest: null },
});

/** The index seen from a place. */
export const indexSource = (send: Send, place: Place): Source<IndexValue> => ({
  key: placeKey(place),
  load: () => loadIndex(send, place),
  copy: offlineCopy(`index ${placeKey({ ...place, isExact: false })}`, withoutDistances),
});
