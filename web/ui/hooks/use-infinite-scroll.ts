import { useEffect, useEffectEvent, useRef, useState } from "react";

/** So far below what is seen, the next page is asked for. */
const NEAR = "600px";

/**
 * Asks for a list's next page when its last row comes near; where that fails, `go` tries again.
 * @param cursor null where there is no more
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
