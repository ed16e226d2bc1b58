import { useRef, useState } from "react";
import { Link, useParams } from "react-router";
import type { PersonOfList } from "#contract/community-members.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { useBrand } from "../platform/site.ts";
import { useOwn } from "../platform/use-own.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { block, loadPeople, type PeopleKind } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { expire, switches } from "./club-state.ts";
import { FollowButton } from "./follow-button.tsx";
import { More } from "./more.tsx";
import { Boxes } from "./waiting.tsx";
import { words } from "./words.ts";

/** Whose list; null: the person's own. */
type PeopleList = { readonly kind: PeopleKind; readonly userId: string | null };

/** Which list a path shows: `blocked`, `member/<id>/followers`, `member/<id>/following`. */
function listOf(path: string): PeopleList {
  const [, id = null, kind] = path.split("/");
  if (kind === "followers" || kind === "following") return { kind, userId: id === "me" ? null : id };
  return { kind: "blocked", userId: null };
}

async function load({ kind, userId }: PeopleList, cursor?: string) {
  const page = await loadPeople(send, kind, userId, cursor);
  for (const { id, followed } of page.list) switches.learnIsOn(`member ${id}`, followed);
  return page;
}

/** Takes back a block. */
function Unblock({ person, onDone }: { person: PersonOfList; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await block(send, person.id, false);
      expire();
      toast(words.unblocked(person.displayName));
      onDone();
    } catch (error) {
      // Told by the call itself.
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="outline"
      size="tiny"
      isBusy={isBusy}
      aria-label={words.unblockNamed(person.displayName)}
      onClick={() => void undo()}
    >
      {words.unblock}
    </Button>
  );
}

type PersonProps = { person: PersonOfList; kind: PeopleKind; onGone: () => void };
function Person({ person, kind, onGone }: PersonProps) {
  const { id, displayName, avatar, owner, seriesName, followed, own } = person;
  return (
    <li className="li cl-gl">
      <Link className="row g3 f1" to={`/club/member/${id}`} prefetch="intent">
        <Avatar url={avatar} size={40} />
        <span className="f1 bs md row g2">
          <span className="el1" dir="auto">
            {displayName}
          </span>
          {owner && <Tag kind="brand">{seriesName ?? words.owner}</Tag>}
        </span>
      </Link>
      {kind === "blocked" ? (
        <Unblock person={person} onDone={onGone} />
      ) : (
        !own && <FollowButton kind="member" id={id} name={displayName} followed={followed} />
      )}
    </li>
  );
}

function People({ first, list }: { first: Awaited<ReturnType<typeof load>>; list: PeopleList }) {
  const [further, setFurther] = useState<readonly PersonOfList[]>([]);
  const [cursor, setCursor] = useState(first.nextCursor);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const more = async (from: string) => {
    const page = await load(list, from);
    setFurther((before) => [...before, ...page.list]);
    setCursor(page.nextCursor);
  };
  const place = useRef<HTMLDivElement>(null);
  const kept = useFocusKept(() => place.current);
  const people = [...first.list, ...further].filter(({ id }) => !gone.has(id));
  if (people.length === 0 && cursor === null)
    return (
      <section ref={place} aria-label={words.people.title[list.kind]} tabIndex={-1}>
        <Empty {...words.people.none[list.kind]} />
      </section>
    );
  return (
    <section
      ref={place}
      className="cl-pad mt3"

      aria-label={words.people.title[list.kind]}
      tabIndex={-1}
    >
      <ul className="card cl-gls">
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            kind={list.kind}
            onGone={() => {
              setGone((before) => new Set([...before, person.id]));
              kept();
            }}
          />
        ))}
      </ul>
      <More cursor={cursor} load={more} end={words.people.end} />
    </section>
  );
}

/** Who follows a member, whom they follow, and whom the person has blocked (requirements P12, P23). */
export default function PeopleScreen() {
  const list = listOf(useParams()["*"] ?? "");
  const key = `${list.kind} ${list.userId}`;
  const own = useOwn(`club-people ${key}`, () => load(list));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.people.title[list.kind]} back={`/club/member/${list.userId ?? "me"}`} />
      <div className="cl-narrow">
        <OwnPart own={own} visitor={words.people.visitor} skeleton={<Boxes />}>
          {(first) => <People key={`${key} ${first.list[0]?.id}`} first={first} list={list} />}
        </OwnPart>
      </div>
    </Screen>
  );
}
