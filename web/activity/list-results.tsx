import { Link } from "react-router";
import { Button, Spinner } from "../ui/button.tsx";
import { RemovableChip } from "../ui/chip.tsx";
import { failureOf } from "../ui/failure.ts";
import { useSkeleton } from "../ui/skeleton.tsx";
import { Empty } from "../ui/states.tsx";
import { useNearEnd } from "../ui/use-near-end.ts";
import { ListCard, ListCardSkeleton } from "./card.tsx";
import type { ListValue } from "./list-data.ts";
import type { Entry } from "./list-store.ts";
import { words } from "./words.ts";

/** A condition that stands, and the address without it. */
export type Condition = { label: string; without: string };

type ResultsProps = {
  entry: Entry<ListValue>;
  cityName: string;
  conditions: readonly Condition[];
  /** The address of the next page, for a browser without the script. */
  nextAddress: (cursor: string) => string;
  loadMore: (cursor: string) => Promise<void>;
  retry: () => void;
  chooseCity: () => void;
  /** A filter's panel lies over the list. */
  isCovered: boolean;
};

/** The list in its four states: coming, failed, empty, there. */
export function Results({ entry, isCovered, ...rest }: ResultsProps) {
  const isSkeleton = useSkeleton(entry.state === "loading");
  if (entry.state === "failed") {
    const { art, title, text } = failureOf(entry.reason);
    return (
      <div role="alert">
        <Empty art={art} title={title} text={text}>
          <Button look="tonal" size="small" onClick={rest.retry}>
            {words.list.retry}
          </Button>
        </Empty>
      </div>
    );
  }
  if (entry.state === "loading" || isSkeleton)
    return (
      <div className="lst">
        {isSkeleton && [1, 2, 3, 4].map((place) => <ListCardSkeleton key={place} />)}
        <output className="sr">{words.list.loading}</output>
      </div>
    );
  if (entry.value.items.length === 0) return <NoResults {...rest} />;
  return (
    <div className="lst" inert={isCovered}>
      <output className="sr">{words.list.found(entry.value.total)}</output>
      {entry.value.items.map((activity, place) => (
        <ListCard
          key={activity.activityId}
          activity={activity}
          {...(place === 0 ? { picture: "first" } : place < 4 ? { picture: "eager" } : {})}
        />
      ))}
      <More cursor={entry.value.nextCursor} {...rest} />
    </div>
  );
}

/** Nothing found: what was asked for, each to take away, and ways out. */
function NoResults({
  conditions,
  cityName,
  chooseCity,
}: Pick<ResultsProps, "conditions" | "cityName" | "chooseCity">) {
  return (
    <>
      {conditions.length > 0 && (
        <div className="stabs">
          {conditions.map(({ label, without }) => (
            <RemovableChip key={label} to={without} label={label} removeLabel={words.list.remove(label)} />
          ))}
        </div>
      )}
      <Empty title={words.list.emptyTitle} text={words.list.emptyText(cityName)}>
        {conditions.length > 0 && (
          <Link className="btn o sm" to="/list" replace>
            {words.list.clear}
          </Link>
        )}
        <Button look="tonal" size="small" onClick={chooseCity}>
          {words.list.otherCity}
        </Button>
      </Empty>
      <output className="sr">{words.list.found(0)}</output>
    </>
  );
}

type MoreProps = { cursor: string | null } & Pick<ResultsProps, "nextAddress" | "loadMore">;

/** The list's end: the next page as it comes near, a way to try again, or that there is no more. */
function More({ cursor, nextAddress, loadMore }: MoreProps) {
  const { row, state, go } = useNearEnd(cursor, loadMore);
  if (cursor === null) return <p className="more">{words.list.end}</p>;
  return (
    <div className="more" ref={row}>
      {state === "loading" && (
        <>
          <Spinner />
          {words.list.loadingMore}
        </>
      )}
      {state === "failed" && (
        <>
          {words.list.moreFailed}
          <Button look="quiet" size="small" onClick={go}>
            {words.list.retry}
          </Button>
        </>
      )}
      {state === "waiting" && (
        <Link
          className="lk"
          to={nextAddress(cursor)}
          onClick={(event) => {
            event.preventDefault();
            go();
          }}
        >
          {words.list.loadMore}
        </Link>
      )}
    </div>
  );
}
