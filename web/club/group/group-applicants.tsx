import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { GroupDetail } from "#contract/club/club.ts";
import type { GroupMember } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { decideApplication, loadGroupMembers } from "./api.ts";
import { GroupMemberItem } from "./group-member-item.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "./messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as peopleCss from "../member/people.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type LoadedApplicants = { readonly list: readonly GroupMember[]; readonly nextCursor: string | null };

/** Loads the applicants page by page; reloads when all loaded ones are decided and others wait. */
function useApplicants(group: GroupDetail) {
  const { groupId } = group;
  const [loaded, setLoaded] = useState<LoadedApplicants | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [reloads, setReloads] = useState(0);
  /** Applicants whose decision is being sent: pages that are loaded meanwhile may still contain them. */
  const deciding = useRef(new Set<string>());
  const loadPage = async (cursor?: string) => {
    const paging = cursor === undefined ? {} : { cursor };
    const page = await loadGroupMembers(send, { groupId, waiting: "1", pageSize: 50, ...paging });
    return { ...page, list: page.list.filter(({ id }) => !deciding.current.has(id)) };
  };
  const loadFirst = useEffectEvent((isMounted: () => boolean) => {
    loadPage().then(
      (page) => isMounted() && setLoaded(page),
      () => isMounted() && setFailed(true),
    );
  });
  useEffect(() => {
    let isMounted = true;
    loadFirst(() => isMounted);
    return () => {
      isMounted = false;
    };
  }, [groupId, reloads]);
  const reload = () => {
    setFailed(false);
    setReloads((before) => before + 1);
  };
  const reloadIfDecided = useEffectEvent(() => {
    const isDone = loaded?.list.length === 0 && loaded.nextCursor === null && deciding.current.size === 0;
    if (isDone && group.waiting > 0) reload();
  });
  // Runs after each reload of the group, which follows each decision.
  useEffect(() => reloadIfDecided(), [group]);
  return {
    loaded,
    hasFailed,
    reload,
    more: async (cursor: string) => {
      const { list, nextCursor } = await loadPage(cursor);
      setLoaded((before) => {
        const known = new Set(before?.list.map(({ id }) => id));
        return { list: [...(before?.list ?? []), ...list.filter(({ id }) => !known.has(id))], nextCursor };
      });
    },
    /** Removes an applicant from the list and keeps reloads from restoring them while the decision is sent. */
    without: async <T,>(memberId: string, decide: () => Promise<T>): Promise<T> => {
      deciding.current.add(memberId);
      setLoaded((before) => before && { ...before, list: before.list.filter(({ id }) => id !== memberId) });
      try {
        return await decide();
      } finally {
        deciding.current.delete(memberId);
      }
    },
  };
}

type GroupApplicantsProps = {
  group: GroupDetail;
  /** Called when the last applicant is decided. */
  onLast: () => void;
  /** Called when an applicant has become a member. */
  onAccepted: () => void;
};

/** Applicants, longest waiting first, with buttons for the people who manage the group. */
export function GroupApplicants({ group, onLast, onAccepted }: GroupApplicantsProps) {
  const { loaded, hasFailed, reload, more, without } = useApplicants(group);
  const reloadScreen = useReload();
  const heading = useRef<HTMLHeadingElement>(null);
  const restoreFocus = useFocusFallback(() => heading.current);
  const decide = async ({ id, displayName }: GroupMember, accepted: boolean) => {
    if (loaded?.list.length === 1 && loaded.nextCursor === null) onLast();
    else restoreFocus();
    try {
      await without(id, () => decideApplication(send, { groupId: group.groupId, userId: id, accepted }));
      showToast(accepted ? groupMessages.accepted(displayName) : groupMessages.declined(displayName));
      reloadScreen();
      if (accepted) onAccepted();
    } catch (error) {
      if (asRefusal(error) === null) throw error;
      reload();
    }
  };
  if (hasFailed)
    return (
      <p className={`${textCss.small} ${textCss.secondary} ${textCss.center} ${layoutCss.marginTop3}`}>
        {clubMessages.moreFailed}
        <Button look="quiet" size="small" onClick={reload}>
          {clubMessages.retry}
        </Button>
      </p>
    );
  if (loaded === null)
    return (
      <section className={layoutCss.marginTop3} aria-busy="true">
        <h2 className={`${textCss.title3} ${clubCss.sub}`}>{groupMessages.applications(group.waiting)}</h2>
        <div
          className={`${contentCss.card} ${contentCss.skeleton} ${peopleCss.box} ${peopleCss.tight}`}
          aria-hidden="true"
        />
      </section>
    );
  const { list, nextCursor } = loaded;
  if (list.length === 0 && nextCursor === null) return null;
  return (
    <section className={layoutCss.marginTop3}>
      <h2 ref={heading} className={`${textCss.title3} ${clubCss.sub}`} tabIndex={-1}>
        {groupMessages.applications(nextCursor === null ? list.length : Math.max(group.waiting, list.length))}
      </h2>
      <ul className={`${contentCss.card} ${clubCss.groups}`}>
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
