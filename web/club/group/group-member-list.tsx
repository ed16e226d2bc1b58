import { Suspense, useRef, useState, type ReactNode } from "react";
import type { GroupDetail } from "#contract/club/club.ts";
import type { GroupMember } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { removeFromGroup, loadGroupMembers } from "../api.ts";
import { GroupMemberItem } from "./group-member-item.tsx";
import { GroupApplicants } from "./group-applicants.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { useReload } from "../shared/use-reload.ts";
import { clubMessages } from "../messages.ts";

const { Part: ReasonSheet, whenReady } = lazyOverlay(() => import("../shared/reason-sheet.tsx"));
const { Part: PersonMenu, whenReady: whenManaged } = lazyOverlay(() => import("./group-member-menu.tsx"));

/** What the call itself has told is no error. */
const rethrowUnrefused = (error: unknown): void => {
  if (asRefusal(error) === null) throw error;
};

type RemoveMemberSheetProps = {
  member: GroupMember;
  groupId: string;
  onDone: () => void;
  onClose: () => void;
};

/** Removes somebody from the group, after being asked why. */
function RemoveMemberSheet({ member, groupId, onDone, onClose }: RemoveMemberSheetProps) {
  const [isBusy, setBusy] = useState(false);
  const { title, text, reason: label, confirm, done } = clubMessages.blockFrom;
  const remove = async (reason: string) => {
    setBusy(true);
    try {
      await removeFromGroup(send, { groupId, userId: member.id, blocked: true, reason });
      showToast(done);
      onDone();
      onClose();
    } catch (error) {
      // Told by the call itself; what was written stays.
      if (asRefusal(error) === null) throw error;
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
  /** Between those who wait for a decision and those who are in. */
  children: ReactNode;
};

/** The group's people, those who lead it first; who manages it decides and blocks here. */
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
  const [blocking, setBlocking] = useState<GroupMember | null>(null);
  const onBlock = (member: GroupMember) => whenReady(() => setBlocking(member));
  const [managed, setManaged] = useState<GroupMember | null>(null);
  const onManage = (member: GroupMember) => whenManaged(() => setManaged(member));
  const reload = useReload();
  /** Where it fails, the list stays as it was. */
  const renew = () => load("").catch(rethrowUnrefused);
  const people = useRef<HTMLUListElement>(null);
  const kept = useFocusFallback(() => people.current);
  return (
    <div className="cl-pad">
      {isOwn && group.manages && group.waiting > 0 && (
        <GroupApplicants group={group} onLast={kept} onAccepted={() => void renew()} />
      )}
      {children}
      <ul ref={people} className="card cl-gls mt3" aria-label={clubMessages.groupTabs.members} tabIndex={-1}>
        {list.map((member) => (
          <GroupMemberItem
            key={member.id}
            member={member}
            {...(group.manages && { onBlock })}
            {...(group.leads && { onManage })}
          />
        ))}
      </ul>
      <LoadMore cursor={cursor} load={load} end={clubMessages.endPeople} />
      {managed !== null && (
        <Suspense>
          <PersonMenu
            member={managed}
            groupId={group.groupId}
            onRemove={() => onBlock(managed)}
            onDone={() => {
              reload();
              void renew().finally(kept);
            }}
            onClose={() => setManaged(null)}
          />
        </Suspense>
      )}
      {blocking !== null && (
        <RemoveMemberSheet
          member={blocking}
          groupId={group.groupId}
          onDone={() => {
            // However far the list has been scrolled through, it stays.
            setList((before) => before.filter(({ id }) => id !== blocking.id));
            kept();
            reload();
          }}
          onClose={() => setBlocking(null)}
        />
      )}
    </div>
  );
}
