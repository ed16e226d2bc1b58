import { useCallback, useEffect, useRef, useState } from "react";
import { articleStreamPath, showArticleCounts, type ArticleCounts } from "#contract/club/articles.ts";
import { baseUrl } from "../../platform/http/build-request.ts";
import { send } from "../../platform/http/send.ts";
import { listenToEvents } from "../../platform/browser/event-source.ts";
import { isPageHidden, onVisibilityChange } from "../../platform/browser/visibility-change.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { loadArticleCounts } from "./api.ts";
import { toggles } from "../club-state.ts";
import { usePolling } from "../shared/use-polling.ts";

/** Interval of polling without a stream, ms. */
const POLL_INTERVAL = 20_000;

/** Parses the data of an event; null if it is invalid. */
function parseEvent(json: string): ArticleCounts | null {
  try {
    return showArticleCounts.result.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

type LiveCounts = {
  readonly counts: ArticleCounts | null;
  /** The article was deleted or hidden. */
  readonly isGone: boolean;
};

/**
 * Live counts of likes and comments, by server-sent events or, if the stream fails, by polling. Both stop while the
 * page is hidden.
 * @param isShown false: the article is hidden, which has no counts
 */
export function useLiveCounts(articleId: string, version: number, isShown = true): LiveCounts {
  const [live, setLive] = useState<LiveCounts>({ counts: null, isGone: false });
  const [isStreamLost, setStreamLost] = useState(false);
  const newestVersion = useRef(version);
  const apply = useCallback(
    (next: ArticleCounts) => {
      if (next.version <= newestVersion.current) return;
      newestVersion.current = next.version;
      toggles.receiveCount(`article ${articleId}`, next.likes);
      setLive({ counts: next, isGone: false });
    },
    [articleId],
  );
  const load = useCallback(async () => {
    try {
      apply(await loadArticleCounts(send, articleId));
    } catch (error) {
      if (asRefusal(error)?.refusal !== "notFound") throw error;
      setLive((before) => ({ ...before, isGone: true }));
    }
  }, [articleId, apply]);
  useEffect(() => {
    if (!isShown || isStreamLost || live.isGone) return;
    let stop = () => {};
    const open = () => {
      const url = `${baseUrl("api")}${articleStreamPath}?articleId=${articleId}&version=${newestVersion.current}`;
      stop = listenToEvents(
        url,
        ["pulse", "gone"],
        (name, data) => {
          if (name === "gone") setLive((before) => ({ ...before, isGone: true }));
          const next = name === "pulse" ? parseEvent(data) : null;
          if (next !== null) apply(next);
        },
        () => {
          setStreamLost(true);
          // A deleted article has no stream: asks at once, so that a cached copy of it does not stay for an interval.
          load().catch(() => {});
        },
      );
    };
    const reopen = (isHidden: boolean) => {
      stop();
      if (!isHidden) open();
    };
    reopen(isPageHidden());
    const stopWatching = onVisibilityChange(reopen);
    return () => {
      stop();
      stopWatching();
    };
  }, [articleId, isShown, isStreamLost, live.isGone, apply, load]);
  usePolling(async () => {
    if (isShown && isStreamLost && !live.isGone) await load();
  }, POLL_INTERVAL);
  return live;
}
