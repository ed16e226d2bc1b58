import { Refusal } from "#contract/core/errors.ts";
import {
  addContestEntry,
  reportContestEntry,
  voteForEntry,
  withdrawContestEntry,
  withdrawVote,
  type AfterVote,
} from "#contract/contest/contest.ts";
import { contestLimits } from "#contract/contest/limits.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import type { ContestModule } from "./contest-module.ts";
import { contestMessages } from "./messages.ts";
import { presentOwnEntries } from "./present-entry.ts";
import { canMoveVote, requireRunning, votingPeriodOf } from "./rules.ts";
import type { ContestRow } from "./tables.ts";
import type { Vote } from "./vote-store.ts";

const noEntry = () => new Refusal("notFound", { message: contestMessages.noEntry });
const refuseWithRemark = (remark: string) => new Refusal("flowBranch", { remark });

function voteRoutes(calls: RpcRouter, { clock, votes, requireContest }: ContestModule): void {
  const afterVote = async (contest: ContestRow, vote: Vote): Promise<AfterVote> => {
    const [votedIds, count] = await Promise.all([votes.listVoted(vote), votes.countOf(vote.entryId)]);
    return { votedIds, votesLeft: Math.max(0, contest.votes - votedIds.length), votes: count };
  };
  calls.on(voteForEntry, async ({ id, entryId }, caller) => {
    const { userId } = requireUser(caller);
    const contest = await requireContest(id);
    const now = clock.now();
    requireRunning(contest, now);
    const vote = { activityId: id, entryId, userId, period: votingPeriodOf(contest, now) };
    const limit = { most: contest.votes, canMove: canMoveVote(contest) };
    const outcome = await votes.vote(vote, limit, new Date(now));
    if (outcome === "missing") throw noEntry();
    if (outcome === "own") throw refuseWithRemark(contestMessages.ownEntry);
    if (outcome === "none left") throw refuseWithRemark(contestMessages.noVoteLeft[contest.period]);
    return afterVote(contest, vote);
  });
  calls.on(withdrawVote, async ({ id, entryId }, caller) => {
    const { userId } = requireUser(caller);
    const contest = await requireContest(id);
    const now = clock.now();
    requireRunning(contest, now);
    const vote = { activityId: id, entryId, userId, period: votingPeriodOf(contest, now) };
    await votes.withdraw(vote);
    return afterVote(contest, vote);
  });
}

function entryRoutes(calls: RpcRouter, contests: ContestModule): void {
  const { clock, entries, submissions, complaints, ports, requireContest, validateCaption } = contests;
  calls.on(addContestEntry, async ({ id, pictureId, caption }, caller) => {
    const { userId } = requireUser(caller);
    const contest = await requireContest(id);
    const now = clock.now();
    requireRunning(contest, now);
    const entry = {
      activityId: id,
      userId,
      picture: pictureId,
      caption: await validateCaption(caption),
      status: contest.is_approved_first ? (0 as const) : (1 as const),
    };
    if (!(await ports.pictures.claim(pictureId, userId)))
      throw new Refusal("invalid", { fields: { pictureId: contestMessages.pictureExpired } });
    const added = await submissions.addOne(entry, contest.entries_per_person, new Date(now));
    if (typeof added === "string") await ports.pictures.release(pictureId);
    if (added === "no sign-up") throw refuseWithRemark(contestMessages.needsSignUp);
    if (added === "none left")
      throw refuseWithRemark(contestMessages.noEntryLeft(contest.entries_per_person));
    const own = await entries.listOwn(id, userId);
    const [shown] = await presentOwnEntries(
      own.filter(({ entry_id }) => entry_id === added.entryId),
      ports,
    );
    if (!shown) throw noEntry();
    return shown;
  });
  calls.on(withdrawContestEntry, async ({ id, entryId }, caller) => {
    const { userId } = requireUser(caller);
    const contest = await requireContest(id);
    requireRunning(contest, clock.now());
    const picture = await submissions.withdraw(id, entryId, userId);
    if (picture !== null) await ports.pictures.release(picture);
    return { withdrawn: picture !== null };
  });
  calls.on(reportContestEntry, async ({ id, entryId, reason }, caller) => {
    const { userId } = requireUser(caller);
    await requireContest(id);
    const row = await entries.findShown(id, entryId);
    if (row === null || row.user_id === null) throw noEntry();
    const { reportsToHide } = contestLimits;
    await complaints.report(entryId, userId, reason, { reportsToHide, now: new Date(clock.now()) });
    return { reported: true as const };
  });
}

/** Votes (requirement U61), and entries that people add, withdraw or complain about (requirement U62). */
export function contestWriteRoutes(calls: RpcRouter, contests: ContestModule): void {
  voteRoutes(calls, contests);
  entryRoutes(calls, contests);
}
