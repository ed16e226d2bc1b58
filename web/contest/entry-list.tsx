import * as contestCss from "./contest.module.css";
import { Link } from "react-router";
import { Button, Spinner } from "../ui/form/button.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { useInfiniteScroll } from "../ui/hooks/use-infinite-scroll.ts";
import type { ContestPageData } from "./api.ts";
import type { ContestPhase } from "./contest-head.tsx";
import { ChoiceCard, EntryCard, type EntryCardProps } from "./entry-card.tsx";
import { contestMessages } from "./messages.ts";
import type { EntryList } from "./use-entry-list.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";

const sorts = ["newest", "votes"] as const;

/** Links for both orders, so that they work without a script. */
const SortLinks = ({ sort }: { sort: ContestPageData["sort"] }) => (
  <nav className={contestCss.sorts} aria-label={contestMessages.sort.label}>
    {sorts.map((one) => (
      <Link
        key={one}
        to={`?sort=${one}`}
        replace
        preventScrollReset
        aria-current={one === sort ? "page" : undefined}
      >
        {contestMessages.sort[one]}
      </Link>
    ))}
  </nav>
);

/** End of the list: loads the next page when it scrolls near, or offers a retry. */
function MoreEntries({ cursor, loadMore }: Pick<EntryList, "cursor" | "loadMore">) {
  const { row, state, loadNext } = useInfiniteScroll(cursor, loadMore);
  if (cursor === null) return <p className={contentCss.more}>{contestMessages.end}</p>;
  return (
    <div className={contentCss.more} ref={row} aria-live="polite">
      {state === "loading" && (
        <>
          <Spinner />
          {contestMessages.loading}
        </>
      )}
      {state === "failed" && contestMessages.moreFailed}
      {state !== "loading" && (
        <Button look="quiet" size="small" onClick={loadNext}>
          {state === "failed" ? contestMessages.retry : contestMessages.more}
        </Button>
      )}
    </div>
  );
}

type EntryGalleryProps = {
  data: ContestPageData;
  entries: EntryList;
  phase: ContestPhase;
  voteOf: (entryId: string) => EntryCardProps["vote"];
};

/** All entries or choices of a contest, with their order and further pages. */
export function EntryGallery({ data, entries, phase, voteOf }: EntryGalleryProps) {
  const { contest, sort } = data;
  const { list, cursor, loadMore } = entries;
  if (list.length === 0)
    return (
      <EmptyState
        title={contestMessages.empty.title}
        text={phase === "soon" ? contestMessages.empty.soon : contestMessages.empty.text}
      />
    );
  const isRanked = sort === "votes" && list.some(({ votes }) => votes > 0);
  const total = list.reduce((sum, { votes }) => sum + votes, 0);
  const cardOf = (at: number, entryId: string) => ({
    place: isRanked ? at + 1 : null,
    isFirst: at < 4,
    vote: voteOf(entryId),
  });
  if (contest.kind === "choices")
    return (
      <ul className={contestCss.choices}>
        {list.map((entry, at) => (
          <ChoiceCard
            key={entry.entryId}
            {...{ entry, total }}
            {...cardOf(at, entry.entryId)}
            isFirst={at === 0}
          />
        ))}
      </ul>
    );
  return (
    <section className={layoutCss.marginTop3}>
      <SortLinks sort={sort} />
      <ul className={contestCss.gallery}>
        {list.map((entry, at) => (
          <EntryCard key={entry.entryId} entry={entry} {...cardOf(at, entry.entryId)} />
        ))}
      </ul>
      <MoreEntries {...{ cursor, loadMore }} />
    </section>
  );
}
