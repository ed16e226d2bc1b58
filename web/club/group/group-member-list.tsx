import { Suspense, useRef, useState, type ReactNode } from "react";
import type { GroupDetail } from "#contract/club/club.ts";
import type { GroupMember } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { removeFromGroup, loadGroupMembers } from "./api.ts";
import { GroupMemberItem } from "./group-member-item.tsx";
import { GroupApplicants } from "./group-applicants.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { useReload } from "../shared/use-reload.ts";
import { groupMessages } from "./messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

const { Component: ReasonSheet, whenLoaded } = lazyOverlay(() => import("../shared/reason-sheet.tsx"));
const { Component: GroupMemberMenu, whenLoaded: whenMenuLoaded } = lazyOverlay(
  () => import("./group-member-menu.tsx"),
);

/** Ignores refusals, which the call itself has shown. */
const ignoreRefusal = (error: unknown): void => {
  if (asRefusal(error) === null) throw error;
};

type RemoveMemberSheetProps = {
  member: GroupMember;
  groupId: string;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for the reason and removes a member from the group. */
function RemoveMemberSheet({ member, groupId, onDone, onClose }: RemoveMemberSheetProps) {
  const [isBusy, setBusy] = useState(false);
  const { title, text, reason: label, confirm, done } = groupMessages.removeMember;
  const remove = async (reason: string) => {
    setBusy(true);
    try {
      await removeFromGroup(send, { groupId, userId: member.id, blocked: true, reason });
      showToast(done);
      onDone();
      onClose();
    } catch (error) {
      ignoreRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Suspense>
      <ReasonSheet
        title={title(member.displayName)}
        {...{ text, label, isBusy, onClose }}
        send={confirm}
        isSevere
        onSend={(reason) => void remove(reason)}
      />
    </Suspense>
  );
}

type GroupMemberListProps = {
  group: GroupDetail;
  isOwn: boolean;
  /** Content between the applicants and the members. */
  children: ReactNode;
};

/** Members of a group, leader and managers first; managers decide applications and remove members here. */
export function GroupMemberList({ group, isOwn, children }: GroupMemberListProps) {
  const [list, setList] = useState<readonly GroupMember[]>(group.people);
  const [cursor, setCursor] = useState<string | null>("");
  const load = async (from: string) => {
    const page = await loadGroupMembers(send, {
      groupId: group.groupId,
      ...(from !== "" && { cursor: from }),
      pageSize: 30,
    });
    setList((before) => {
      const known = new Set(from === "" ? [] : before.map(({ id }) => id));
      return [...(from === "" ? [] : before), ...page.list.filter(({ id }) => !known.has(id))];
    });
    setCursor(page.nextCursor);
  };
  const [removing, setRemoving] = useState<GroupMember | null>(null);
  const onRemove = (member: GroupMember) => whenLoaded(() => setRemoving(member));
  const [managed, setManaged] = useState<GroupMember | null>(null);
  const onManage = (member: GroupMember) => whenMenuLoaded(() => setManaged(member));
  const reload = useReload();
  /** Reloads the list from its start; a refusal leaves it unchanged. */
  const reloadList = () => load("").catch(ignoreRefusal);
  const people = useRef<HTMLUListElement>(null);
  const restoreFocus = useFocusFallback(() => people.current);
  return (
    <div className={clubCss.gutter}>
      {isOwn && group.manages && group.waiting > 0 && (
        <GroupApplicants group={group} onLast={restoreFocus} onAccepted={() => void reloadList()} />
      )}
      {children}
      <ul
        ref={people}
        className={`${contentCss.card} ${clubCss.groups} ${layoutCss.marginTop3}`}
        aria-label={groupMessages.groupTabs.members}
        tabIndex={-1}
      >
        {list.map((member) => (
          <GroupMemberItem
            key={member.id}
            member={member}
            {...(group.manages && { onRemove })}
            {...(group.leads && { onManage })}
          />
        ))}
      </ul>
      <LoadMore cursor={cursor} load={load} end={groupMessages.endPeople} />
      {managed !== null && (
        <Suspense>
          <GroupMemberMenu
            member={managed}
            groupId={group.groupId}
            onRemove={() => onRemove(managed)}
            onDone={() => {
              reload();
              void reloadList().finally(restoreFocus);
            }}
            onClose={() => setManaged(null)}
          />
        </Suspense>
      )}
      {removing !== null && (
        <RemoveMemberSheet
          member={removing}
          groupId={group.groupId}
          onDone={() => {
            // Removes only this member, so that the scroll position stays.
            setList((before) => before.filter(({ id }) => id !== removing.id));
            restoreFocus();
            reload();
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  );
}
