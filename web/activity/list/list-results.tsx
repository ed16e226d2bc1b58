import { Link } from "react-router";
import { Button, Spinner } from "../../ui/form/button.tsx";
import { RemovableChip } from "../../ui/form/chip.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { useSkeleton } from "../../ui/feedback/skeleton.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useInfiniteScroll } from "../../ui/hooks/use-infinite-scroll.ts";
import { ListCard, ListCardSkeleton } from "../card/card.tsx";
import type { ListData } from "./list-data.ts";
import type { CacheEntry } from "../cache/loaded-page-cache.ts";
import { activityMessages } from "../messages.ts";
import { listMessages } from "./list-messages.ts";
import { uiMessages } from "../../ui/messages.ts";
import * as cardCss from "../card/card.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as listPageCss from "./list-page.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Label of an active condition, and the address without it. */
export type ActiveCondition = { label: string; without: string };

type ResultsProps = {
  entry: CacheEntry<ListData>;
  cityName: string;
  conditions: readonly ActiveCondition[];
  /** Address of the next page, for browsers without a script. */
  nextAddress: (cursor: string) => string;
  loadMore: (cursor: string) => Promise<void>;
  retry: () => void;
  chooseCity: () => void;
  /** A filter panel covers the list. */
  isCovered: boolean;
};

/** The list in its four states: loading, failed, empty, ready. */
export function ListResults({ entry, isCovered, ...rest }: ResultsProps) {
  const isSkeleton = useSkeleton(entry.state === "loading");
  if (entry.state === "failed") {
    const { art, title, text } = describeFailure(entry.reason);
    return (
      <div role="alert">
        <EmptyState art={art} title={title} text={text}>
          <Button look="tonal" size="small" onClick={rest.retry}>
            {uiMessages.retry}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (entry.state === "loading" || isSkeleton)
    return (
      <div className={cardCss.list}>
        {isSkeleton && [1, 2, 3, 4].map((index) => <ListCardSkeleton key={index} />)}
        <output className={textCss.visuallyHidden}>{activityMessages.loading}</output>
      </div>
    );
  if (entry.value.items.length === 0) return <NoResults {...rest} />;
  return (
    <div className={cardCss.list} inert={isCovered}>
      <output className={textCss.visuallyHidden}>{listMessages.found(entry.value.total)}</output>
      {entry.value.items.map((activity, index) => (
        <ListCard
          key={activity.activityId}
          activity={activity}
          {...(index === 0 ? { picture: "first" } : index < 4 ? { picture: "eager" } : {})}
        />
      ))}
      <More cursor={entry.value.nextCursor} {...rest} />
    </div>
  );
}

/** No results: the conditions, each removable, and the next actions. */
function NoResults({
  conditions,
  cityName,
  chooseCity,
}: Pick<ResultsProps, "conditions" | "cityName" | "chooseCity">) {
  return (
    <>
      {conditions.length > 0 && (
        <div className={listPageCss.chips}>
          {conditions.map(({ label, without }) => (
            <RemovableChip key={label} to={without} label={label} removeLabel={listMessages.remove(label)} />
          ))}
        </div>
      )}
      <EmptyState title={listMessages.emptyTitle} text={listMessages.emptyText(cityName)}>
        {conditions.length > 0 && (
          <Link
            className={`${controlsCss.button} ${controlsCss.outline} ${controlsCss.small}`}
            to="/list"
            replace
          >
            {listMessages.clear}
          </Link>
        )}
        <Button look="tonal" size="small" onClick={chooseCity}>
          {listMessages.otherCity}
        </Button>
      </EmptyState>
      <output className={textCss.visuallyHidden}>{listMessages.found(0)}</output>
    </>
  );
}

type MoreProps = { cursor: string | null } & Pick<ResultsProps, "nextAddress" | "loadMore">;

/** End of the list: the next page as it comes near, a retry, or the message that there is no more. */
function More({ cursor, nextAddress, loadMore }: MoreProps) {
  const { row, state, loadNext } = useInfiniteScroll(cursor, loadMore);
  if (cursor === null) return <p className={contentCss.more}>{listMessages.end}</p>;
  return (
    <div className={contentCss.more} ref={row}>
      {state === "loading" && (
        <>
          <Spinner />
          {listMessages.loadingMore}
        </>
      )}
      {state === "failed" && (
        <>
          {listMessages.moreFailed}
          <Button look="quiet" size="small" onClick={loadNext}>
            {uiMessages.retry}
          </Button>
        </>
      )}
      {state === "waiting" && (
        <Link
          className={controlsCss.link}
          to={nextAddress(cursor)}
          onClick={(event) => {
            event.preventDefault();
            loadNext();
          }}
        >
          {listMessages.loadMore}
        </Link>
      )}
    </div>
  );
}
