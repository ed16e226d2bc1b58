import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Comment } from "#contract/club/shapes.ts";
import { isBefore } from "../shared/id-order.ts";

/** Maximum number of pages that are loaded to reach a linked comment. */
const MAX_PAGES = 20;

type LoadedComments = {
  readonly list: readonly Comment[];
  readonly nextCursor: string | null;
  /** @throws Refusal */
  readonly load: (cursor: string) => Promise<void>;
};

/**
 * Loads further pages until they contain the comment that the URL's hash names, as links of notices do.
 * @returns id of the comment if it was not in the first page, since then the browser does not scroll to it; else null
 */
export function useLinkedComment({ list, nextCursor, load }: LoadedComments): string | null {
  const linkedId = /^#comment-(\d{1,19})$/.exec(useLocation().hash)?.[1] ?? null;
  const isLoaded = list.some(({ commentId }) => commentId === linkedId);
  const [wasLoaded] = useState(isLoaded);
  const pages = useRef(0);
  const loadNext = useEffectEvent(() => {
    if (linkedId === null || isLoaded || nextCursor === null || pages.current >= MAX_PAGES) return;
    const last = list.at(-1)?.commentId;
    if (last !== undefined && !isBefore(last, linkedId)) return;
    pages.current++;
    // After a failure the end of the list offers to continue.
    load(nextCursor).catch(() => {});
  });
  // Every page has another cursor, so that none is requested twice.
  useEffect(() => loadNext(), [linkedId, isLoaded, nextCursor]);
  return isLoaded && !wasLoaded ? linkedId : null;
}
