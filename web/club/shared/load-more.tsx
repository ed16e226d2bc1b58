import { Button, Spinner } from "../../ui/form/button.tsx";
import { useInfiniteScroll } from "../../ui/hooks/use-infinite-scroll.ts";
import { clubMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as feedCss from "../feed/feed.module.css";

type LoadMoreProps = { cursor: string | null; load: (cursor: string) => Promise<void>; end: string };

/** End of a list: loads the next page when it scrolls near, offers a retry, or says that there is no more. */
export function LoadMore({ cursor, load, end }: LoadMoreProps) {
  const { row, state, loadNext } = useInfiniteScroll(cursor, load);
  if (cursor === null) return <p className={`${contentCss.more} ${feedCss.end}`}>{end}</p>;
  return (
    <div className={`${contentCss.more} ${feedCss.end}`} ref={row} aria-live="polite">
      {state === "loading" && (
        <>
          <Spinner />
          {clubMessages.loadingMore}
        </>
      )}
      {state === "failed" && clubMessages.moreFailed}
      {state !== "loading" && (
        <Button look="quiet" size="small" onClick={loadNext}>
          {state === "failed" ? clubMessages.retry : clubMessages.loadMore}
        </Button>
      )}
    </div>
  );
}
