import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { clubLimits } from "./limits.ts";
import {
  articlePageSchema,
  authorSchema,
  clubActivitySchema,
  groupSchema,
  groupMemberSchema,
  groupPageSchema,
  membershipStatus,
  booleanFlag,
} from "./shapes.ts";
import { cursor, divisionCode, id, timestamp, pageSize, upTo } from "../core/fields.ts";

/**
 * Groups of the car club (contract section 7). Every call is signed (X-COP-*); public data is readable by
 * visitors too. Refusals by rules are 633 with the message in flow_branch_remark.
 */
const base = { base: "api", signature: "community" } as const;
const reason = z._default(z.string("请填写理由").check(upTo(clubLimits.maxReasonLength)), "");

/**
 * Identity of the caller in the club; the only call whose success code is 200, a number (requirement P10).
 */
export const showMemberIdentity = defineCall({
  ...base,
  name: "showMemberIdentity",
  method: "GET",
  paths: ["community/member/identity"],
  success: 200,
  audience: "anyone",
  args: z.object({}),
  result: z.object({
    /** visitor: not logged in; member: logged in; owner: of a verified car. */
    identity: z.enum(["visitor", "member", "owner"]),
    verifiedOwner: z.boolean(),
    /** Series of the verified cars. */
    seriesCodes: z.array(z.string()),
    // Additions to the specification:
    /** The caller as the club shows them; null for visitors, and until they first act in the club. */
    member: z.nullable(authorSchema),
    /** Unread notifications, at most 100. */
    unread: z.int(),
  }),
  refusals: [],
});
export type MemberIdentity = z.output<typeof showMemberIdentity.result>;

/**
 * The club's home page in one response: groups of the caller, near them and for their series, and one of its
 * feeds.
 */
export const showCarClub = defineCall({
  ...base,
  name: "showCarClub",
  method: "POST",
  paths: ["community/group/app/carclub"],
  audience: "anyone",
  args: z.object({
    cityCode: z.optional(divisionCode),
    /** Scope of the feed, as in `listArticles`: city is that of `cityCode`. */
    scope: z._default(z.enum(["all", "following", "city"]), "all"),
    /** Number of articles in the feed. */
    pageSize,
  }),
  result: z.object({
    ...showMemberIdentity.result.shape,
    /** Last joined first, including those waiting for approval. At most `clubLimits.maxGroups`. */
    mine: z.array(groupSchema),
    /** Groups of the caller's city, then of its province; not joined. At most 10. */
    near: z.array(groupSchema),
    /**
     * Groups for the series of the caller's cars; for people without a verified car the largest ones. Not
     * joined. At most 10.
     */
    forSeries: z.array(groupSchema),
    feed: articlePageSchema,
  }),
  refusals: [],
});
export type CarClub = z.output<typeof showCarClub.result>;

/** Groups of a member, last joined first; without an id those of the caller (requirement P08). */
export const listGroupsOfUser = defineCall({
  ...base,
  name: "listGroupsOfUser",
  method: "GET",
  paths: ["community/group/groupListWithPageByUserId"],
  audience: "anyone",
  /** `userId`: id of a club member. */
  args: z.object({ userId: z.optional(id), cursor, pageSize }),
  result: groupPageSchema,
  refusals: ["unauthenticated", "notFound"],
});

/** All groups, the largest first. Addition to the specification. */
export const listGroups = defineCall({
  ...base,
  name: "listGroups",
  method: "GET",
  paths: ["community/group/list"],
  audience: "anyone",
  args: z.object({
    keyword: z.optional(z.string().check(upTo(clubLimits.maxKeywordLength))),
    cityCode: z.optional(divisionCode),
    seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))),
    cursor,
    pageSize,
  }),
  result: groupPageSchema,
  refusals: [],
});

/** A group's page in one response. Addition to the specification. */
export const showGroup = defineCall({
  ...base,
  name: "showGroup",
  method: "GET",
  paths: ["community/group/detail"],
  audience: "anyone",
  args: z.object({
    groupId: id,
    /** "1": the feed has only articles featured by the group's leaders. */
    featured: z.optional(z.enum(["0", "1"])),
    pageSize,
  }),
  result: z.object({
    ...groupSchema.shape,
    /** Plain text, one rule a line. */
    rules: z.string(),
    createdTime: timestamp,
    /** Whether the caller is its leader or a manager: may feature, hide, accept and block. */
    manages: z.boolean(),
    /** Whether the caller is its leader: may edit its texts, appoint managers, and hand it over. */
    leads: z.boolean(),
    /** Number of pending applications; 0 for people who do not manage it. */
    waiting: z.int(),
    /** Reason why the caller is blocked; null unless they are. */
    blockedReason: z.nullable(z.string()),
    /** Leader and managers, then the newest members; at most 12. */
    people: z.array(groupMemberSchema),
    /** Nearby activities for its members, not over; at most 5. */
    activities: z.array(clubActivitySchema),
    feed: articlePageSchema,
  }),
  refusals: ["notFound"],
});
export type GroupDetail = z.output<typeof showGroup.result>;

/**
 * Members of a group, leader and managers first. With `waiting` the applicants, longest waiting first, with
 * `blocked` the people blocked from it: both only for its managers, empty for others. Addition to the
 * specification.
 */
export const listGroupMembers = defineCall({
  ...base,
  name: "listGroupMembers",
  method: "GET",
  paths: ["community/group/members"],
  audience: "anyone",
  args: z.object({
    groupId: id,
    waiting: z.optional(z.enum(["0", "1"])),
    blocked: z.optional(z.enum(["0", "1"])),
    cursor,
    pageSize,
  }),
  result: z.object({ list: z.array(groupMemberSchema), nextCursor: z.nullable(z.string()) }),
  refusals: ["notFound"],
});

/** Whether the group and the caller's own list have room for another membership (requirement P05). */
export const checkJoinGroupNum = defineCall({
  ...base,
  name: "checkJoinGroupNum",
  method: "GET",
  paths: ["community/group/checkJoinGroupNum"],
  audience: "user",
  args: z.object({ groupId: id }),
  result: z.object({
    canJoin: z.boolean(),
    members: z.int(),
    places: z.int(),
    /** Number of groups that the caller is in, and the maximum. */
    joinedGroups: z.int(),
    groupsMost: z.int(),
  }),
  refusals: ["notFound"],
});

/** Whether the caller is blocked from a group (requirement P09). */
export const checkGroupBlock = defineCall({
  ...base,
  name: "checkGroupBlock",
  method: "GET",
  paths: ["community/group/isBlock"],
  audience: "user",
  args: z.object({ groupId: id }),
  result: z.object({ blocked: z.boolean(), reason: z.nullable(z.string()) }),
  refusals: ["notFound"],
});

/**
 * Joins a group: verified owners only, otherwise NOT_OWNER (requirements P13–P15); a group for certain series
 * requires one of these. Idempotent. 633 with remark: full, too many groups, blocked.
 */
export const applyJoinGroup = defineCall({
  ...base,
  name: "applyJoinGroup",
  method: "POST",
  paths: ["community/group/applyJoinGroup"],
  audience: "user",
  args: z.object({ groupId: id, reason }),
  result: z.object({ standing: membershipStatus, members: z.int() }),
  refusals: ["notFound", "notOwner", "flowBranch"],
});

/**
 * Leaves a group, or withdraws the application; idempotent. Not possible for its leader. Addition to the
 * specification.
 */
export const leaveGroup = defineCall({
  ...base,
  name: "leaveGroup",
  method: "POST",
  paths: ["community/group/leaveGroup"],
  audience: "user",
  acts: false,
  args: z.object({ groupId: id }),
  result: z.object({ standing: membershipStatus, members: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** Follows or unfollows a group; idempotent (requirement P04). */
export const followGroup = defineCall({
  ...base,
  name: "followGroup",
  method: "POST",
  paths: ["community/group/doFollowGroupById"],
  audience: "user",
  args: z.object({ groupId: id, follow: booleanFlag }),
  result: z.object({ followed: z.boolean(), followers: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** Decides an application; for the group's managers. Addition to the specification. */
export const reviewJoin = defineCall({
  ...base,
  name: "reviewJoin",
  method: "POST",
  paths: ["community/group/reviewJoin"],
  audience: "user",
  /** `userId`: id of the applying club member. */
  args: z.object({ groupId: id, userId: id, accepted: z.boolean() }),
  result: z.object({ standing: membershipStatus, waiting: z.int() }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * Blocks a person from a group, or unblocks them (they may then join again); for its managers. Addition to
 * the specification.
 */
export const blockFromGroup = defineCall({
  ...base,
  name: "blockFromGroup",
  method: "POST",
  paths: ["community/group/blockMember"],
  audience: "user",
  args: z.object({ groupId: id, userId: id, blocked: z.boolean(), reason }),
  result: z.object({ blocked: z.boolean() }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * Club section of an activity: the group that fits it best, and articles about it, including photos after the
 * event. Addition to the specification.
 */
export const showActivityClub = defineCall({
  ...base,
  name: "showActivityClub",
  method: "GET",
  paths: ["community/activity/club"],
  audience: "anyone",
  args: z.object({ activityId: id, pageSize }),
  result: z.object({ group: z.nullable(groupSchema), feed: articlePageSchema }),
  refusals: ["notFound"],
});
