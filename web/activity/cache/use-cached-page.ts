import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { useNavigationType } from "react-router";
import { pageAgeOf } from "../../platform/page-load/hydration.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { readyEntry, type CacheEntry, type LoadedPageCache, type CacheSource } from "./loaded-page-cache.ts";

type CachedPageOptions<T> = {
  store: LoadedPageCache<T>;
  source: CacheSource<T>;
  /** Server-rendered value and its time (ms since epoch); null after a client navigation. */
  rendered: T | null;
  renderedAt: number | null;
  /** Maximum age in ms on a forward navigation. */
  age: number;
};

const loading = { state: "loading" } as const;

/** Entry of a key: at first the server-rendered value, then the values that this visit loads. */
export function useCachedPage<T>({
  store,
  source,
  rendered,
  renderedAt,
  age,
}: CachedPageOptions<T>): CacheEntry<T> {
  const { key } = source;
  const first = useMemo<CacheEntry<T>>(
    () => (rendered === null ? loading : readyEntry(rendered, renderedAt ?? 0)),
    [rendered, renderedAt],
  );
  const entry = useSyncExternalStore(
    store.subscribe,
    () => store.get(key) ?? first,
    () => first,
  );
  const isForward = useNavigationType() !== "POP";
  const start = useEffectEvent(() => {
    if (first.state === "ready") store.seed(source, first);
    store.refresh(source, isForward ? age : Infinity);
    if (renderedAt === null) return;
    // A page from the service worker's cache is reloaded.
    void pageAgeOf(renderedAt).then((found) => found !== "fresh" && store.refresh(source, 0));
  });
  useEffect(() => start(), [key]);
  const isOffline = entry.state === "ready" ? entry.isOffline : entry.state === "failed";
  const retry = useEffectEvent(() => store.refresh(source, Infinity));
  useEffect(() => (isOffline ? onReconnect(() => retry()) : undefined), [isOffline]);
  return entry;
}
