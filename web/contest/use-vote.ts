import { useState } from "react";
import type { ContestRules } from "#contract/contest/contest.ts";
import { showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { useKeptAction } from "../platform/login/kept-action.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { setVote } from "./api.ts";
import { contestMessages } from "./messages.ts";
import type { EntryList } from "./use-entry-list.ts";
import type { OwnContestState } from "./use-own-contest.ts";

/** Votes and takes votes back, one at a time; the call itself asks a visitor to log in and shows refusals. */
export function useVote(contest: ContestRules, list: EntryList, own: OwnContestState) {
  const [busyId, setBusyId] = useState<string | null>(null);
  const run = async (entryId: string, isOn: boolean): Promise<void> => {
    if (busyId !== null) return;
    setBusyId(entryId);
    const before = own.own?.votedIds ?? [];
    try {
      const after = await setVote(send, contest.activityId, entryId, isOn);
      list.putCount(entryId, after.votes);
      for (const moved of before)
        if (moved !== entryId && !after.votedIds.includes(moved)) list.addToCount(moved, -1);
      own.putVotes(after);
      if (own.own === null) await own.reload();
      showToast(isOn ? contestMessages.votedNow : contestMessages.takenBack);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "mobileRequired") {
        const binding = await import("../platform/login/bind-mobile.ts");
        // Only a vote is repeated: a person without a mobile has none to take back.
        await (isOn
          ? binding.bindMobileFor(refusal, "vote", entryId)
          : binding.startMobileBindingOrToast(refusal));
      }
      await own.reload();
    } finally {
      setBusyId(null);
    }
  };
  useKeptAction("vote", (entryId) => void run(entryId, true));
  return { busyId, vote: (entryId: string, isOn: boolean) => void run(entryId, isOn) };
}
