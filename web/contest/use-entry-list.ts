import { useState } from "react";
import type { ContestEntry } from "#contract/contest/contest.ts";
import { send } from "../platform/http/send.ts";
import { loadEntries, type ContestPageData } from "./api.ts";

type Extra = {
  /** Data that the further pages continue. */
  readonly of: ContestPageData;
  readonly entries: readonly ContestEntry[];
  readonly nextCursor: string | null;
};

/** The loaded entries with further pages, each entry once, and with the votes that changed on this page. */
export function useEntryList(data: ContestPageData) {
  const { contest, sort, page } = data;
  const [extra, setExtra] = useState<Extra | null>(null);
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const more = extra?.of === data ? extra : { of: data, entries: [], nextCursor: page.nextCursor };
  const seen = new Set<string>();
  const list = [...page.list, ...more.entries].filter(({ entryId }) => {
    if (seen.has(entryId)) return false;
    seen.add(entryId);
    return true;
  });
  const withCount = <E extends ContestEntry>(entry: E): E => ({
    ...entry,
    votes: counts.get(entry.entryId) ?? entry.votes,
  });
  return {
    list: list.map(withCount),
    withCount,
    cursor: more.nextCursor,
    async loadMore(cursor: string): Promise<void> {
      const next = await loadEntries(send, contest.activityId, sort, cursor);
      setExtra({ of: data, entries: [...more.entries, ...next.list], nextCursor: next.nextCursor });
    },
    /** Shows the votes of an entry as answered to a vote. */
    putCount: (entryId: string, votes: number): void =>
      setCounts((before) => new Map(before).set(entryId, votes)),
    /** Corrects the votes of the entry from which the only vote was moved. */
    addToCount: (entryId: string, by: number): void =>
      setCounts((before) => {
        const current = before.get(entryId) ?? list.find((one) => one.entryId === entryId)?.votes;
        return current === undefined ? before : new Map(before).set(entryId, Math.max(0, current + by));
      }),
  };
}
export type EntryList = ReturnType<typeof useEntryList>;
