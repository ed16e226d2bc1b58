import { Refusal } from "#contract/errors.ts";
import { audited, theSystem, type AuditEntry } from "../database/audit.ts";
import type { Database } from "../database/database.ts";
import { theCaller, theStaff } from "../http/acting.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Kit } from "../kit.ts";
import { articlesStore } from "./articles-store.ts";
import { commentsStore } from "./comments-store.ts";
import { complaintsStore } from "./complaints-store.ts";
import type { CommunityDoors } from "./doors.ts";
import { editStore } from "./edit-store.ts";
import { groupsStore } from "./groups-store.ts";
import { hiddenStore } from "./hidden-store.ts";
import { joinWriter } from "./join-writer.ts";
import { membersStore } from "./members-store.ts";
import { addNotices, dropNotices, noticesStore, tellAuthor, type Decided } from "./notices-store.ts";
import { peopleStore } from "./people-store.ts";
import { createPresenter } from "./present.ts";
import { midnightOf, PACE_WINDOW, paces, type PaceKind } from "./rules.ts";
import { relations, toggleWriter, type Change } from "./toggle.ts";
import type { Viewer } from "./views.ts";
import { wordFilter } from "./word-filter.ts";
import { words } from "./words.ts";

/** Likes of an article are told its author. */
async function tellOfLikes(db: Database, articleId: string, { made, undone, time }: Change): Promise<void> {
  const article = made.length > 0 ? await articlesStore(db).standing(articleId, "") : null;
  if (article)
    await addNotices(
      db,
      made.map((actor) => ({ kind: "like", to: article.member_id, actor, articleId })),
      time,
    );
  if (undone.length > 0) await dropNotices(db, "like", articleId, undone);
}
async function tellOfFollows(db: Database, memberId: string, { made, undone, time }: Change): Promise<void> {
  await addNotices(
    db,
    made.map((actor) => ({ kind: "follow", to: memberId, actor })),
    time,
  );
  if (undone.length > 0) await dropNotices(db, "follow", memberId, undone);
}

/** What all of the club's handlers work with. */
export function createClub(kit: Kit, doors: CommunityDoors) {
  const { clock, config, db } = kit;
  const members = membersStore(db);
  const guarded = { isGuarded: true } as const;
  return {
    doors,
    members,
    groups: groupsStore(db),
    articles: { ...articlesStore(db), ...editStore(db) },
    comments: commentsStore(db),
    complaints: complaintsStore(db),
    notices: noticesStore(db),
    hidden: hiddenStore(db),
    people: peopleStore(db),
    present: createPresenter(members, doors),
    hasBadWord: wordFilter(config.clubWords),
    joins: joinWriter(db),
    likes: toggleWriter(db, relations.articleLike, { ...guarded, after: tellOfLikes }),
    commentLikes: toggleWriter(db, relations.commentLike),
    groupFollows: toggleWriter(db, relations.groupFollow),
    memberFollows: toggleWriter(db, relations.memberFollow, { ...guarded, after: tellOfFollows }),
    /** Whoever has a link to decide complaints, for the audit log. */
    staff: (linkId: string, caller: Caller) => theStaff(linkId, caller, config.brand),
    /** Does what those who lead a group may, with its line in the audit log. */
    leading: <T>(
      caller: Caller,
      entry: Pick<AuditEntry, "action" | "about" | "outcome">,
      run: (db: Database) => Promise<T>,
    ): Promise<T> =>
      audited(db, run, () => ({
        ...entry,
        by: theCaller(caller, config.brand),
        now: new Date(clock.now()),
      })),
    /** What so many have complained of is hidden until somebody looks at it. */
    hide: (about: { kind: string; id: string }, run: (db: Database) => Promise<unknown>) =>
      audited(db, run, () => ({
        by: theSystem,
        action: "club.moderate",
        about,
        outcome: "hide",
        now: new Date(clock.now()),
      })),
    now: () => clock.now(),
    time: () => new Date(clock.now()),
    midnight: () => midnightOf(clock.now()),
    tell: (notices: Parameters<typeof addNotices>[1]) => addNotices(db, notices, new Date(clock.now())),
    tellAuthor: (decided: Decided) => tellAuthor(db, decided, new Date(clock.now())),
    /** The member who looks on. */
    async viewer({ user }: Caller): Promise<Viewer> {
      return user === null ? null : members.idOf(user.userId);
    },
    /** The member who does something; made at the first time. */
    actor: (caller: Caller): Promise<string> => members.keep(userOf(caller).userId, new Date(clock.now())),
    /** @throws Refusal "flowBranch" where operators have barred them, "tooMany" where they do it too often */
    async mustBePaced(memberId: string, kind: PaceKind): Promise<void> {
      // Whoever is barred looks for others, and may say that it was wrong.
      if (kind !== "search" && kind !== "review" && (await members.isBarred(memberId)))
        throw new Refusal("flowBranch", { remark: words.barred });
      if (!config.rateLimits) return;
      const now = clock.now();
      if ((await members.pace(memberId, kind, now)) <= paces[kind]) return;
      const retryAfterSeconds = Math.ceil((PACE_WINDOW - (now % PACE_WINDOW)) / 1_000);
      throw new Refusal("tooMany", { message: words.tooMany, retryAfterSeconds });
    },
  };
}
export type Club = ReturnType<typeof createClub>;
