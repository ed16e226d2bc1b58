import { Suspense, useRef, useState, type ReactNode } from "react";
import type { GroupDetail } from "#contract/community.ts";
import type { GroupMember } from "#contract/community-shapes.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { blockFrom, loadGroupMembers } from "./api.ts";
import { Person } from "./group-person.tsx";
import { Applicants } from "./group-applicants.tsx";
import { More } from "./more.tsx";
import { part } from "./part.ts";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

const { Part: ReasonSheet, whenReady } = part(() => import("./reason-sheet.tsx"));
const { Part: PersonMenu, whenReady: whenManaged } = part(() => import("./person-menu.tsx"));

/** What the call itself has told is no error. */
const rethrowUnrefused = (error: unknown): void => {
  if (refusalOf(error) === null) throw error;
};

type BlockingProps = { member: GroupMember; groupId: string; onDone: () => void; onClose: () => void };

/** Removes somebody from the group, after being asked why. */
function Blocking({ member, groupId, onDone, onClose }: BlockingProps) {
  const [isBusy, setBusy] = useState(false);
  const { title, text, reason: label, confirm, done } = words.blockFrom;
  const remove = async (reason: string) => {
    setBusy(true);
    try {
      await blockFrom(send, { groupId, userId: member.id, blocked: true, reason });
      toast(done);
      onDone();
      onClose();
    } catch (error) {
      // Told by the call itself; what was written stays.
      if (refusalOf(error) === null) throw error;
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

type GroupPeopleProps = {
  group: GroupDetail;
  isOwn: boolean;
  /** Between those who wait for a decision and those who are in. */
  children: ReactNode;
};

/** The group's people, those who lead it first; who manages it decides and blocks here. */
export function GroupPeople({ group, isOwn, children }: GroupPeopleProps) {
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
  const kept = useFocusKept(() => people.current);
  return (
    <div className="cl-pad">
      {isOwn && group.manages && group.waiting > 0 && (
        <Applicants group={group} onLast={kept} onAccepted={() => void renew()} />
      )}
      {children}
      <ul ref={people} className="card cl-gls mt3" aria-label={words.groupTabs.members} tabIndex={-1}>
        {list.map((member) => (
          <Person
            key={member.id}
            member={member}
            {...(group.manages && { onBlock })}
            {...(group.leads && { onManage })}
          />
        ))}
      </ul>
      <More cursor={cursor} load={load} end={words.endPeople} />
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
        <Blocking
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
