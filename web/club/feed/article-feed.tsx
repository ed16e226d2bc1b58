import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode } from "react";
import type { Article, ArticlePage } from "#contract/club/shapes.ts";
import { Button } from "../../ui/form/button.tsx";
import { ArticleCard } from "./article-card.tsx";
import { feedKey, feedCache, receiveArticles } from "../club-state.ts";
import type { LoadedFeed } from "./feed-cache.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { usePolling } from "../shared/use-polling.ts";
import { clubMessages } from "../messages.ts";
import * as feedCss from "./feed.module.css";

type FeedProps = {
  path: string;
  /** First page, loaded with the screen. */
  first: ArticlePage;
  /** Loads the page at a cursor; without one the current first page. */
  load: (cursor?: string) => Promise<ArticlePage>;
  hasGroup?: boolean;
  label: string;
  /** Content of an empty list. */
  empty: ReactNode;
  /** The list begins in the first viewport. */
  isFirst?: boolean;
};

/** Number of cards that can be in the first viewport of a phone. */
const CARDS_IN_VIEW = 3;

/** Id of the article whose picture is the largest element of the first viewport (LCP). */
const lcpArticleOf = (list: readonly Article[]): string | undefined =>
  list.slice(0, CARDS_IN_VIEW).find(({ images }) => images.length > 0)?.articleId;

/** Moves the focus between articles by Page Down and Page Up, the keys of the WAI-ARIA feed pattern. */
function moveFocus(event: KeyboardEvent): void {
  if (event.key !== "PageDown" && event.key !== "PageUp") return;
  const here = event.target instanceof Element ? event.target.closest("article") : null;
  const next = event.key === "PageDown" ? here?.nextElementSibling : here?.previousElementSibling;
  // At either end the key scrolls as usual.
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

/** Feed of a path: the cached one, otherwise the one that the page was loaded with. */
function useFeed(path: string, first: ArticlePage): LoadedFeed<Article> {
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

/**
 * List of articles, newest first (requirement P12): loads further pages by scrolling, keeps its position and announces
 * newer articles without moving the content.
 */
export function ArticleFeed({
  path,
  first,
  load,
  hasGroup = false,
  label,
  empty,
  isFirst = false,
}: FeedProps) {
  const { list, fresh, restartPage, nextCursor } = useFeed(path, first);
  const key = feedKey(path);
  const lcpArticle = isFirst ? lcpArticleOf(first.list) : undefined;
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
    receiveArticles(page.list);
    feedCache.refresh(key, page);
  });
  const more = async (cursor: string) => {
    const page = await load(cursor);
    receiveArticles(page.list);
    feedCache.extend(key, cursor, page);
  };
  const showFresh = () => {
    feedCache.showFresh(key);
    top.current?.scrollIntoView({ block: "start" });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div className={feedCss.feed}>
      <div ref={top} tabIndex={-1} className={feedCss.top} aria-hidden="true" />
      <output className={feedCss.fresh}>
        {fresh.length > 0 && (
          <Button size="tiny" onClick={showFresh}>
            {clubMessages.fresh(fresh.length, restartPage !== null)}
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
              isFirst={article.articleId === lcpArticle}
              position={at + 1}
              size={nextCursor === null ? list.length : -1}
            />
          ))}
        </div>
      )}
      {list.length > 0 && <LoadMore cursor={nextCursor} load={more} end={clubMessages.end} />}
    </div>
  );
}
