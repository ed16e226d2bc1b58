import { useRef, useState } from "react";
import { Link, useParams } from "react-router";
import type { RelatedMember } from "#contract/club/members.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { block, loadPeople, type PeopleListKind } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { expireScreens, toggles } from "../club-state.ts";
import { FollowButton } from "./follow-button.tsx";
import { LoadMore } from "../shared/load-more.tsx";
import { ListSkeleton } from "../skeletons.tsx";
import { clubMessages } from "../messages.ts";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** List of members; `userId` null: the viewer's own list. */
type PeopleList = { readonly kind: PeopleListKind; readonly userId: string | null };

/** List of a path: `blocked`, `member/<id>/followers`, `member/<id>/following`. */
function listOf(path: string): PeopleList {
  const [, id = null, kind] = path.split("/");
  if (kind === "followers" || kind === "following") return { kind, userId: id === "me" ? null : id };
  return { kind: "blocked", userId: null };
}

async function load({ kind, userId }: PeopleList, cursor?: string) {
  const page = await loadPeople(send, kind, userId, cursor);
  for (const { id, followed } of page.list) toggles.receiveIsOn(`member ${id}`, followed);
  return page;
}

function UnblockButton({ person, onDone }: { person: RelatedMember; onDone: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const unblock = async () => {
    setBusy(true);
    try {
      await block(send, person.id, false);
      expireScreens();
      showToast(clubMessages.unblocked(person.displayName));
      onDone();
    } catch (error) {
      // The call itself shows a refusal.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      look="outline"
      size="tiny"
      isBusy={isBusy}
      aria-label={clubMessages.unblockNamed(person.displayName)}
      onClick={() => void unblock()}
    >
      {clubMessages.unblock}
    </Button>
  );
}

type PersonProps = { person: RelatedMember; kind: PeopleListKind; onUnblocked: () => void };
function Person({ person, kind, onUnblocked }: PersonProps) {
  const { id, displayName, avatar, owner, seriesName, followed, own } = person;
  return (
    <li className={`${contentCss.listRow} ${clubCss.groupRow}`}>
      <Link
        className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
        to={`/club/member/${id}`}
        prefetch="intent"
      >
        <Avatar url={avatar} size={40} />
        <span
          className={`${layoutCss.grow} ${textCss.small} ${textCss.medium} ${layoutCss.row} ${layoutCss.gap2}`}
        >
          <span className={textCss.ellipsis} dir="auto">
            {displayName}
          </span>
          {owner && <Tag kind="brand">{seriesName ?? clubMessages.owner}</Tag>}
        </span>
      </Link>
      {kind === "blocked" ? (
        <UnblockButton person={person} onDone={onUnblocked} />
      ) : (
        !own && <FollowButton kind="member" id={id} name={displayName} followed={followed} />
      )}
    </li>
  );
}

function People({ first, list }: { first: Awaited<ReturnType<typeof load>>; list: PeopleList }) {
  const [further, setFurther] = useState<readonly RelatedMember[]>([]);
  const [cursor, setCursor] = useState(first.nextCursor);
  const [unblocked, setUnblocked] = useState<ReadonlySet<string>>(new Set());
  const more = async (from: string) => {
    const page = await load(list, from);
    setFurther((before) => [...before, ...page.list]);
    setCursor(page.nextCursor);
  };
  const section = useRef<HTMLDivElement>(null);
  const restoreFocus = useFocusFallback(() => section.current);
  const people = [...first.list, ...further].filter(({ id }) => !unblocked.has(id));
  if (people.length === 0 && cursor === null)
    return (
      <section ref={section} aria-label={clubMessages.people.title[list.kind]} tabIndex={-1}>
        <EmptyState {...clubMessages.people.none[list.kind]} />
      </section>
    );
  return (
    <section
      ref={section}
      className={`${clubCss.gutter} ${layoutCss.marginTop3}`}

      aria-label={clubMessages.people.title[list.kind]}
      tabIndex={-1}
    >
      <ul className={`${contentCss.card} ${clubCss.groups}`}>
        {people.map((person) => (
          <Person
            key={person.id}
            person={person}
            kind={list.kind}
            onUnblocked={() => {
              setUnblocked((before) => new Set([...before, person.id]));
              restoreFocus();
            }}
          />
        ))}
      </ul>
      <LoadMore cursor={cursor} load={more} end={clubMessages.people.end} />
    </section>
  );
}

/** Screen with followers, followed members or the viewer's blocked members (requirements P12, P23). */
export default function PeopleScreen() {
  const list = listOf(useParams()["*"] ?? "");
  const key = `${list.kind} ${list.userId}`;
  const own = usePersonalData(`club-people ${key}`, () => load(list));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.people.title[list.kind]} back={`/club/member/${list.userId ?? "me"}`} />
      <div className={clubCss.narrow}>
        <AuthGatedSection data={own} visitor={clubMessages.people.visitor} skeleton={<ListSkeleton />}>
          {(first) => <People key={`${key} ${first.list[0]?.id}`} first={first} list={list} />}
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
