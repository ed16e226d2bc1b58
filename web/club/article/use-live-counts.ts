import { useCallback, useEffect, useRef, useState } from "react";
import { articleStreamPath, showArticleCounts, type ArticleCounts } from "#contract/club/articles.ts";
import { baseUrl } from "../../platform/http/build-request.ts";
import { send } from "../../platform/http/send.ts";
import { listenToEvents } from "../../platform/browser/event-source.ts";
import { isPageHidden, onVisibilityChange } from "../../platform/browser/page-visibility.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadArticleCounts } from "../api.ts";
import { toggles } from "../club-state.ts";
import { usePolling } from "../shared/use-polling.ts";

/** Where there is no stream it is asked for, ms. */
const EVERY = 20_000;

/** What an event says; null: nothing that can be read. */
function parseEvent(json: string): ArticleCounts | null {
  try {
    return showArticleCounts.result.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

type LiveCounts = { readonly pulse: ArticleCounts | null; readonly isGone: boolean };

/**
 * Likes and comments of an article as they change: by a stream, else by asking; neither while the
 * page is not looked at, nor of what is hidden, which has none.
 */
export function useLiveCounts(articleId: string, version: number, isShown = true): LiveCounts {
  const [live, setLive] = useState<LiveCounts>({ pulse: null, isGone: false });
  const [isLost, setLost] = useState(false);
  const newest = useRef(version);
  const take = useCallback(
    (next: ArticleCounts) => {
      if (next.version <= newest.current) return;
      newest.current = next.version;
      toggles.learnCount(`article ${articleId}`, next.likes);
      setLive({ pulse: next, isGone: false });
    },
    [articleId],
  );
  const ask = useCallback(async () => {
    try {
      take(await loadArticleCounts(send, articleId));
    } catch (error) {
      if (asRefusal(error)?.refusal !== "notFound") throw error;
      setLive((before) => ({ ...before, isGone: true }));
    }
  }, [articleId, take]);
  useEffect(() => {
    if (!isShown || isLost || live.isGone) return;
    let stop = () => {};
    const open = () => {
      const url = `${baseUrl("api")}${articleStreamPath}?articleId=${articleId}&version=${newest.current}`;
      stop = listenToEvents(
        url,
        ["pulse", "gone"],
        (name, data) => {
          if (name === "gone") setLive((before) => ({ ...before, isGone: true }));
          const next = name === "pulse" ? parseEvent(data) : null;
          if (next !== null) take(next);
        },
        () => {
          setLost(true);
          // What was deleted has no stream: a copy of it that is kept is not to stand until the first turn of asking.
          ask().catch(() => {});
        },
      );
    };
    const turn = (hidden: boolean) => {
      stop();
      if (!hidden) open();
    };
    turn(isPageHidden());
    const stopWatching = onVisibilityChange(turn);
    return () => {
      stop();
      stopWatching();
    };
  }, [articleId, isShown, isLost, live.isGone, take, ask]);
  usePolling(async () => {
    if (isShown && isLost && !live.isGone) await ask();
  }, EVERY);
  return live;
}
