import { useEffect, useEffectEvent, useRef, useState } from "react";

/** Distance below the visible part at which the next page is loaded. */
const NEAR = "600px";

/**
 * Loads a list's next page when its last row comes near; after a failure `go` retries.
 * @param cursor null if there are no more pages
 */
export function useInfiniteScroll(cursor: string | null, load: (cursor: string) => Promise<void>) {
  const row = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"waiting" | "loading" | "failed">("waiting");
  const go = () => {
    if (cursor === null || state === "loading") return;
    setState("loading");
    load(cursor).then(
      () => setState("waiting"),
      () => setState("failed"),
    );
  };
  const near = useEffectEvent(() => {
    if (state === "waiting") go();
  });
  useEffect(() => {
    if (!row.current || cursor === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: NEAR,
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [cursor]);
  return { row, state, go };
}
