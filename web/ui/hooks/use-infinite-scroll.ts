import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Distance below the visible part at which the next page is loaded. */
const PRELOAD_MARGIN = "600px";

/**
 * Loads a list's next page when its last row comes near; after a failure `go` retries.
 * @param cursor null if there are no more pages
 */
export function useInfiniteScroll(cursor: string | null, load: (cursor: string) => Promise<void>) {
  const row = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"waiting" | "loading" | "failed">("waiting");
  const loadNext = () => {
    if (cursor === null || state === "loading") return;
    setState("loading");
    load(cursor).then(
      () => setState("waiting"),
      () => setState("failed"),
    );
  };
  const onNear = useEffectEvent(() => {
    if (state === "waiting") loadNext();
  });
  useEffect(() => {
    if (!row.current || cursor === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: PRELOAD_MARGIN,
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [cursor]);
  return { row, state, loadNext };
}
