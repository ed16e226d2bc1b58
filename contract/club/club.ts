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
import { cursor, divisionCode, id, moment, pageSize } from "../core/fields.ts";

/**
 * The car club's groups (contract section 7). Every call is signed (X-COP-*); what anyone may read is
 * read by visitors too. Refusals of rules come as 633 with the words in flow_branch_remark.
 */
const base = { base: "api", signature: "community" } as const;
const reason = z._default(
  z.string("请填写理由").check(z.maxLength(clubLimits.reasonMost, `最多 ${clubLimits.reasonMost} 个字`)),
  "",
);

/** Who the caller is to the club; the one call whose success has the code 200, a number (requirement P10). */
export const showMemberIdentity = defineCall({
  ...base,
  name: "showMemberIdentity",
  method: "GET",
  paths: ["community/member/identity"],
  success: 200,
  who: "anyone",
  args: z.object({}),
  result: z.object({
    /** visitor: not logged in; member: logged in; owner: of a verified car. */
    identity: z.enum(["visitor", "member", "owner"]),
    verifiedOwner: z.boolean(),
    /** Of the verified cars. */
    seriesCodes: z.array(z.string()),
    // Ours:
    /** As the club shows the caller; null for visitors and until they first do something in the club. */
    member: z.nullable(authorSchema),
    /** Notifications not read yet, at most 100. */
    unread: z.int(),
  }),
  refusals: [],
});
export type MemberIdentity = z.output<typeof showMemberIdentity.result>;

/** The club's home in one answer: groups of the caller, near them and for their series, and one of its feeds. */
export const showCarClub = defineCall({
  ...base,
  name: "showCarClub",
  method: "POST",
  paths: ["community/group/app/carclub"],
  who: "anyone",
  args: z.object({
    cityCode: z.optional(divisionCode),
    /** Of the feed, as of `listArticles`: city is that of `cityCode`. */
    scope: z._default(z.enum(["all", "following", "city"]), "all"),
    /** Articles of the feed. */
    pageSize,
  }),
  result: z.object({
    ...showMemberIdentity.result.shape,
    /** The last joined first; those waiting for approval too. At most `communityLimits.groupsMost`. */
    mine: z.array(groupSchema),
    /** Of the caller's city, then of its province; not joined. At most 10. */
    near: z.array(groupSchema),
    /** For the series of the caller's cars; for everybody else the largest ones. Not joined. At most 10. */
    forSeries: z.array(groupSchema),
    feed: articlePageSchema,
  }),
  refusals: [],
});
export type CarClub = z.output<typeof showCarClub.result>;

/** Groups that somebody is in, the last joined first; without an id the caller's own (requirement P08). */
export const listGroupsOfUser = defineCall({
  ...base,
  name: "listGroupsOfUser",
  method: "GET",
  paths: ["community/group/groupListWithPageByUserId"],
  who: "anyone",
  /** `userId`: of a club member. */
  args: z.object({ userId: z.optional(id), cursor, pageSize }),
  result: groupPageSchema,
  refusals: ["unauthenticated", "notFound"],
});

/** All groups, the largest first; ours. */
export const listGroups = defineCall({
  ...base,
  name: "listGroups",
  method: "GET",
  paths: ["community/group/list"],
  who: "anyone",
  args: z.object({
    keyword: z.optional(z.string().check(z.maxLength(clubLimits.keywordMost))),
    cityCode: z.optional(divisionCode),
    seriesCode: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))),
    cursor,
    pageSize,
  }),
  result: groupPageSchema,
  refusals: [],
});

/** A group's page in one answer; ours. */
export const showGroup = defineCall({
  ...base,
  name: "showGroup",
  method: "GET",
  paths: ["community/group/detail"],
  who: "anyone",
  args: z.object({
    groupId: id,
    /** 1: the feed has those alone that who leads the group has chosen. */
    featured: z.optional(z.enum(["0", "1"])),
    pageSize,
  }),
  result: z.object({
    ...groupSchema.shape,
    /** Plain text, a rule a line. */
    rules: z.string(),
    createdTime: moment,
    /** The caller leads it or helps to: may feature, hide, accept and block. */
    manages: z.boolean(),
    /** The caller leads it: may write its texts, appoint who helps, and hand it over. */
    leads: z.boolean(),
    /** Applications that wait; 0 for whoever does not manage it. */
    waiting: z.int(),
    /** Why the caller is blocked; null unless they are. */
    blockedReason: z.nullable(z.string()),
    /** Those who lead it, then the newest; at most 12. */
    people: z.array(groupMemberSchema),
    /** Nearby ones for its people, not over; at most 5. */
    activities: z.array(clubActivitySchema),
    feed: articlePageSchema,
  }),
  refusals: ["notFound"],
});
export type GroupDetail = z.output<typeof showGroup.result>;

/**
 * People of a group, those who lead it first. With `waiting` those who wait for approval, who have waited longest
 * first, with `blocked` those who are blocked from it: both for its managers, to everybody else an empty list. Ours.
 */
export const listGroupMembers = defineCall({
  ...base,
  name: "listGroupMembers",
  method: "GET",
  paths: ["community/group/members"],
  who: "anyone",
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

/** Whether there is room to join: in the group, and in the caller's own list (requirement P05). */
export const checkJoinGroupNum = defineCall({
  ...base,
  name: "checkJoinGroupNum",
  method: "GET",
  paths: ["community/group/checkJoinGroupNum"],
  who: "user",
  args: z.object({ groupId: id }),
  result: z.object({
    canJoin: z.boolean(),
    members: z.int(),
    places: z.int(),
    /** Groups that the caller is in, and may be in. */
    joinedGroups: z.int(),
    groupsMost: z.int(),
  }),
  refusals: ["notFound"],
});

/** Whether those who lead a group have blocked the caller (requirement P09). */
export const checkGroupBlock = defineCall({
  ...base,
  name: "checkGroupBlock",
  method: "GET",
  paths: ["community/group/isBlock"],
  who: "user",
  args: z.object({ groupId: id }),
  result: z.object({ blocked: z.boolean(), reason: z.nullable(z.string()) }),
  refusals: ["notFound"],
});

/**
 * Joins a group: verified owners only, else NOT_OWNER (requirements P13–P15); of a group for certain
 * series, their owners. Again: the same answer. 633 with remark: full, too many groups, blocked.
 */
export const applyJoinGroup = defineCall({
  ...base,
  name: "applyJoinGroup",
  method: "POST",
  paths: ["community/group/applyJoinGroup"],
  who: "user",
  args: z.object({ groupId: id, reason }),
  result: z.object({ standing: membershipStatus, members: z.int() }),
  refusals: ["notFound", "notOwner", "flowBranch"],
});

/** Leaves a group, or gives up waiting; again: nothing happens. Who leads it cannot. Ours. */
export const leaveGroup = defineCall({
  ...base,
  name: "leaveGroup",
  method: "POST",
  paths: ["community/group/leaveGroup"],
  who: "user",
  args: z.object({ groupId: id }),
  result: z.object({ standing: membershipStatus, members: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** Follows a group or no longer; idempotent (requirement P04). */
export const followGroup = defineCall({
  ...base,
  name: "followGroup",
  method: "POST",
  paths: ["community/group/doFollowGroupById"],
  who: "user",
  args: z.object({ groupId: id, follow: booleanFlag }),
  result: z.object({ followed: z.boolean(), followers: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** Decides an application; for the group's managers. Ours. */
export const reviewJoin = defineCall({
  ...base,
  name: "reviewJoin",
  method: "POST",
  paths: ["community/group/reviewJoin"],
  who: "user",
  /** `userId`: of the club member who waits. */
  args: z.object({ groupId: id, userId: id, accepted: z.boolean() }),
  result: z.object({ standing: membershipStatus, waiting: z.int() }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/** Blocks somebody from a group, or lets them in again (they may then join anew); for its managers. Ours. */
export const blockFromGroup = defineCall({
  ...base,
  name: "blockFromGroup",
  method: "POST",
  paths: ["community/group/blockMember"],
  who: "user",
  args: z.object({ groupId: id, userId: id, blocked: z.boolean(), reason }),
  result: z.object({ blocked: z.boolean() }),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/** An activity's club: the group that fits it best, and what was written of it, photos after it too. Ours. */
export const showActivityClub = defineCall({
  ...base,
  name: "showActivityClub",
  method: "GET",
  paths: ["community/activity/club"],
  who: "anyone",
  args: z.object({ activityId: id, pageSize }),
  result: z.object({ group: z.nullable(groupSchema), feed: articlePageSchema }),
  refusals: ["notFound"],
});
