import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Send } from "#contract/core/call.ts";
import { isServerUnreachable } from "../../platform/http/network-errors.ts";
import { pageAgeOf } from "../../platform/page-load/hydration.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { loadDetail, type DetailData, type DetailOptions } from "./detail-data.ts";
import { offlineCopy } from "../cache/offline-copy.ts";

/** What the page shows. */
export type DetailPageData = DetailData & {
  /** When the server rendered it, ms; null for what the browser loaded, and for a draft. */
  readonly renderedAt: number | null;
  /** When the server said it, ms, where no newer one could be reached (requirement Q13). */
  readonly fetchedAt: number | null;
};

/** Without the way to the person. */
const withoutDistance = ({ activity, series }: DetailData): DetailData => ({
  activity: { ...activity, distance: null },
  series,
});
const detailKey = (id: string): string => `detail ${id}`;

/** What is on show now: it stays where the same one can not be loaded again. */
let currentDetail: DetailPageData | null = null;

/** As `loadDetail`; without a network what is on show, or what was kept (requirement Q13). */
export async function loadDetailOrOfflineCopy(
  send: Send,
  id: string,
  wish: DetailOptions,
): Promise<DetailPageData> {
  const loading = loadDetail(send, id, wish);
  if (wish.draft) return { ...(await loading), renderedAt: null, fetchedAt: null };
  // Nothing of the first screen needs the database: it comes while the answer is on its way.
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
 * Keeps what the server rendered, finds out whether a newer one can be reached, and loads that
 * when the network is there again.
 * @returns since when what is on show stands, ms; null while it is fresh
 */
export function useOfflineTimestamp(shown: DetailPageData): number | null {
  const { renderedAt } = shown;
  const { revalidate } = useRevalidator();
  /** The rendering that nothing newer could be reached for. */
  const [stale, setStale] = useState<number | null>(null);
  useEffect(() => {
    currentDetail = shown;
    return () => {
      currentDetail = null;
    };
  }, [shown]);
  useEffect(() => {
    if (shown.renderedAt === null) return;
    offlineCopy(detailKey(shown.activity.activityId), withoutDistance).keep(shown, shown.renderedAt);
    void pageAgeOf(shown.renderedAt).then((age) => age === "unreached" && setStale(shown.renderedAt));
  }, [shown]);
  const fetchedAt = shown.fetchedAt ?? (stale === renderedAt ? renderedAt : null);
  const isStale = fetchedAt !== null;
  useEffect(() => (isStale ? onReconnect(() => void revalidate()) : undefined), [isStale, revalidate]);
  return fetchedAt;
}
