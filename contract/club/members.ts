import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { complaintKind, complaintReason, moderation } from "./complaints.ts";
import { clubLimits } from "./limits.ts";
import { articlePageSchema, authorSchema, groupSchema, booleanFlag } from "./shapes.ts";
import { cursor, id, moment, pageSize } from "../core/fields.ts";

/** People of the car club, what they are told, and what they complain of; signed like its groups. */
const base = { base: "api", signature: "community" } as const;

/** Follows somebody or no longer: a GET with an effect, so it needs the session token in a header; idempotent (requirements P03, P24). */
export const followUser = defineCall({
  ...base,
  name: "followUser",
  method: "GET",
  paths: ["community/group/doFollowUserById"],
  who: "user",
  /** `userId`: of a club member. */
  args: z.object({ userId: id, follow: booleanFlag }),
  result: z.object({ followed: z.boolean(), followers: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** A member's page in one answer. Ours. */
export const showMember = defineCall({
  ...base,
  name: "showMember",
  method: "GET",
  paths: ["community/member/detail"],
  who: "anyone",
  /** Without an id the caller's own. */
  args: z.object({ userId: z.optional(id), pageSize }),
  result: z.object({
    ...authorSchema.shape,
    seriesNames: z.array(z.string()),
    articles: z.int(),
    followers: z.int(),
    following: z.int(),
    followed: z.boolean(),
    own: z.boolean(),
    /** By the caller: nothing of theirs is shown to them. */
    blocked: z.boolean(),
    joinedTime: moment,
    /** The last joined first; at most 10. */
    groups: z.array(groupSchema),
    feed: articlePageSchema,
  }),
  refusals: ["notFound", "unauthenticated"],
});
export type MemberDetail = z.output<typeof showMember.result>;

/**
 * People around a member, of whom the newest in the club come first: who follows them, whom they follow; and
 * whom the caller has blocked, which is nobody else's business. None whom the caller does not see. Ours.
 */
export const listRelatedMembers = defineCall({
  ...base,
  name: "listRelatedMembers",
  method: "GET",
  paths: ["community/member/people"],
  who: "user",
  args: z.object({
    kind: z.enum(["followers", "following", "blocked"]),
    /** Of a club member; without an id, and of those blocked always, the caller's own. */
    userId: z.optional(id),
    cursor,
    pageSize,
  }),
  result: z.object({
    list: z.array(
      z.extend(authorSchema, {
        seriesName: z.nullable(z.string()),
        /** By the caller. */
        followed: z.boolean(),
        /** The caller. */
        own: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
export type RelatedMemberPage = z.output<typeof listRelatedMembers.result>;
export type RelatedMember = RelatedMemberPage["list"][number];

/** Whom one may mention: by a part of the name, pinyin or its first letters; those of the group first. Ours. */
export const searchMembers = defineCall({
  ...base,
  name: "searchMembers",
  method: "GET",
  paths: ["community/member/search"],
  who: "user",
  /** Without a keyword: those whom the caller follows and who write in the group. */
  args: z.object({
    keyword: z._default(z.string().check(z.maxLength(clubLimits.keywordMost, "太长了")), ""),
    groupId: z.optional(id),
  }),
  result: z.object({ list: z.array(authorSchema) }),
  refusals: [],
});

/**
 * join: somebody joined or wants to join a group that the caller leads, or the caller was let in or declined;
 * moderation: an article or comment of the caller's is hidden, or shown again.
 */
const noticeKind = z.enum(["like", "mention", "comment", "follow", "join", "moderation"]);

/** What the caller is told, newest first; several likes of one article are one each. Ours. */
export const listNotifications = defineCall({
  ...base,
  name: "listNotifications",
  method: "GET",
  paths: ["community/member/notifications"],
  who: "user",
  args: z.object({
    kind: z.optional(noticeKind),
    cursor,
    pageSize,
  }),
  result: z.object({
    list: z.array(
      z.object({
        notificationId: id,
        kind: noticeKind,
        /** Of moderation the caller: who decided is not told. */
        actor: authorSchema,
        /** Of what: for like, mention, comment, moderation; null where moderation is of a group's own texts and cover. */
        article: z.nullable(
          z.object({
            articleId: id,
            /** Its title, else its first words. */
            title: z.string(),
            imageUrl: z.nullable(z.string()),
          }),
        ),
        /** First words of the comment; null: the article itself. */
        comment: z.nullable(z.object({ commentId: id, text: z.string() })),
        /** For join and moderation. */
        group: z.nullable(z.object({ groupId: id, name: z.string() })),
        /**
         * What happened. For join: joined, asked, accepted, declined; appointed and dismissed where the caller
         * helps to lead the group or no longer, leads where it was handed over to them; removed where those who lead
         * it have blocked the caller from it, closed where there is no such group any more: who did that is not told,
         * and `actor` is the caller. For moderation: hidden, shown.
         */
        outcome: z.nullable(
          z.enum([
            "joined",
            "asked",
            "accepted",
            "declined",
            "appointed",
            "dismissed",
            "leads",
            "removed",
            "closed",
            "hidden",
            "shown",
          ]),
        ),
        /** Of `leads`: whoever led the group has left for good, so nobody handed it over; `actor` is the caller. */
        inherited: z.optional(z.boolean()),
        /** For moderation; else null. */
        moderation: z.nullable(moderation),
        createdTime: moment,
        read: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
    /** At most 100. */
    unread: z.int(),
  }),
  refusals: [],
});
export type NotificationPage = z.output<typeof listNotifications.result>;
export type Notification = NotificationPage["list"][number];

/** Everything up to one notification is read. Ours. */
export const readNotifications = defineCall({
  ...base,
  name: "readNotifications",
  method: "PUT",
  paths: ["community/member/notifications"],
  who: "user",
  args: z.object({ until: id }),
  result: z.object({ unread: z.int() }),
  refusals: [],
});

/**
 * Complains of something; enough complaints hide an article or comment until somebody has looked at it. Again:
 * nothing happens. 633 with remark: of a group that the caller leads. Ours.
 */
export const reportContent = defineCall({
  ...base,
  name: "reportContent",
  method: "POST",
  paths: ["community/member/report"],
  who: "user",
  args: z.object({
    kind: complaintKind,
    targetId: id,
    reason: complaintReason,
    detail: z._default(z.string().check(z.maxLength(clubLimits.reasonMost, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "flowBranch"],
});

/** Asks operators to look again at something of the caller's that is hidden; once, again: nothing happens. Ours. */
export const requestModerationReview = defineCall({
  ...base,
  name: "requestModerationReview",
  method: "POST",
  paths: ["community/member/review"],
  who: "user",
  args: z.object({
    kind: z.enum(["article", "comment"]),
    targetId: id,
    /** What operators should know; plain text. */
    detail: z._default(z.string().check(z.maxLength(clubLimits.reasonMost, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "flowBranch"],
});

/** Blocks somebody for oneself: neither sees or mentions the other, follows end; idempotent. Ours. */
export const blockMember = defineCall({
  ...base,
  name: "blockMember",
  method: "POST",
  paths: ["community/member/block"],
  who: "user",
  args: z.object({ userId: id, blocked: z._default(z.boolean(), true) }),
  result: z.object({ blocked: z.boolean() }),
  refusals: ["notFound", "flowBranch"],
});
