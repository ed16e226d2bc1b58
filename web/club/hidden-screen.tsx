import "./hidden.css";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Hidden } from "#contract/community-articles.ts";
import type { Article, GroupMember } from "#contract/community-shapes.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { useBrand } from "../platform/site.ts";
import { useOwn } from "../platform/use-own.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { NavBar } from "../ui/frame.tsx";
import { OwnPart } from "../ui/own-part.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { Tag } from "../ui/tag.tsx";
import { blockFrom, loadGroupMembers, loadHidden, manage } from "./api.ts";
import { Avatar } from "./avatar.tsx";
import { expire } from "./club-state.ts";
import { More } from "./more.tsx";
import { Ago } from "./now.tsx";
import { Pictures } from "./pictures.tsx";
import { useImages } from "./renewed-pictures.ts";
import { RichText } from "./rich-text.tsx";
import { Boxes } from "./waiting.tsx";
import { words } from "./words.ts";

/** @throws Refusal */
const loadBlocked = (groupId: string, cursor?: string) =>
  loadGroupMembers(send, {
    groupId,
    blocked: "1",
    pageSize: 50,
    ...(cursor !== undefined && { cursor }),
  });

async function loadAll(groupId: string) {
  try {
    const [content, people] = await Promise.all([loadHidden(send, { groupId }), loadBlocked(groupId)]);
    return { content, people };
  } catch (error) {
    // Trying again would help nobody: it is said what the page is.
    if (refusalOf(error)?.refusal === "forbidden") return "forbidden";
    throw error;
  }
}
type All = Exclude<Awaited<ReturnType<typeof loadAll>>, "forbidden">;

/** Runs one thing at a time; a refusal is told by the call itself. */
function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      expire();
    } catch (error) {
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: (work: () => Promise<void>) => void run(work) };
}

/** The pictures may be all that is wrong with it. */
function HiddenPictures({ article }: { article: Article }) {
  const { images, onBroken } = useImages(article);
  return <Pictures urls={images} of={article.author.displayName} onBroken={onBroken} />;
}

/** Something hidden, with what it says and shows, and the way to show it again. */
function Item({ item, onShown }: { item: Hidden; onShown: () => void }) {
  const { kind, targetId, article, comment, byOperators } = item;
  const { isBusy, run } = useBusy();
  const written = article ?? comment;
  if (written === null) return null;
  const { author, content, mentions, createdTime } = written;
  const name = words.hidden.kinds[kind];
  const show = async () => {
    await manage(send, { kind, targetId, action: "show" });
    toast(words.hidden.shown);
    onShown();
  };
  return (
    <li className="card p cl-hid">
      <div className="row g3">
        <Avatar url={author.avatar} size={36} />
        <div className="f1">
          <p className="bs md el1">{author.displayName}</p>
          <p className="cap c3">
            <Ago time={createdTime} />
          </p>
        </div>
        <Tag kind="mute">{name}</Tag>
      </div>
      {article !== null && article.title !== "" && <p className="md">{article.title}</p>}
      <div className="bs cl-hidt">
        <RichText content={content} mentions={mentions} hasLinks={false} />
      </div>
      {article !== null && <HiddenPictures article={article} />}
      {byOperators ? (
        <p className="cap c2">{words.hidden.byOperators}</p>
      ) : (
        <Button
          look="outline"
          size="small"
          isBusy={isBusy}
          aria-label={words.hidden.showNamed(name, author.displayName)}
          onClick={() => run(show)}
        >
          {words.hidden.show}
        </Button>
      )}
    </li>
  );
}

/** Somebody who was blocked from the group, and the way to let them come again. */
function Person({ person, groupId, onDone }: { person: GroupMember; groupId: string; onDone: () => void }) {
  const { id, displayName, avatar, reason } = person;
  const { isBusy, run } = useBusy();
  const letIn = async () => {
    await blockFrom(send, { groupId, userId: id, blocked: false });
    toast(words.hidden.letInDone(displayName));
    onDone();
  };
  return (
    <li className="li cl-gl">
      <Link className="row g3 f1" to={`/club/member/${id}`} prefetch="intent">
        <Avatar url={avatar} size={40} />
        <span className="f1">
          <span className="bs md el1">{displayName}</span>
          {reason !== null && reason !== "" && <span className="cap c2 cl-blk">{words.because(reason)}</span>}
        </span>
      </Link>
      <Button
        look="outline"
        size="tiny"
        isBusy={isBusy}
        aria-label={words.hidden.letInNamed(displayName)}
        onClick={() => run(letIn)}
      >
        {words.hidden.letIn}
      </Button>
    </li>
  );
}

const keyOf = ({ kind, targetId }: Pick<Hidden, "kind" | "targetId">) => `${kind} ${targetId}`;

/** Begun anew where the lists begin otherwise. */
const nameOf = ({ content, people }: All) =>
  [...content.list.map(keyOf), ...people.list.map(({ id }) => id)].join();

type Page<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };

/** A list that goes on from what it began with. */
function useFurther<T>(first: Page<T>, load: (cursor: string) => Promise<Page<T>>) {
  const [{ list, nextCursor }, setLoaded] = useState(first);
  const more = async (from: string) => {
    const page = await load(from);
    setLoaded((before) => ({ list: [...before.list, ...page.list], nextCursor: page.nextCursor }));
  };
  return { all: list, end: nextCursor !== null && <More cursor={nextCursor} load={more} end="" /> };
}

function Lists({ first, groupId }: { first: All; groupId: string }) {
  const content = useFurther(first.content, (cursor) => loadHidden(send, { groupId, cursor }));
  const blocked = useFurther(first.people, (cursor) => loadBlocked(groupId, cursor));
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const kept = useFocusKept(() => place.current);
  const take = (key: string) => {
    setGone((before) => new Set([...before, key]));
    kept();
  };
  const list = content.all.filter((item) => !gone.has(keyOf(item)));
  const people = blocked.all.filter(({ id }) => !gone.has(id));
  const [isNothing, isNobody] = [
    list.length === 0 && content.end === false,
    people.length === 0 && blocked.end === false,
  ];
  if (isNothing && isNobody)
    return (
      <section ref={place} aria-label={words.hidden.title} tabIndex={-1}>
        <Empty {...words.hidden.none} />
      </section>
    );
  return (
    <section ref={place} className="cl-pad cl-hids" aria-label={words.hidden.title} tabIndex={-1}>
      <section>
        <h2 className="t3">{words.hidden.content}</h2>
        {isNothing ? (
          <p className="bs c2 mt2">{words.hidden.noContent}</p>
        ) : (
          <>
            <ul>
              {list.map((item) => (
                <Item key={keyOf(item)} item={item} onShown={() => take(keyOf(item))} />
              ))}
            </ul>
            {content.end}
          </>
        )}
      </section>
      <section>
        <h2 className="t3">{words.hidden.people}</h2>
        {isNobody ? (
          <p className="bs c2 mt2">{words.hidden.noPeople}</p>
        ) : (
          <>
            <ul className="card cl-gls mt3">
              {people.map((person) => (
                <Person key={person.id} {...{ person, groupId }} onDone={() => take(person.id)} />
              ))}
            </ul>
            {blocked.end}
          </>
        )}
      </section>
    </section>
  );
}

/** What is hidden in a group and who is blocked from it, for those who lead it (requirement P23). */
export default function HiddenScreen() {
  const groupId = useSearchParams()[0].get("groupId") ?? "";
  // Another key than when people were no page: the browser may have kept some of that.
  const own = useOwn(`club-hidden-pages ${groupId}`, () => loadAll(groupId));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={words.hidden.title} back={`/club/group/${groupId}`} />
      <div className="cl-narrow">
        <OwnPart own={own} visitor={words.hidden.visitor} skeleton={<Boxes />}>
          {(first) =>
            first === "forbidden" ? (
              <Empty {...words.hidden.forbidden}>
                <ButtonLink to={`/club/group/${groupId}`}>{words.toGroup}</ButtonLink>
              </Empty>
            ) : (
              <Lists key={nameOf(first)} first={first} groupId={groupId} />
            )
          }
        </OwnPart>
      </div>
    </Screen>
  );
}
