import { useCallback, useEffect, useRef, useState } from "react";
import { articleStreamPath, showArticlePulse, type ArticlePulse } from "#contract/community-articles.ts";
import { baseUrl } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { isHidden, listen, onHidden } from "../platform/live.ts";
import { refusalOf } from "../ui/failure.ts";
import { loadPulse } from "./api.ts";
import { switches } from "./club-state.ts";
import { useWatch } from "./use-watch.ts";

/** Where there is no stream it is asked for, ms. */
const EVERY = 20_000;

/** What an event says; null: nothing that can be read. */
function read(json: string): ArticlePulse | null {
  try {
    return showArticlePulse.result.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

type Live = { readonly pulse: ArticlePulse | null; readonly isGone: boolean };

/**
 * Likes and comments of an article as they change: by a stream, else by asking; neither while the
 * page is not looked at, nor of what is hidden, which has none.
 */
export function usePulse(articleId: string, version: number, isShown = true): Live {
  const [live, setLive] = useState<Live>({ pulse: null, isGone: false });
  const [isLost, setLost] = useState(false);
  const newest = useRef(version);
  const take = useCallback(
    (next: ArticlePulse) => {
      if (next.version <= newest.current) return;
      newest.current = next.version;
      switches.learnCount(`article ${articleId}`, next.likes);
      setLive({ pulse: next, isGone: false });
    },
    [articleId],
  );
  const ask = useCallback(async () => {
    try {
      take(await loadPulse(send, articleId));
    } catch (error) {
      if (refusalOf(error)?.refusal !== "notFound") throw error;
      setLive((before) => ({ ...before, isGone: true }));
    }
  }, [articleId, take]);
  useEffect(() => {
    if (!isShown || isLost || live.isGone) return;
    let stop = () => {};
    const open = () => {
      const url = `${baseUrl("api")}${articleStreamPath}?articleId=${articleId}&version=${newest.current}`;
      stop = listen(
        url,
        ["pulse", "gone"],
        (name, data) => {
          if (name === "gone") setLive((before) => ({ ...before, isGone: true }));
          const next = name === "pulse" ? read(data) : null;
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
    turn(isHidden());
    const stopWatching = onHidden(turn);
    return () => {
      stop();
      stopWatching();
    };
  }, [articleId, isShown, isLost, live.isGone, take, ask]);
  useWatch(async () => {
    if (isShown && isLost && !live.isGone) await ask();
  }, EVERY);
  return live;
}
