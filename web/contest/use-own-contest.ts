import { useEffect, useState } from "react";
import type { AfterVote, OwnContest } from "#contract/contest/contest.ts";
import { send } from "../platform/http/send.ts";
import { useUser } from "../platform/session/use-user.ts";
import { loadOwnContest } from "./api.ts";

/** The person's own part of a contest, with the person and activity that it belongs to. */
type Loaded = { readonly openId: string; readonly activityId: string; readonly own: OwnContest | null };

/**
 * The logged-in person's votes and entries, again after a login of another person; null for a visitor, until
 * they are loaded, and if that failed: voting works all the same.
 */
export function useOwnContest(activityId: string) {
  const openId = useUser()?.openId ?? null;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const load = async (): Promise<void> => {
    if (openId === null) return;
    const own = await loadOwnContest(send, activityId).catch(() => null);
    setLoaded({ openId, activityId, own });
  };
  useEffect(() => {
    let isCurrent = true;
    if (openId !== null)
      void loadOwnContest(send, activityId)
        .catch(() => null)
        .then((own) => isCurrent && setLoaded({ openId, activityId, own }));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  const isCurrent = loaded !== null && loaded.openId === openId && loaded.activityId === activityId;
  const own = isCurrent ? loaded.own : null;
  /** Takes over the outcome of a vote. */
  const putVotes = ({ votedIds, votesLeft }: AfterVote): void =>
    setLoaded((before) =>
      before?.own === null || before === null
        ? before
        : { ...before, own: { ...before.own, votedIds, votesLeft } },
    );
  return { own, reload: load, putVotes };
}
export type OwnContestState = ReturnType<typeof useOwnContest>;
