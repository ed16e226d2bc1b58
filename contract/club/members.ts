import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { complaintKind, complaintReason, moderation } from "./complaints.ts";
import { clubLimits } from "./limits.ts";
import { articlePageSchema, authorSchema, groupSchema, booleanFlag } from "./shapes.ts";
import { cursor, id, timestamp, pageSize, upTo } from "../core/fields.ts";

/** Members of the car club, their notifications and complaints; signed like its groups. */
const base = { base: "api", signature: "community" } as const;

/**
 * Follows or unfollows a member: a GET with an effect, so it needs the session token in a header; idempotent
 * (requirements P03, P24).
 */
export const followUser = defineCall({
  ...base,
  name: "followUser",
  method: "GET",
  paths: ["community/group/doFollowUserById"],
  audience: "user",
  acts: true,
  /** `userId`: id of a club member. */
  args: z.object({ userId: id, follow: booleanFlag }),
  result: z.object({ followed: z.boolean(), followers: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** A member's page in one response. Addition to the specification. */
export const showMember = defineCall({
  ...base,
  name: "showMember",
  method: "GET",
  paths: ["community/member/detail"],
  audience: "anyone",
  /** Without an id the caller's own page. */
  args: z.object({ userId: z.optional(id), pageSize }),
  result: z.object({
    ...authorSchema.shape,
    seriesNames: z.array(z.string()),
    articles: z.int(),
    followers: z.int(),
    following: z.int(),
    followed: z.boolean(),
    own: z.boolean(),
    /** Blocked by the caller: their content is not shown to them. */
    blocked: z.boolean(),
    joinedTime: timestamp,
    /** Last joined first; at most 10. */
    groups: z.array(groupSchema),
    feed: articlePageSchema,
  }),
  refusals: ["notFound", "unauthenticated"],
});
export type MemberDetail = z.output<typeof showMember.result>;

/**
 * Members related to a member, newest first: followers and following of any member, and those blocked by the
 * caller, which only the caller can list. Members hidden from the caller are omitted. Addition to the
 * specification.
 */
export const listRelatedMembers = defineCall({
  ...base,
  name: "listRelatedMembers",
  method: "GET",
  paths: ["community/member/people"],
  audience: "user",
  args: z.object({
    kind: z.enum(["followers", "following", "blocked"]),
    /** Id of a club member; without an id, and always for "blocked", the caller. */
    userId: z.optional(id),
    cursor,
    pageSize,
  }),
  result: z.object({
    list: z.array(
      z.extend(authorSchema, {
        seriesName: z.nullable(z.string()),
        /** Whether the caller follows them. */
        followed: z.boolean(),
        /** Whether it is the caller. */
        own: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound"],
});
type RelatedMemberPage = z.output<typeof listRelatedMembers.result>;
export type RelatedMember = RelatedMemberPage["list"][number];

/**
 * Finds members to mention by a part of the name, by pinyin or by its initials; those of the group first.
 * Addition to the specification.
 */
export const searchMembers = defineCall({
  ...base,
  name: "searchMembers",
  method: "GET",
  paths: ["community/member/search"],
  audience: "user",
  /** Without a keyword: members that the caller follows and authors in the group. */
  args: z.object({
    keyword: z._default(z.string().check(upTo(clubLimits.maxKeywordLength, "太长了")), ""),
    groupId: z.optional(id),
  }),
  result: z.object({ list: z.array(authorSchema) }),
  refusals: [],
});

/**
 * join: a person joined or applied to a group that the caller leads, or the caller's application was decided;
 * moderation: an article or comment of the caller was hidden or shown again.
 */
const notificationKind = z.enum(["like", "mention", "comment", "follow", "join", "moderation"]);

/**
 * Notifications of the caller, newest first; each like of an article is a separate one. Addition to the
 * specification.
 */
export const listNotifications = defineCall({
  ...base,
  name: "listNotifications",
  method: "GET",
  paths: ["community/member/notifications"],
  audience: "user",
  args: z.object({
    kind: z.optional(notificationKind),
    cursor,
    pageSize,
  }),
  result: z.object({
    list: z.array(
      z.object({
        notificationId: id,
        kind: notificationKind,
        /** For moderation the caller: the deciding person is not disclosed. */
        actor: authorSchema,
        /**
         * Article for like, mention, comment, moderation; null if moderation is about a group's texts and
         * cover.
         */
        article: z.nullable(
          z.object({
            articleId: id,
            /** Its title, otherwise its first words. */
            title: z.string(),
            imageUrl: z.nullable(z.string()),
          }),
        ),
        /** First words of the comment; null: the article itself. */
        comment: z.nullable(z.object({ commentId: id, text: z.string() })),
        /** For join and moderation. */
        group: z.nullable(z.object({ groupId: id, name: z.string() })),
        /**
         * Event. For join: joined, asked, accepted, declined; appointed and dismissed if the caller became a
         * manager or no longer is one, leads if the group was handed over to the caller; removed if the
         * caller was blocked from the group, closed if the group no longer exists: the acting person is not
         * disclosed, and `actor` is the caller. For moderation: hidden, shown.
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
        /**
         * Only for `leads`: the previous leader closed their account, so the caller inherited the group;
         * `actor` is the caller.
         */
        inherited: z.optional(z.boolean()),
        /** For moderation; otherwise null. */
        moderation: z.nullable(moderation),
        createdTime: timestamp,
        read: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
    /** At most 100. */
    unread: z.int(),
  }),
  refusals: [],
});
type NotificationPage = z.output<typeof listNotifications.result>;
export type Notification = NotificationPage["list"][number];

/** Marks all notifications up to one as read. Addition to the specification. */
export const readNotifications = defineCall({
  ...base,
  name: "readNotifications",
  method: "PUT",
  paths: ["community/member/notifications"],
  audience: "user",
  acts: false,
  args: z.object({ until: id }),
  result: z.object({ unread: z.int() }),
  refusals: [],
});

/**
 * Reports content; enough complaints hide an article or comment until operators have decided. Idempotent. 633
 * with remark: for a group that the caller leads. Addition to the specification.
 */
export const reportContent = defineCall({
  ...base,
  name: "reportContent",
  method: "POST",
  paths: ["community/member/report"],
  audience: "user",
  args: z.object({
    kind: complaintKind,
    targetId: id,
    reason: complaintReason,
    detail: z._default(z.string().check(upTo(clubLimits.maxReasonLength, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "flowBranch"],
});

/**
 * Requests a review of the caller's own hidden content by operators; once, idempotent. Addition to the
 * specification.
 */
export const requestModerationReview = defineCall({
  ...base,
  name: "requestModerationReview",
  method: "POST",
  paths: ["community/member/review"],
  audience: "user",
  args: z.object({
    kind: z.enum(["article", "comment"]),
    targetId: id,
    /** Explanation for operators; plain text. */
    detail: z._default(z.string().check(upTo(clubLimits.maxReasonLength, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "flowBranch"],
});

/**
 * Blocks a person for the caller: neither sees or mentions the other, follows end; idempotent. Addition to
 * the specification.
 */
export const blockMember = defineCall({
  ...base,
  name: "blockMember",
  method: "POST",
  paths: ["community/member/block"],
  audience: "user",
  args: z.object({ userId: id, blocked: z._default(z.boolean(), true) }),
  result: z.object({ blocked: z.boolean() }),
  refusals: ["notFound", "flowBranch"],
});
