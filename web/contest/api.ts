import type { Send } from "#contract/core/call.ts";
import {
  addContestEntry,
  listContestEntries,
  reportContestEntry,
  showContest,
  showContestEntry,
  showOwnContest,
  voteForEntry,
  withdrawContestEntry,
  withdrawVote,
  type AfterVote,
  type ContestEntry,
  type ContestReportReason,
  type ContestRules,
  type OwnContest,
  type OwnContestEntry,
} from "#contract/contest/contest.ts";
import { notFoundResponse } from "../ui/feedback/cancelled.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";

export type EntrySort = "newest" | "votes";
export type EntryPage = { readonly list: readonly ContestEntry[]; readonly nextCursor: string | null };
/** Data of the page. `entry`: that of a shared link; undefined: it is gone. */
export type ContestPageData = {
  readonly contest: ContestRules;
  readonly sort: EntrySort;
  readonly page: EntryPage;
  readonly entry: ContestEntry | null | undefined;
};

const PAGE_SIZE = 12;

export const loadEntries = (
  send: Send,
  id: string,
  sort: EntrySort,
  cursor: string | null = null,
): Promise<EntryPage> =>
  send(
    listContestEntries,
    { id, sort, pageSize: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    { isSilent: true },
  );

async function loadShared(send: Send, id: string, entryId: string | null) {
  if (entryId === null || !/^\d{1,19}$/.test(entryId)) return null;
  return send(showContestEntry, { id, entryId }, { isSilent: true }).catch((error: unknown) => {
    if (asRefusal(error)?.refusal === "notFound") return undefined;
    throw error;
  });
}

/**
 * Loads a contest, its first entries and the entry of a shared link. Sorted by votes once the contest is over.
 * @throws a 404 if there is none, with texts if the activity was cancelled; otherwise Refusal
 */
export async function loadContest(send: Send, id: string, query: URLSearchParams): Promise<ContestPageData> {
  if (!/^\d{1,19}$/.test(id)) throw notFoundResponse();
  try {
    const contest = await send(showContest, { id }, { isSilent: true });
    const isOver = Date.parse(contest.serverTime) >= Date.parse(contest.endTime);
    const asked = query.get("sort");
    const sort = asked === "votes" || (asked === null && isOver) ? "votes" : "newest";
    const [page, entry] = await Promise.all([
      loadEntries(send, id, sort),
      loadShared(send, id, query.get("entry")),
    ]);
    return { contest, sort, page, entry };
  } catch (error) {
    if (asRefusal(error)?.refusal === "notFound") throw notFoundResponse(error);
    throw error;
  }
}

export const loadOwnContest = (send: Send, id: string): Promise<OwnContest> =>
  send(showOwnContest, { id }, { isSilent: true });
/** Votes, or takes the vote back; login is requested in between if required. @throws Refusal */
export const setVote = (send: Send, id: string, entryId: string, isOn: boolean): Promise<AfterVote> =>
  send(isOn ? voteForEntry : withdrawVote, { id, entryId });
export const addEntry = (
  send: Send,
  entry: { id: string; pictureId: string; caption: string },
): Promise<OwnContestEntry> => send(addContestEntry, entry);
export const withdrawEntry = async (send: Send, id: string, entryId: string): Promise<boolean> =>
  (await send(withdrawContestEntry, { id, entryId })).withdrawn;
export const reportEntry = async (
  send: Send,
  id: string,
  entryId: string,
  reason: ContestReportReason,
): Promise<void> => {
  await send(reportContestEntry, { id, entryId, reason });
};
