import { Button, Spinner } from "../ui/button.tsx";
import { useNearEnd } from "../ui/use-near-end.ts";
import { words } from "./words.ts";

type MoreProps = { cursor: string | null; load: (cursor: string) => Promise<void>; end: string };

/** A list's end: the next page as it comes near, a way to try again, or that there is no more. */
export function More({ cursor, load, end }: MoreProps) {
  const { row, state, go } = useNearEnd(cursor, load);
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
