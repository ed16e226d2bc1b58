import { Refusal } from "#contract/core/errors.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { startOfShanghaiDay, toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { withAuditEntry, systemActor, type AuditEntry } from "../database/shared-tables/audit-log.ts";
import type { Database } from "../database/connection/database.ts";
import { callerActor, staffActor } from "../http/security/audit-actor.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import { limitedNetwork } from "../http/network/limited-network.ts";
import type { AppContext } from "../core/app-context.ts";
import { articlesStore } from "./article/articles-store.ts";
import { commentsStore } from "./comment/comments-store.ts";
import { complaintsStore } from "./moderation/complaints-store.ts";
import type { ClubPorts } from "./ports.ts";
import { editStore } from "./article/edit-store.ts";
import { groupsStore } from "./group/groups-store.ts";
import { hiddenStore } from "./moderation/hidden-store.ts";
import { reportsStore } from "./moderation/reports-store.ts";
import { joinWriter } from "./group/join-store.ts";
import { membersStore } from "./member/members-store.ts";
import {
  addNotifications,
  withdrawNotifications,
  notificationsStore,
  notifyAuthor,
  type ModerationDecision,
  type NewNotification,
} from "./notification/notifications-store.ts";
import { memberListStore } from "./member/member-list-store.ts";
import { createPresenter } from "./presenter.ts";
import { RATE_LIMIT_WINDOW, memberRateLimits, type RateLimitedAction } from "./rate-limits.ts";
import { limitedRelationWriter, relations, relationWriter, type RelationChange } from "./relation-store.ts";
import type { Viewer } from "./visibility-store.ts";
import { clubWords } from "./text/club-words-store.ts";
import { clubMessages } from "./messages.ts";

/** Notifies an article's author of new likes, and withdraws notifications of undone ones. */
async function notifyOfLikes(
  db: Database,
  articleId: string,
  { made, undone, time }: RelationChange,
): Promise<void> {
  const article = made.length > 0 ? await articlesStore(db).findWithRole(articleId, "") : null;
  if (article)
    await addNotifications(
      db,
      made.map((actor) => ({ kind: "like", to: article.member_id, actor, articleId })),
      time,
    );
  if (undone.length > 0) await withdrawNotifications(db, "like", articleId, undone);
}
/** Notifies a member of new followers, and withdraws notifications of undone follows. */
async function notifyOfFollows(
  db: Database,
  memberId: string,
  { made, undone, time }: RelationChange,
): Promise<void> {
  await addNotifications(
    db,
    made.map((actor) => ({ kind: "follow", to: memberId, actor })),
    time,
  );
  if (undone.length > 0) await withdrawNotifications(db, "follow", memberId, undone);
}

/** Actions that are written to the audit log; each runs in one transaction with its entry. */
const auditHelpers = ({ clock, config, db }: AppContext) => ({
  /** Operator with a staff link. */
  staffActor: (linkId: string, caller: Caller) => staffActor(linkId, caller, config.brand),
  /** Runs an action of a group's leader or helper. */
  withCallerAudit: <T>(
    caller: Caller,
    entry: Pick<AuditEntry, "action" | "about" | "outcome">,
    run: (db: Database) => Promise<T>,
  ): Promise<T> =>
    withAuditEntry(db, run, () => ({
      ...entry,
      by: callerActor(caller, config.brand),
      now: new Date(clock.now()),
    })),
  /** Hides content because of many complaints. */
  withHideAudit: (about: { kind: string; id: string }, run: (db: Database) => Promise<unknown>) =>
    withAuditEntry(db, run, () => ({
      by: systemActor,
      action: "club.moderate",
      about,
      outcome: "hide",
      now: new Date(clock.now()),
    })),
});

/** Stores and helpers that all handlers of the club share. */
export function createClubContext(context: AppContext, ports: ClubPorts) {
  const { clock, config, db, reads } = context;
  const members = membersStore(db);
  const shownMembers = membersStore(reads);
  const guarded = { isGuarded: true } as const;
  /** @throws Refusal "flowBranch" for members whom operators have barred */
  const requireNotBarred = async (memberId: string): Promise<void> => {
    const bar = await members.findBar(memberId, new Date(clock.now()));
    if (bar === null) return;
    const remark =
      bar.until === null
        ? clubMessages.barred
        : clubMessages.barredUntil(formatShort(toShanghaiIso(bar.until)));
    throw new Refusal("flowBranch", { remark });
  };
  return {
    ports,
    members: shownMembers,
    groups: groupsStore(reads),
    articles: { ...articlesStore(reads), ...editStore(db) },
    comments: commentsStore(reads),
    complaints: complaintsStore(db),
    reports: reportsStore(db),
    notifications: notificationsStore(reads),
    hidden: hiddenStore(db),
    memberLists: memberListStore(reads),
    present: createPresenter(shownMembers, ports),
    words: clubWords(db, config.clubWords),
    groupApplications: joinWriter(db),
    likes: relationWriter(db, relations.articleLike, { ...guarded, after: notifyOfLikes }),
    commentLikes: relationWriter(db, relations.commentLike),
    groupFollows: relationWriter(db, relations.groupFollow),
    memberFollows: limitedRelationWriter(db, relations.memberFollow, { ...guarded, after: notifyOfFollows }),
    ...auditHelpers(context),
    now: () => clock.now(),
    time: () => new Date(clock.now()),
    midnight: () => startOfShanghaiDay(clock.now()),
    notify: (notifications: readonly NewNotification[]) =>
      addNotifications(db, notifications, new Date(clock.now())),
    notifyAuthor: (decision: ModerationDecision) => notifyAuthor(db, decision, new Date(clock.now())),
    /** The network whose share of pools the caller uses; null: none. */
    networkOf: ({ address }: Caller): string | null => limitedNetwork(address, config),
    /** The caller's member; null: a visitor, or a user without a member yet. */
    async viewer({ user }: Caller): Promise<Viewer> {
      return user === null ? null : shownMembers.findId(user.userId);
    },
    /** The caller's member, which is created with their first action. @throws Refusal "unauthenticated" */
    actor: (caller: Caller): Promise<string> =>
      members.findOrCreate(requireUser(caller).userId, new Date(clock.now())),
    requireNotBarred,
    /** Counts an action. @throws Refusal "flowBranch" for barred members, "tooMany" above the limit */
    async enforceRateLimit(memberId: string, kind: RateLimitedAction): Promise<void> {
      // Lets barred members search, and request a review of the decision.
      if (kind !== "search" && kind !== "review") await requireNotBarred(memberId);
      if (!config.rateLimits) return;
      const now = clock.now();
      if ((await members.countAction(memberId, kind, now)) <= memberRateLimits[kind]) return;
      const retryAfterSeconds = Math.ceil((RATE_LIMIT_WINDOW - (now % RATE_LIMIT_WINDOW)) / 1_000);
      throw new Refusal("tooMany", { message: clubMessages.tooMany, retryAfterSeconds });
    },
  };
}
export type ClubContext = ReturnType<typeof createClubContext>;
