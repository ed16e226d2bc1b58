import { Refusal } from "#contract/core/errors.ts";
import { withAuditEntry, systemActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { callerActor, staffActor } from "../http/security/audit-actor.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { AppContext } from "../core/app-context.ts";
import { articlesStore } from "./article/articles-store.ts";
import { commentsStore } from "./comment/comments-store.ts";
import { complaintsStore } from "./moderation/complaints-store.ts";
import type { ClubPorts } from "./ports.ts";
import { editStore } from "./article/edit-store.ts";
import { groupsStore } from "./group/groups-store.ts";
import { hiddenStore } from "./moderation/hidden-store.ts";
import { joinWriter } from "./group/join-store.ts";
import { membersStore } from "./member/members-store.ts";
import {
  addNotices,
  dropNotices,
  noticesStore,
  notifyAuthor,
  type ModerationDecision,
} from "./notice/notices-store.ts";
import { memberListStore } from "./member/member-list-store.ts";
import { createPresenter } from "./presenter.ts";
import { shanghaiMidnight, RATE_LIMIT_WINDOW, memberRateLimits, type RateLimitedAction } from "./rules.ts";
import { relations, relationWriter, type RelationChange } from "./relation-store.ts";
import type { Viewer } from "./visibility-store.ts";
import { wordFilter } from "./text/word-filter.ts";
import { clubMessages } from "./messages.ts";

/** Likes of an article are told its author. */
async function notifyOfLikes(
  db: Database,
  articleId: string,
  { made, undone, time }: RelationChange,
): Promise<void> {
  const article = made.length > 0 ? await articlesStore(db).standing(articleId, "") : null;
  if (article)
    await addNotices(
      db,
      made.map((actor) => ({ kind: "like", to: article.member_id, actor, articleId })),
      time,
    );
  if (undone.length > 0) await dropNotices(db, "like", articleId, undone);
}
async function notifyOfFollows(
  db: Database,
  memberId: string,
  { made, undone, time }: RelationChange,
): Promise<void> {
  await addNotices(
    db,
    made.map((actor) => ({ kind: "follow", to: memberId, actor })),
    time,
  );
  if (undone.length > 0) await dropNotices(db, "follow", memberId, undone);
}

/** What all of the club's handlers work with. */
export function createClubContext(context: AppContext, ports: ClubPorts) {
  const { clock, config, db } = context;
  const members = membersStore(db);
  const guarded = { isGuarded: true } as const;
  return {
    ports,
    members,
    groups: groupsStore(db),
    articles: { ...articlesStore(db), ...editStore(db) },
    comments: commentsStore(db),
    complaints: complaintsStore(db),
    notices: noticesStore(db),
    hidden: hiddenStore(db),
    people: memberListStore(db),
    present: createPresenter(members, ports),
    hasBadWord: wordFilter(config.clubWords),
    joins: joinWriter(db),
    likes: relationWriter(db, relations.articleLike, { ...guarded, after: notifyOfLikes }),
    commentLikes: relationWriter(db, relations.commentLike),
    groupFollows: relationWriter(db, relations.groupFollow),
    memberFollows: relationWriter(db, relations.memberFollow, { ...guarded, after: notifyOfFollows }),
    /** Whoever has a link to decide complaints, for the audit log. */
    staff: (linkId: string, caller: Caller) => staffActor(linkId, caller, config.brand),
    /** Does what those who lead a group may, with its line in the audit log. */
    leading: <T>(
      caller: Caller,
      entry: Pick<AuditEntry, "action" | "about" | "outcome">,
      run: (db: Database) => Promise<T>,
    ): Promise<T> =>
      withAuditEntry(db, run, () => ({
        ...entry,
        by: callerActor(caller, config.brand),
        now: new Date(clock.now()),
      })),
    /** What so many have complained of is hidden until somebody looks at it. */
    hide: (about: { kind: string; id: string }, run: (db: Database) => Promise<unknown>) =>
      withAuditEntry(db, run, () => ({
        by: systemActor,
        action: "club.moderate",
        about,
        outcome: "hide",
        now: new Date(clock.now()),
      })),
    now: () => clock.now(),
    time: () => new Date(clock.now()),
    midnight: () => shanghaiMidnight(clock.now()),
    tell: (notices: Parameters<typeof addNotices>[1]) => addNotices(db, notices, new Date(clock.now())),
    tellAuthor: (decided: ModerationDecision) => notifyAuthor(db, decided, new Date(clock.now())),
    /** The member who looks on. */
    async viewer({ user }: Caller): Promise<Viewer> {
      return user === null ? null : members.idOf(user.userId);
    },
    /** The member who does something; made at the first time. */
    actor: (caller: Caller): Promise<string> =>
      members.keep(requireUser(caller).userId, new Date(clock.now())),
    /** @throws Refusal "flowBranch" where operators have barred them, "tooMany" where they do it too often */
    async mustBePaced(memberId: string, kind: RateLimitedAction): Promise<void> {
      // Whoever is barred looks for others, and may say that it was wrong.
      if (kind !== "search" && kind !== "review" && (await members.isBarred(memberId)))
        throw new Refusal("flowBranch", { remark: clubMessages.barred });
      if (!config.rateLimits) return;
      const now = clock.now();
      if ((await members.pace(memberId, kind, now)) <= memberRateLimits[kind]) return;
      const retryAfterSeconds = Math.ceil((RATE_LIMIT_WINDOW - (now % RATE_LIMIT_WINDOW)) / 1_000);
      throw new Refusal("tooMany", { message: clubMessages.tooMany, retryAfterSeconds });
    },
  };
}
export type ClubContext = ReturnType<typeof createClubContext>;
