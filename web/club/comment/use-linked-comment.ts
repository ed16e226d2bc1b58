import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { Comment } from "#contract/club/shapes.ts";
import { isBefore } from "../shared/id-order.ts";

/** How many pages are loaded on the way to a comment. */
const PAGES = 20;

type LoadedComments = {
  readonly list: readonly Comment[];
  readonly nextCursor: string | null;
  /** @throws Refusal */
  readonly load: (cursor: string) => Promise<void>;
};

/**
 * A comment that the address names, as notices do, is loaded however far down it stands.
 * @returns its id where it was not in the list at first: then nobody but us goes to it; else null
 */
export function useLinkedComment({ list, nextCursor, load }: LoadedComments): string | null {
  const wanted = /^#comment-(\d{1,19})$/.exec(useLocation().hash)?.[1] ?? null;
  const isThere = list.some(({ commentId }) => commentId === wanted);
  const [wasThere] = useState(isThere);
  const turns = useRef(0);
  const look = useEffectEvent(() => {
    if (wanted === null || isThere || nextCursor === null || turns.current >= PAGES) return;
    const last = list.at(-1)?.commentId;
    if (last !== undefined && !isBefore(last, wanted)) return;
    turns.current++;
    // Where that fails, the list's end offers to go on.
    load(nextCursor).catch(() => {});
  });
  // Each page has another cursor, so that nothing is asked for twice.
  useEffect(() => look(), [wanted, isThere, nextCursor]);
  return isThere && !wasThere ? wanted : null;
}
