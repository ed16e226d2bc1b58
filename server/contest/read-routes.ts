import { Refusal } from "#contract/core/errors.ts";
import {
  listContestEntries,
  showContest,
  showContestEntry,
  showOwnContest,
  type ContestRules,
} from "#contract/contest/contest.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { presentEntries, presentOwnEntries } from "./present-entry.ts";
import { parseEntryCursor, toEntryCursor, votingPeriodOf } from "./rules.ts";
import { contestMessages } from "./messages.ts";
import type { ContestDetailRow } from "./tables.ts";
import type { ContestModule } from "./contest-module.ts";

/** Public responses are the same for all visitors, and a few seconds old at most. */
const CACHE = { freshMs: 1_000, staleMs: 10_000 };

const presentContest = (
  contest: ContestDetailRow,
  counted: { readonly entries: number; readonly votes: number },
  now: number,
): ContestRules => ({
  activityId: contest.activity_id,
  activityMode: contest.activity_type === "online" ? "online" : "offline",
  activityTitle: contest.title,
  coverUrl: contest.cover_url,
  kind: contest.kind,
  votes: contest.votes,
  period: contest.period,
  entriesPerPerson: contest.entries_per_person,
  isApprovedFirst: contest.is_approved_first,
  startTime: toShanghaiIso(contest.start_time),
  endTime: toShanghaiIso(contest.end_time),
  entryCount: counted.entries,
  voteCount: counted.votes,
  serverTime: toShanghaiIso(now),
});

/** Reads of contests: rules, entries, the caller's own part (requirement U60). */
export function contestReadRoutes(calls: RpcRouter, contests: ContestModule): void {
  const { clock, entries, votes, ports, requireContest } = contests;
  const show: CallHandler<typeof showContest> = async ({ id }) => {
    const contest = await requireContest(id);
    const counted = await entries.countShown(id);
    return presentContest(contest, counted, clock.now());
  };
  calls.on(showContest, show, CACHE);
  const list: CallHandler<typeof listContestEntries> = async ({ id, sort, cursor, pageSize }) => {
    await requireContest(id);
    const after = cursor === undefined ? null : parseEntryCursor(cursor);
    const rows = await entries.listShown(id, sort, after, pageSize + 1);
    const shown = rows.slice(0, pageSize);
    const last = shown.at(-1);
    const keyOfLast = sort === "votes" ? last?.votes : last?.place;
    return {
      list: await presentEntries(shown, ports),
      nextCursor:
        rows.length > pageSize && last ? toEntryCursor({ key: keyOfLast ?? 0, id: last.entry_id }) : null,
    };
  };
  calls.on(listContestEntries, list, CACHE);
  const showEntry: CallHandler<typeof showContestEntry> = async ({ id, entryId }) => {
    await requireContest(id);
    const row = await entries.findShown(id, entryId);
    const [entry] = row ? await presentEntries([row], ports) : [];
    if (!entry) throw new Refusal("notFound", { message: contestMessages.noEntry });
    return entry;
  };
  calls.on(showContestEntry, showEntry, CACHE);
  calls.on(showOwnContest, async ({ id }, caller) => {
    const { userId } = requireUser(caller);
    const contest = await requireContest(id);
    const period = votingPeriodOf(contest, clock.now());
    const [votedIds, own, isSignedUp] = await Promise.all([
      votes.listVoted({ activityId: id, userId, period }),
      entries.listOwn(id, userId),
      entries.hasSignUp(id, userId),
    ]);
    return {
      votedIds,
      votesLeft: Math.max(0, contest.votes - votedIds.length),
      entries: await presentOwnEntries(own, ports),
      entriesLeft: isSignedUp ? Math.max(0, contest.entries_per_person - own.length) : 0,
      isSignedUp,
    };
  });
}
