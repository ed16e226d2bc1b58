import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button, Spinner } from "../ui/button.tsx";
import { words } from "./words.ts";

type MoreProps = { cursor: string | null; load: (cursor: string) => Promise<void>; end: string };

/** A list's end: the next page as it comes near, a way to try again, or that there is no more. */
export function More({ cursor, load, end }: MoreProps) {
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
      rootMargin: "600px",
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [cursor]);
  if (cursor === null) return <p className="more cl-end">{end}</p>;
  return (
    <div className="more cl-end" ref={row} aria-live="polite">
      {state === "loading" && (
        <>
          <Spinner />
          {words.loadingMore}
        </>
      )}
      {state === "failed" && words.moreFailed}
      {state !== "loading" && (
        <Button look="quiet" size="small" onClick={go}>
          {state === "failed" ? words.retry : words.loadMore}
        </Button>
      )}
    </div>
  );
}
