import { useState } from "react";
import {
  decideComplaint,
  openComplaints,
  type Complaint,
  type ComplaintDecision,
} from "#contract/community-complaints.ts";
import { toast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { refusalOf } from "../../ui/failure.ts";
import { useRenewed } from "../../ui/use-renewed.ts";
import { words } from "./words.ts";

const quiet = { isSilent: true } as const;
const keyOf = ({ kind, targetId }: Complaint): string => `${kind} ${targetId}`;

/** Complaints of one view: asked again when the page is looked at again, since colleagues decide too. */
export function useComplaints(link: string, by: string, isDecided: boolean) {
  const renewed = useRenewed(() => send(openComplaints, { link, decided: isDecided }, quiet));
  const { value: page, setValue: setPage, reason, load } = renewed;
  const [busy, setBusy] = useState<string | null>(null);
  const more = async (cursor: string) => {
    const next = await send(openComplaints, { link, decided: isDecided, cursor }, quiet);
    setPage((before) => {
      const known = new Set(before?.list.map(keyOf));
      return {
        ...next,
        list: [...(before?.list ?? []), ...next.list.filter((one) => !known.has(keyOf(one)))],
      };
    });
  };
  const decide = async (complaint: Complaint, decision: ComplaintDecision): Promise<void> => {
    if (busy !== null) return;
    setBusy(keyOf(complaint));
    const { kind, targetId, newestId } = complaint;
    try {
      const wish = { link, by, kind, targetId, newestId, decision, again: isDecided };
      const answer = await send(decideComplaint, wish);
      toast(words.done[decision]);
      setPage(
        (before) =>
          before && {
            ...before,
            waiting: answer.waiting,
            list: isDecided
              ? before.list.map((one) => (keyOf(one) === keyOf(complaint) ? answer.complaint : one))
              : before.list.filter((one) => keyOf(one) !== keyOf(complaint)),
          },
      );
    } catch (error) {
      // Told by the call itself.
      if (refusalOf(error) === null) throw error;
      if (refusalOf(error)?.refusal === "conflict") await load();
    } finally {
      setBusy(null);
    }
  };
  return { page, reason, load, more, decide, isBusy: (one: Complaint) => busy === keyOf(one) };
}
