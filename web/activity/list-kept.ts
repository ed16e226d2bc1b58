import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { useNavigationType } from "react-router";
import { ageOf } from "../platform/hydration.ts";
import { onReturn } from "../platform/network.ts";
import { ready, type Entry, type KeptPages, type Source } from "./list-store.ts";

type KeptOptions<T> = {
  store: KeptPages<T>;
  source: Source<T>;
  /** What the server rendered, and when (ms since epoch); null on a client navigation. */
  rendered: T | null;
  renderedAt: number | null;
  /** How old, ms, it may be when come to by going forward. */
  age: number;
};

const loading = { state: "loading" } as const;

/** What is kept under a key: the server's rendering first, then whatever the visit loads. */
export function useKept<T>({ store, source, rendered, renderedAt, age }: KeptOptions<T>): Entry<T> {
  const { key } = source;
  const first = useMemo<Entry<T>>(
    () => (rendered === null ? loading : ready(rendered, renderedAt ?? 0)),
    [rendered, renderedAt],
  );
  const entry = useSyncExternalStore(
    store.subscribe,
    () => store.get(key) ?? first,
    () => first,
  );
  const isForward = useNavigationType() !== "POP";
  const settle = useEffectEvent(() => {
    if (first.state === "ready") store.seed(source, first);
    store.refresh(source, isForward ? age : Infinity);
    if (renderedAt === null) return;
    // What came out of the service worker is read again.
    void ageOf(renderedAt).then((found) => found !== "fresh" && store.refresh(source, 0));
  });
  useEffect(() => settle(), [key]);
  const isUnreached = entry.state === "ready" ? entry.isOffline : entry.state === "failed";
  const again = useEffectEvent(() => store.refresh(source, Infinity));
  useEffect(() => (isUnreached ? onReturn(() => again()) : undefined), [isUnreached]);
  return entry;
}
