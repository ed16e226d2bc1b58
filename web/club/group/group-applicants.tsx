import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GroupDetail } from "#contract/club/club.ts";
import type { GroupMember } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { decideApplication, loadGroupMembers } from "../api.ts";
import { GroupMemberItem } from "./group-member-item.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";

type Loaded = { readonly list: readonly GroupMember[]; readonly nextCursor: string | null };

/** As far as they are loaded; null: not yet. Loaded anew where all of them are decided and others wait. */
function useApplicants(group: GroupDetail) {
  const { groupId } = group;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  /** Whose decision is on its way: what is loaded meanwhile may still have them. */
  const deciding = useRef(new Set<string>());
  const ask = async (cursor?: string) => {
    const at = cursor === undefined ? {} : { cursor };
    const page = await loadGroupMembers(send, { groupId, waiting: "1", pageSize: 50, ...at });
    return { ...page, list: page.list.filter(({ id }) => !deciding.current.has(id)) };
  };
  const begin = useEffectEvent((isHere: () => boolean) => {
    ask().then(
      (page) => isHere() && setLoaded(page),
      () => isHere() && setFailed(true),
    );
  });
  useEffect(() => {
    let isHere = true;
    begin(() => isHere);
    return () => {
      isHere = false;
    };
  }, [groupId, turn]);
  const again = () => {
    setFailed(false);
    setTurn((before) => before + 1);
  };
  const look = useEffectEvent(() => {
    const isOver = loaded?.list.length === 0 && loaded.nextCursor === null && deciding.current.size === 0;
    if (isOver && group.waiting > 0) again();
  });
  // Each time that the group is loaded anew, as it is after each decision.
  useEffect(() => look(), [group]);
  return {
    loaded,
    hasFailed,
    again,
    more: async (cursor: string) => {
      const { list, nextCursor } = await ask(cursor);
      setLoaded((before) => {
        const known = new Set(before?.list.map(({ id }) => id));
        return { list: [...(before?.list ?? []), ...list.filter(({ id }) => !known.has(id))], nextCursor };
      });
    },
    /** Takes somebody off the list while something is done. */
    without: async <T,>(memberId: string, work: () => Promise<T>): Promise<T> => {
      deciding.current.add(memberId);
      setLoaded((before) => before && { ...before, list: before.list.filter(({ id }) => id !== memberId) });
      try {
        return await work();
      } finally {
        deciding.current.delete(memberId);
      }
    },
  };
}

type GroupApplicantsProps = {
  group: GroupDetail;
  /** Nobody is left who waits. */
  onLast: () => void;
  /** Somebody is in now. */
  onAccepted: () => void;
};

/** Those who wait, for whoever leads the group, who have waited longest first; gone as they are decided. */
export function GroupApplicants({ group, onLast, onAccepted }: GroupApplicantsProps) {
  const { loaded, hasFailed, again, more, without } = useApplicants(group);
  const reload = useReload();
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useFocusFallback(() => heading.current);
  const decide = async ({ id, displayName }: GroupMember, accepted: boolean) => {
    if (loaded?.list.length === 1 && loaded.nextCursor === null) onLast();
    else kept();
    try {
      await without(id, () => decideApplication(send, { groupId: group.groupId, userId: id, accepted }));
      showToast(accepted ? clubMessages.accepted(displayName) : clubMessages.declined(displayName));
      reload();
      if (accepted) onAccepted();
    } catch (error) {
      if (asRefusal(error) === null) throw error;
      again();
    }
  };
  if (hasFailed)
    return (
      <p className="bs c2 ctr mt3">
        {clubMessages.moreFailed}
        <Button look="quiet" size="small" onClick={again}>
          {clubMessages.retry}
        </Button>
      </p>
    );
  if (loaded === null)
    return (
      <section className="mt3" aria-busy="true">
        <h2 className="t3 cl-sub">{clubMessages.applications(group.waiting)}</h2>
        <div className="card sk cl-box cl-tight" aria-hidden="true" />
      </section>
    );
  const { list, nextCursor } = loaded;
  if (list.length === 0 && nextCursor === null) return null;
  return (
    <section className="mt3">
      <h2 ref={heading} className="t3 cl-sub" tabIndex={-1}>
        {clubMessages.applications(nextCursor === null ? list.length : Math.max(group.waiting, list.length))}
      </h2>
      <ul className="card cl-gls">
        {list.map((member) => (
          <GroupMemberItem
            key={member.id}
            member={member}
            onDecide={(one, accepted) => void decide(one, accepted)}
          />
        ))}
      </ul>
      {nextCursor !== null && <LoadMore cursor={nextCursor} load={more} end="" />}
    </section>
  );
}
