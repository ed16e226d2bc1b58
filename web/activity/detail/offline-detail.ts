import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Send } from "#contract/core/call.ts";
import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { pageAgeOf } from "../../platform/page-load/hydration.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { loadDetail, type DetailData, type DetailOptions } from "./detail-data.ts";
import { offlineCopy } from "../cache/offline-copy.ts";

/** Data of the page. */
export type DetailPageData = DetailData & {
  /** Time of the server's rendering, ms; null for data that the browser loaded, and for a draft. */
  readonly renderedAt: number | null;
  /** Time of the server's answer, ms, if no newer one could be reached (requirement Q13). */
  readonly fetchedAt: number | null;
};

/** Removes the distance to the person before the data is stored. */
const withoutDistance = ({ activity, series }: DetailData): DetailData => ({
  activity: { ...activity, distance: null },
  series,
});
const detailKey = (id: string): string => `detail ${id}`;

/** Data on the screen: stays if the same activity cannot be reloaded. */
let currentDetail: DetailPageData | null = null;

/** As `loadDetail`; without a network the data on the screen, or the offline copy (requirement Q13). */
export async function loadDetailOrOfflineCopy(
  send: Send,
  id: string,
  options: DetailOptions,
): Promise<DetailPageData> {
  const loading = loadDetail(send, id, options);
  if (options.draft) return { ...(await loading), renderedAt: null, fetchedAt: null };
  // The first screen does not need the database, so its script loads while the request runs.
  loading.catch(() => {});
  const cache = await import("../../platform/storage/response-cache.ts").catch(() => null);
  try {
    const { answer, fetchedAt } = cache
      ? await cache.networkFirst(detailKey(id), () => loading, withoutDistance)
      : { answer: await loading, fetchedAt: null };
    return { ...answer, renderedAt: null, fetchedAt };
  } catch (error) {
    if (!isServerUnreachable(error) || currentDetail?.activity.activityId !== id) throw error;
    return { ...currentDetail, fetchedAt: currentDetail.fetchedAt ?? currentDetail.renderedAt };
  }
}

/**
 * Stores the server-rendered data, checks whether newer data can be reached, and reloads once the network is
 * back.
 * @returns time of the data on the screen, ms; null while it is up to date
 */
export function useOfflineTimestamp(shown: DetailPageData): number | null {
  const { renderedAt } = shown;
  const { revalidate } = useRevalidator();
  /** Time of the rendering for which no newer data could be reached. */
  const [stale, setStale] = useState<number | null>(null);
  useEffect(() => {
    currentDetail = shown;
    return () => {
      currentDetail = null;
    };
  }, [shown]);
  useEffect(() => {
    if (shown.renderedAt === null) return;
    offlineCopy(detailKey(shown.activity.activityId), withoutDistance).save(shown, shown.renderedAt);
    void pageAgeOf(shown.renderedAt).then((age) => age === "unreached" && setStale(shown.renderedAt));
  }, [shown]);
  const fetchedAt = shown.fetchedAt ?? (stale === renderedAt ? renderedAt : null);
  const isStale = fetchedAt !== null;
  useEffect(() => (isStale ? onReconnect(() => void revalidate()) : undefined), [isStale, revalidate]);
  return fetchedAt;
}
