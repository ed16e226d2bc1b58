import { Suspense, useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import type { GroupDetail } from "#contract/community.ts";
import type { GroupMember } from "#contract/community-shapes.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { Tag } from "../ui/tag.tsx";
import { blockFrom, decideJoin, loadGroupMembers } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { MoreIcon } from "./icons.tsx";
import { More } from "./more.tsx";
import { part } from "./part.ts";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

const { Part: ReasonSheet, whenReady } = part(() => import("./reason-sheet.tsx"));
const { Part: PersonMenu, whenReady: whenManaged } = part(() => import("./person-menu.tsx"));

type Act = (member: GroupMember) => void;

/** What the call itself has told is no error. */
const rethrowUnrefused = (error: unknown): void => {
  if (refusalOf(error) === null) throw error;
};

/** Somebody in the group, or waiting to be. */
const Person = ({
  member,
  onBlock,
  onManage,
  onDecide,
}: {
  member: GroupMember;
  onBlock?: Act;
  /** Of whoever leads the group. */
  onManage?: Act;
  onDecide?: (member: GroupMember, accepted: boolean) => void;
}) => (
  <li className={classes("li cl-gl", onDecide && "asks")}>
    <Link className="row g3 f1" to={`/club/member/${member.id}`} prefetch="intent">
      <Avatar url={member.avatar} size={40} />
      <span className="f1">
        <span className="bs md row g2">
          <span className="el1" dir="auto">
            {member.displayName}
          </span>
          {member.role !== "member" && <Tag kind="hot">{words.role[member.role]}</Tag>}
          {member.owner && <Tag kind="brand">{member.seriesName ?? words.owner}</Tag>}
        </span>
        {member.reason !== null && member.reason !== "" && (
          <span className="cap c2 cl-blk">{words.because(member.reason)}</span>
        )}
      </span>
    </Link>
    {onDecide && (
      <span className="row g2 cl-decide">
        <Button
          look="outline"
          size="tiny"
          aria-label={words.declineNamed(member.displayName)}
          onClick={() => onDecide(member, false)}
        >
          {words.decline}
        </Button>
        <Button
          size="tiny"
          aria-label={words.acceptNamed(member.displayName)}
          onClick={() => onDecide(member, true)}
        >
          {words.accept}
        </Button>
      </span>
    )}
    {onManage && member.role !== "leader" && (
      <IconButton
        label={words.lead.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onManage(member)}
      />
    )}
    {!onManage && onBlock && member.role === "member" && (
      <IconButton
        label={words.blockFrom.label(member.displayName)}
        icon={<MoreIcon size={20} />}
        onClick={() => onBlock(member)}
      />
    )}
  </li>
);

/** Those who wait, for whoever leads the group; gone as they are decided. */
function Waiting({ group, onLast }: { group: GroupDetail; onLast: () => void }) {
  const [list, setList] = useState<readonly GroupMember[] | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const reload = useReload();
  const [turn, setTurn] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = useFocusKept(() => heading.current);
  useEffect(() => {
    let isHere = true;
    loadGroupMembers(send, { groupId: group.groupId, waiting: "1", pageSize: 50 }).then(
      (page) => isHere && setList(page.list),
      () => isHere && setFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [group.groupId, turn]);
  const decide = (member: GroupMember, accepted: boolean) => {
    setList((before) => before?.filter(({ id }) => id !== member.id) ?? null);
    if (list?.length === 1) onLast();
    else kept();
    decideJoin(send, { groupId: group.groupId, userId: member.id, accepted }).then(
      () => {
        toast(accepted ? words.accepted(member.displayName) : words.declined(member.displayName));
        reload();
      },
      (error: unknown) => {
        if (refusalOf(error) === null) throw error;
        setTurn((before) => before + 1);
      },
    );
  };
  if (hasFailed)
    return (
      <p className="bs c2 ctr mt3">
        {words.moreFailed}
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            setFailed(false);
            setTurn((before) => before + 1);
          }}
        >
          {words.retry}
        </Button>
      </p>
    );
  if (list?.length === 0) return null;
  if (list === null)
    return (
      <section className="mt3" aria-busy="true">
        <h2 className="t3 cl-sub">{words.applications(group.waiting)}</h2>
        <div className="card sk cl-box cl-tight" aria-hidden="true" />
      </section>
    );
  return (
    <section className="mt3">
      <h2 ref={heading} className="t3 cl-sub" tabIndex={-1}>
        {words.applications(list.length)}
      </h2>
      <ul className="card cl-gls">
        {list.map((member) => (
          <Person key={member.id} member={member} onDecide={decide} />
        ))}
      </ul>
    </section>
  );
}

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
  const people = useRef<HTMLUListElement>(null);
  const kept = useFocusKept(() => people.current);
  return (
    <div className="cl-pad">
      {isOwn && group.manages && group.waiting > 0 && <Waiting group={group} onLast={kept} />}
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
              // Where it fails, the list stays as it was.
              void load("").catch(rethrowUnrefused).finally(kept);
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
            setList((before) => before.filter(({ id }) => id !== blocking.id));
            kept();
          }}
          onClose={() => setBlocking(null)}
        />
      )}
    </div>
  );
}
