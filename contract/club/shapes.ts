import "../core/call.ts";
import * as z from "zod/mini";
import { id, moment } from "../core/fields.ts";

/**
 * Shapes of the car club (contract section 7). Ids of people here are those of club members: public,
 * and the same for good, whatever account a person logs in by.
 */

/** A person as the club shows them; somebody who has left is shown as 已注销用户. */
export const authorSchema = z.object({
  id,
  displayName: z.string(),
  /** Below the origin, or a full URL. */
  avatar: z.nullable(z.string()),
  /** A verified car owner. */
  owner: z.boolean(),
});
export type Author = z.output<typeof authorSchema>;

/**
 * Somebody named in a text (requirement P19). In the text stands `<at data-id="…">@name</at>`, the name
 * being the newest already (P21); nobody is there for an id that was made up, and it is plain text then.
 */
export const mentionSchema = z.object({
  id,
  /** When it was written. */
  displayName: z.string(),
  newestDisplayName: z.string(),
});
export type MentionedMember = z.output<typeof mentionSchema>;

/** Sanitised markup: p, br, strong, em and at with data-id; nothing else, and no other attribute. */
const markup = z.string();

export const articleSchema = z.object({
  articleId: id,
  author: authorSchema,
  content: markup,
  /** Addresses of pictures below the origin; those of people show them for ten minutes and have a query already. */
  images: z.array(z.string()),
  likes: z.int(),
  /** By the caller. */
  liked: z.boolean(),
  comments: z.int(),
  createdTime: moment,
  // Ours:
  /** Plain text; "" without one. */
  title: z.string(),
  mentions: z.array(mentionSchema),
  groupId: id,
  groupName: z.string(),
  /** Where it was written, as shown: 湖州; null: not told. */
  place: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  /** Written of an activity: its page is its entry point. */
  activityId: z.nullable(id),
  /** Chosen by those who lead the group (精选). */
  featured: z.boolean(),
  /** When its author last changed it; null: it is as it was published. */
  editedTime: z.nullable(moment),
  /** The caller's own. */
  own: z.boolean(),
});
export type Article = z.output<typeof articleSchema>;

/** A page of articles, newest first. What others post meanwhile changes nothing in the pages that follow. */
export const articlePageSchema = z.object({
  list: z.array(articleSchema),
  nextCursor: z.nullable(z.string()),
});
export type ArticlePage = z.output<typeof articlePageSchema>;

export const commentSchema = z.object({
  commentId: id,
  articleId: id,
  author: authorSchema,
  /** Like an article's, without p. */
  content: markup,
  mentions: z.array(mentionSchema),
  /** Whom it answers; null: the article. */
  replyTo: z.nullable(authorSchema),
  likes: z.int(),
  liked: z.boolean(),
  createdTime: moment,
  own: z.boolean(),
});
export type Comment = z.output<typeof commentSchema>;

/** Oldest first. */
export const commentPageSchema = z.object({
  list: z.array(commentSchema),
  nextCursor: z.nullable(z.string()),
});
export type CommentPage = z.output<typeof commentPageSchema>;

/** How the caller stands with a group: no member, waiting for approval, member, or blocked by those who lead it. */
export const membershipStatus = z.enum(["none", "review", "joined", "blocked"]);
export type MembershipStatus = z.output<typeof membershipStatus>;

export const groupSchema = z.object({
  groupId: id,
  name: z.string(),
  coverUrl: z.string(),
  /** null: of the whole country. */
  cityCode: z.nullable(z.string()),
  members: z.int(),
  articles: z.int(),
  joined: z.boolean(),
  followed: z.boolean(),
  // Ours:
  /** One line of what it is about. */
  intro: z.string(),
  cityName: z.nullable(z.string()),
  /** Whose owners it is for; empty: every owner's. */
  seriesCodes: z.array(z.string()),
  /** Most members. */
  places: z.int(),
  followers: z.int(),
  /** Articles since midnight in Shanghai; 100 means 100 or more. */
  today: z.int(),
  standing: membershipStatus,
  /** open: whoever may join is in at once; approval: those who lead it decide. */
  joinMode: z.enum(["open", "approval"]),
});
export type Group = z.output<typeof groupSchema>;

export const groupPageSchema = z.object({ list: z.array(groupSchema), nextCursor: z.nullable(z.string()) });
export type GroupPage = z.output<typeof groupPageSchema>;

/** Somebody in a group. */
export const groupMemberSchema = z.extend(authorSchema, {
  role: z.enum(["leader", "manager", "member"]),
  seriesName: z.nullable(z.string()),
  joinedTime: moment,
  /** Why they want to join or why they are blocked; only of those waiting or blocked, and only for those who decide. */
  reason: z.nullable(z.string()),
});
export type GroupMember = z.output<typeof groupMemberSchema>;

/** An activity as the club shows it. */
export const clubActivitySchema = z.object({
  activityId: id,
  activityMode: z.enum(["offline", "online"]),
  title: z.string(),
  coverUrl: z.string(),
  startTime: moment,
  endTime: moment,
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  remaining: z.nullable(z.int()),
});
export type ClubActivity = z.output<typeof clubActivitySchema>;

/** A "1" or "0" as it stands in a query, or a boolean; true where absent. */
export const booleanFlag = z._default(
  z.pipe(
    z.union([z.boolean(), z.enum(["0", "1", "true", "false"])]),
    z.transform((value) => value === true || value === "1" || value === "true"),
  ),
  true,
);
