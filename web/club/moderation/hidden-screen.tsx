import * as hiddenCss from "./hidden.module.css";
import { useRef, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { HiddenContent } from "#contract/club/moderation.ts";
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
import { removeFromGroup, loadGroupMembers } from "../group/api.ts";
import { loadHidden, moderateContent } from "./api.ts";
import { Avatar } from "../shared/avatar.tsx";
import { expireScreens } from "../club-state.ts";
import { LoadMore } from "../shared/load-more.tsx";
import { TimeAgo } from "../shared/relative-time.tsx";
import { ArticlePictures } from "../article/article-pictures.tsx";
import { useArticlePictures } from "../article/picture-addresses.ts";
import { RichText } from "../shared/rich-text.tsx";
import { ListSkeleton } from "../skeletons.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as clubCss from "../club.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Loads the members who were removed and must not join again. @throws Refusal */
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
    // A retry would not help: the screen explains itself instead.
    if (asRefusal(error)?.refusal === "forbidden") return "forbidden";
    throw error;
  }
}
type HiddenLists = Exclude<Awaited<ReturnType<typeof loadAll>>, "forbidden">;

/** Runs an action with a busy state; the call itself shows a refusal. */
function useAction() {
  const [isBusy, setBusy] = useState(false);
  const run = async (action: () => Promise<void>) => {
    setBusy(true);
    try {
      await action();
      expireScreens();
    } catch (error) {
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run: (action: () => Promise<void>) => void run(action) };
}

function HiddenPictures({ article }: { article: Article }) {
  const { images, onBroken } = useArticlePictures(article);
  return <ArticlePictures urls={images} authorName={article.author.displayName} onBroken={onBroken} />;
}

/** Hidden article or comment with its content and a button that restores it. */
function HiddenItem({ item, onRestored }: { item: HiddenContent; onRestored: () => void }) {
  const { kind, targetId, article, comment, byOperators } = item;
  const { isBusy, run } = useAction();
  const written = article ?? comment;
  if (written === null) return null;
  const { author, content, mentions, createdTime } = written;
  const name = groupMessages.hidden.kinds[kind];
  const restore = async () => {
    await moderateContent(send, { kind, targetId, action: "show" });
    showToast(groupMessages.hidden.shown);
    onRestored();
  };
  return (
    <li className={`${contentCss.card} ${contentCss.padded} ${hiddenCss.item}`}>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Avatar url={author.avatar} size={36} />
        <div className={layoutCss.grow}>
          <p className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`}>{author.displayName}</p>
          <p className={`${textCss.caption} ${textCss.tertiary}`}>
            <TimeAgo time={createdTime} />
          </p>
        </div>
        <Tag kind="mute">{name}</Tag>
      </div>
      {article !== null && article.title !== "" && (
        <p className={textCss.medium}>
          <TitleText text={article.title} />
        </p>
      )}
      <div className={`${textCss.small} ${hiddenCss.text}`}>
        <RichText content={content} mentions={mentions} hasLinks={false} />
      </div>
      {article !== null && <HiddenPictures article={article} />}
      {byOperators ? (
        <p className={`${textCss.caption} ${textCss.secondary}`}>{groupMessages.hidden.byOperators}</p>
      ) : (
        <Button
          look="outline"
          size="small"
          isBusy={isBusy}
          aria-label={groupMessages.hidden.showNamed(name, author.displayName)}
          onClick={() => run(restore)}
        >
          {groupMessages.hidden.show}
        </Button>
      )}
    </li>
  );
}

/** Removed member with a button that readmits them. */
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
  const { isBusy, run } = useAction();
  const readmit = async () => {
    await removeFromGroup(send, { groupId, userId: id, blocked: false });
    showToast(groupMessages.hidden.readmitted(displayName));
    onDone();
  };
  return (
    <li className={`${contentCss.listRow} ${clubCss.groupRow}`}>
      <Link
        className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.grow}`}
        to={`/club/member/${id}`}
        prefetch="intent"
      >
        <Avatar url={avatar} size={40} />
        <span className={layoutCss.grow}>
          <span className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`}>{displayName}</span>
          {reason !== null && reason !== "" && (
            <span className={`${textCss.caption} ${textCss.secondary} ${clubCss.block}`}>
              {groupMessages.because(reason)}
            </span>
          )}
        </span>
      </Link>
      <Button
        look="outline"
        size="tiny"
        isBusy={isBusy}
        aria-label={groupMessages.hidden.readmitNamed(displayName)}
        onClick={() => run(readmit)}
      >
        {groupMessages.hidden.readmit}
      </Button>
    </li>
  );
}

const keyOf = ({ kind, targetId }: Pick<HiddenContent, "kind" | "targetId">) => `${kind} ${targetId}`;

/** React key of the lists, which restart when their first pages change. */
const listsKey = ({ content, people }: HiddenLists) =>
  [...content.list.map(keyOf), ...people.list.map(({ id }) => id)].join();

type Page<T> = { readonly list: readonly T[]; readonly nextCursor: string | null };

/** List that loads further pages by scrolling. */
function usePagedList<T>(first: Page<T>, load: (cursor: string) => Promise<Page<T>>) {
  const [{ list, nextCursor }, setLoaded] = useState(first);
  const more = async (from: string) => {
    const page = await load(from);
    setLoaded((before) => ({ list: [...before.list, ...page.list], nextCursor: page.nextCursor }));
  };
  return { all: list, end: nextCursor !== null && <LoadMore cursor={nextCursor} load={more} end="" /> };
}

function Lists({ first, groupId }: { first: HiddenLists; groupId: string }) {
  const content = usePagedList(first.content, (cursor) => loadHidden(send, { groupId, cursor }));
  const blocked = usePagedList(first.people, (cursor) => loadBlocked(groupId, cursor));
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const section = useRef<HTMLDivElement>(null);
  const restoreFocus = useFocusFallback(() => section.current);
  const remove = (key: string) => {
    setRemoved((before) => new Set([...before, key]));
    restoreFocus();
  };
  const list = content.all.filter((item) => !removed.has(keyOf(item)));
  const people = blocked.all.filter(({ id }) => !removed.has(id));
  const [hasNoContent, hasNoPeople] = [
    list.length === 0 && content.end === false,
    people.length === 0 && blocked.end === false,
  ];
  if (hasNoContent && hasNoPeople)
    return (
      <section ref={section} aria-label={groupMessages.hidden.title} tabIndex={-1}>
        <EmptyState {...groupMessages.hidden.none} />
      </section>
    );
  return (
    <section
      ref={section}
      className={`${clubCss.gutter} ${hiddenCss.list}`}
      aria-label={groupMessages.hidden.title}
      tabIndex={-1}
    >
      <section>
        <h2 className={textCss.title3}>{groupMessages.hidden.content}</h2>
        {hasNoContent ? (
          <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop2}`}>
            {groupMessages.hidden.noContent}
          </p>
        ) : (
          <>
            <ul>
              {list.map((item) => (
                <HiddenItem key={keyOf(item)} item={item} onRestored={() => remove(keyOf(item))} />
              ))}
            </ul>
            {content.end}
          </>
        )}
      </section>
      <section>
        <h2 className={textCss.title3}>{groupMessages.hidden.people}</h2>
        {hasNoPeople ? (
          <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop2}`}>
            {groupMessages.hidden.noPeople}
          </p>
        ) : (
          <>
            <ul className={`${contentCss.card} ${clubCss.groups} ${layoutCss.marginTop3}`}>
              {people.map((person) => (
                <BlockedPerson key={person.id} {...{ person, groupId }} onDone={() => remove(person.id)} />
              ))}
            </ul>
            {blocked.end}
          </>
        )}
      </section>
    </section>
  );
}

/** Screen for managers with a group's hidden content and removed members (requirement P23). */
export default function HiddenScreen() {
  const groupId = useSearchParams()[0].get("groupId") ?? "";
  // The name differs from an older one, since browsers may still have cached data of the older shape.
  const own = usePersonalData(`club-hidden-pages ${groupId}`, () => loadAll(groupId));
  return (
    <Screen brand={useBrand()} current="club" hasBar>
      <NavBar title={groupMessages.hidden.title} back={`/club/group/${groupId}`} />
      <div className={clubCss.narrow}>
        <AuthGatedSection data={own} visitor={groupMessages.hidden.visitor} skeleton={<ListSkeleton />}>
          {(first) =>
            first === "forbidden" ? (
              <EmptyState {...groupMessages.hidden.forbidden}>
                <ButtonLink to={`/club/group/${groupId}`}>{clubMessages.toGroup}</ButtonLink>
              </EmptyState>
            ) : (
              <Lists key={listsKey(first)} first={first} groupId={groupId} />
            )
          }
        </AuthGatedSection>
      </div>
    </Screen>
  );
}
