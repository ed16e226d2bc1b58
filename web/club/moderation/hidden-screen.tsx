import "./hidden.css";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { HiddenContent } from "#contract/club/articles.ts";
import type { Article, GroupMember } from "#contract/club/shapes.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Tag } from "../../ui/display/tag.tsx";
import { removeFromGroup, loadGroupMembers, loadHidden, moderateContent } from "../api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { expireScreens } from "../club-state.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { ArticlePictures } from "../article/article-pictures.tsx";
import { useArticlePictures } from "../article/picture-addresses.ts";
import { RichText } from "../shared/rich-text.tsx";
import { ListSkeleton } from "../skeletons.tsx";
import { clubMessages } from "../messages.ts";

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
    if (asRefusal(error)?.refusal === "forbidden") return "forbidden";
    throw error;
  }
}
type HiddenLists = Exclude<Awaited<ReturnType<typeof loadAll>>, "forbidden">;

/** Runs one thing at a time; a refusal is told by the call itself. */
function useBusy() {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      expireScreens();
    } catch (error) {
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: (work: () => Promise<void>) => void run(work) };
}

/** The pictures may be all that is wrong with it. */
function HiddenPictures({ article }: { article: Article }) {
  const { images, onBroken } = useArticlePictures(article);
  return <ArticlePictures urls={images} of={article.author.displayName} onBroken={onBroken} />;
}

/** Something hidden, with what it says and shows, and the way to show it again. */
function HiddenItem({ item, onShown }: { item: HiddenContent; onShown: () => void }) {
  const { kind, targetId, article, comment, byOperators } = item;
  const { isBusy, run } = useBusy();
  const written = article ?? comment;
  if (written === null) return null;
  const { author, content, mentions, createdTime } = written;
  const name = clubMessages.hidden.kinds[kind];
  const show = async () => {
    await moderateContent(send, { kind, targetId, action: "show" });
    showToast(clubMessages.hidden.shown);
    onShown();
  };
  return (
    <li className="card p cl-hid">
      <div className="row g3">
        <Avatar url={author.avatar} size={36} />
        <div className="f1">
          <p className="bs md el1">{author.displayName}</p>
          <p className="cap c3">
            <TimeAgo time={createdTime} />
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
        <p className="cap c2">{clubMessages.hidden.byOperators}</p>
      ) : (
        <Button
          look="outline"
          size="small"
          isBusy={isBusy}
          aria-label={clubMessages.hidden.showNamed(name, author.displayName)}
          onClick={() => run(show)}
        >
          {clubMessages.hidden.show}
        </Button>
      )}
    </li>
  );
}

/** Somebody who was blocked from the group, and the way to let them come again. */
function BlockedPerson({
  person,
  groupId,
  onDone,
}: {
  person: GroupMember;
  groupId: string;
  onDone: () => void;
}) {
  const { id, displayName, avatar, reason } = person;
  const { isBusy, run } = useBusy();
  const letIn = async () => {
    await removeFromGroup(send, { groupId, userId: id, blocked: false });
    showToast(clubMessages.hidden.letInDone(displayName));
    onDone();
  };
  return (
    <li className="li cl-gl">
      <Link className="row g3 f1" to={`/club/member/${id}`} prefetch="intent">
        <Avatar url={avatar} size={40} />
        <span className="f1">
          <span className="bs md el1">{displayName}</span>
          {reason !== null && reason !== "" && (
            <span className="cap c2 cl-blk">{clubMessages.because(reason)}</span>
          )}
        </span>
      </Link>
      <Button
        look="outline"
        size="tiny"
        isBusy={isBusy}
        aria-label={clubMessages.hidden.letInNamed(displayName)}
        onClick={() => run(letIn)}
      >
        {clubMessages.hidden.letIn}
      </Button>
    </li>
  );
}

const keyOf = ({ kind, targetId }: Pick<HiddenContent, "kind" | "targetId">) => `${kind} ${targetId}`;

/** Begun anew where the lists begin otherwise. */
const nameOf = ({ content, people }: HiddenLists) =>
  [...content.list.map(keyOf), ...people.list.map(({ id }) => id)].join();

type Page<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };

/** A list that goes on from what it began with. */
function useFurther<T>(first: Page<T>, load: (cursor: string) => Promise<Page<T>>) {
  const [{ list, nextCursor }, setLoaded] = useState(first);
  const more = async (from: string) => {
    const page = await load(from);
    setLoaded((before) => ({ list: [...before.list, ...page.list], nextCursor: page.nextCursor }));
  };
  return { all: list, end: nextCursor !== null && <LoadMore cursor={nextCursor} load={more} end="" /> };
}

function Lists({ first, groupId }: { first: HiddenLists; groupId: string }) {
  const content = useFurther(first.content, (cursor) => loadHidden(send, { groupId, cursor }));
  const blocked = useFurther(first.people, (cursor) => loadBlocked(groupId, cursor));
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const place = useRef<HTMLDivElement>(null);
  const kept = useFocusFallback(() => place.current);
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
      <section ref={place} aria-label={clubMessages.hidden.title} tabIndex={-1}>
        <EmptyState {...clubMessages.hidden.none} />
      </section>
    );
  return (
    <section ref={place} className="cl-pad cl-hids" aria-label={clubMessages.hidden.title} tabIndex={-1}>
      <section>
        <h2 className="t3">{clubMessages.hidden.content}</h2>
        {isNothing ? (
          <p className="bs c2 mt2">{clubMessages.hidden.noContent}</p>
        ) : (
          <>
            <ul>
              {list.map((item) => (
                <HiddenItem key={keyOf(item)} item={item} onShown={() => take(keyOf(item))} />
              ))}
            </ul>
            {content.end}
          </>
        )}
      </section>
      <section>
        <h2 className="t3">{clubMessages.hidden.people}</h2>
        {isNobody ? (
          <p className="bs c2 mt2">{clubMessages.hidden.noPeople}</p>
        ) : (
          <>
            <ul className="card cl-gls mt3">
              {people.map((person) => (
                <BlockedPerson key={person.id} {...{ person, groupId }} onDone={() => take(person.id)} />
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
  const own = usePersonalData(`club-hidden-pages ${groupId}`, () => loadAll(groupId));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={clubMessages.hidden.title} back={`/club/group/${groupId}`} />
      <div className="cl-narrow">
        <AuthGatedSection own={own} visitor={clubMessages.hidden.visitor} skeleton={<ListSkeleton />}>
          {(first) =>
            first === "forbidden" ? (
              <EmptyState {...clubMessages.hidden.forbidden}>
                <ButtonLink to={`/club/group/${groupId}`}>{clubMessages.toGroup}</ButtonLink>
              </EmptyState>
            ) : (
              <Lists key={nameOf(first)} first={first} groupId={groupId} />
            )
          }
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
