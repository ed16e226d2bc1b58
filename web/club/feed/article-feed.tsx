import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { Article, ArticlePage } from "#contract/club/shapes.ts";
import { Button } from "../../ui/form/button.tsx";
import { ArticleCard } from "./article-card.tsx";
import { feedKey, feedCache, learnArticles } from "../club-state.ts";
import type { LoadedFeed as FeedState } from "./feed-cache.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { usePolling } from "../shared/use-polling.ts";
import { clubMessages } from "../messages.ts";

type FeedProps = {
  path: string;
  /** As the page was loaded. */
  first: ArticlePage;
  /** The list from a cursor on, or its beginning as it is now. */
  load: (cursor?: string) => Promise<ArticlePage>;
  hasGroup?: boolean;
  label: string;
  /** Where there is nothing. */
  empty: ReactNode;
  /** Its first articles belong to the first screen. */
  isFirst?: boolean;
};

/** How many cards may stand in the first screen of a phone. */
const IN_SIGHT = 3;

/** Whose picture is the largest thing of the first screen; the first articles may have none. */
const mainOf = (list: readonly Article[]): string | undefined =>
  list.slice(0, IN_SIGHT).find(({ images }) => images.length > 0)?.articleId;

/** From one article to the next by the keys of a feed (WAI-ARIA): Page Down and Page Up, the next page comes with it. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== "PageDown" && event.key !== "PageUp") return;
  const here = event.target instanceof Element ? event.target.closest("article") : null;
  const next = event.key === "PageDown" ? here?.nextElementSibling : here?.previousElementSibling;
  // At an end the key scrolls, as it always does.
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** The list of a path: what was scrolled through before, else what the page was loaded with. */
function useFeed(path: string, first: ArticlePage): FeedState<Article> {
  const key = feedKey(path);
  const begin = useEffectEvent(() => {
    if (feedCache.read(key) === null) feedCache.start(key, first);
  });
  useEffect(() => begin(), [key, first]);
  return useSyncExternalStore(
    feedCache.subscribe,
    () => feedCache.read(key) ?? feedCache.begin(first),
    () => feedCache.begin(first),
  );
}

/** Articles, newest first: goes on by itself, keeps its place, and tells of newer ones without moving (requirement P12). */
export function ArticleFeed({
  path,
  first,
  load,
  hasGroup = false,
  label,
  empty,
  isFirst = false,
}: FeedProps) {
  const { list, fresh, anew, nextCursor } = useFeed(path, first);
  const key = feedKey(path);
  const main = isFirst ? mainOf(first.list) : undefined;
  const top = useRef<HTMLDivElement>(null);
  const cards = useRef<HTMLDivElement>(null);
  const isEmpty = list.length === 0 && fresh.length === 0;
  useEffect(() => {
    const element = cards.current;
    element?.addEventListener("keydown", moveFocus);
    return () => element?.removeEventListener("keydown", moveFocus);
  }, [isEmpty]);
  usePolling(async () => {
    const page = await load();
    learnArticles(page.list);
    feedCache.refresh(key, page);
  });
  const more = async (cursor: string) => {
    const page = await load(cursor);
    learnArticles(page.list);
    feedCache.extend(key, cursor, page);
  };
  const showFresh = () => {
    feedCache.showFresh(key);
    top.current?.scrollIntoView({ block: "start" });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div className="cl-feed">
      <div ref={top} tabIndex={-1} className="cl-top" aria-hidden="true" />
      <output className="cl-fresh">
        {fresh.length > 0 && (
          <Button size="tiny" onClick={showFresh}>
            {clubMessages.fresh(fresh.length, anew !== null)}
          </Button>
        )}
      </output>
      {isEmpty ? (
        empty
      ) : (
        <div ref={cards} role="feed" aria-label={label}>
          {list.map((article, at) => (
            <ArticleCard
              key={article.articleId}
              article={article}
              hasGroup={hasGroup}
              isFirst={article.articleId === main}
              place={at + 1}
              size={nextCursor === null ? list.length : -1}
            />
          ))}
        </div>
      )}
      {list.length > 0 && <LoadMore cursor={nextCursor} load={more} end={clubMessages.end} />}
    </div>
  );
}
