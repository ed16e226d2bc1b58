import "../core/call.ts";
import * as z from "zod/mini";
import { id, timestamp } from "../core/fields.ts";

/**
 * Shapes of the car club (contract section 7). Ids of people are those of club members: public, and
 * permanent, regardless of the account that a person logs in with.
 */

/** A person as the club shows them; a person who has closed their account is shown as 已注销用户. */
export const authorSchema = z.object({
  id,
  displayName: z.string(),
  /** Path below the origin, or a full URL. */
  avatar: z.nullable(z.string()),
  /** Whether they are a verified car owner. */
  owner: z.boolean(),
});
export type Author = z.output<typeof authorSchema>;

/**
 * A member mentioned in a text (requirement P19). The text contains `<at data-id="…">@name</at>` with the
 * newest name (P21); an unknown id has no entry here, and its mention is plain text.
 */
const mentionSchema = z.object({
  id,
  /** Name at the time of writing. */
  displayName: z.string(),
  newestDisplayName: z.string(),
});
export type MentionedMember = z.output<typeof mentionSchema>;

/** Sanitised markup: p, br, strong, em and at with data-id; no other element or attribute. */
const markup = z.string();

export const articleSchema = z.object({
  articleId: id,
  author: authorSchema,
  content: markup,
  /**
   * Addresses of pictures below the origin; those of people's pictures are valid for ten minutes and already
   * have a query.
   */
  images: z.array(z.string()),
  likes: z.int(),
  /** Whether the caller likes it. */
  liked: z.boolean(),
  comments: z.int(),
  createdTime: timestamp,
  // Additions to the specification:
  /** Plain text; may be empty. */
  title: z.string(),
  mentions: z.array(mentionSchema),
  groupId: id,
  groupName: z.string(),
  /** Place where it was written, as shown: 湖州; null: not disclosed. */
  place: z.nullable(z.string()),
  seriesName: z.nullable(z.string()),
  /** Activity that it is about, whose page links to it. */
  activityId: z.nullable(id),
  /** Featured by the group's leaders (精选). */
  featured: z.boolean(),
  /** Time of its author's last edit; null: never edited. */
  editedTime: z.nullable(timestamp),
  /** Whether it is the caller's own. */
  own: z.boolean(),
});
export type Article = z.output<typeof articleSchema>;

/** A page of articles, newest first. New articles do not change the following pages. */
export const articlePageSchema = z.object({
  list: z.array(articleSchema),
  nextCursor: z.nullable(z.string()),
});
export type ArticlePage = z.output<typeof articlePageSchema>;

export const commentSchema = z.object({
  commentId: id,
  articleId: id,
  author: authorSchema,
  /** Markup like an article's, without p. */
  content: markup,
  mentions: z.array(mentionSchema),
  /** Author of the comment that it answers; null: it comments on the article. */
  replyTo: z.nullable(authorSchema),
  likes: z.int(),
  liked: z.boolean(),
  createdTime: timestamp,
  own: z.boolean(),
});
export type Comment = z.output<typeof commentSchema>;

/** A page of comments, oldest first. */
export const commentPageSchema = z.object({
  list: z.array(commentSchema),
  nextCursor: z.nullable(z.string()),
});
export type CommentPage = z.output<typeof commentPageSchema>;

/** Relation of the caller to a group: none, waiting for approval, member, or blocked by its managers. */
export const membershipStatus = z.enum(["none", "review", "joined", "blocked"]);
export type MembershipStatus = z.output<typeof membershipStatus>;

export const groupSchema = z.object({
  groupId: id,
  name: z.string(),
  coverUrl: z.string(),
  /** null: nationwide. */
  cityCode: z.nullable(z.string()),
  members: z.int(),
  articles: z.int(),
  joined: z.boolean(),
  followed: z.boolean(),
  // Additions to the specification:
  /** One line that describes it. */
  intro: z.string(),
  cityName: z.nullable(z.string()),
  /** Series of the owners that it is for; empty: owners of all series. */
  seriesCodes: z.array(z.string()),
  /** Maximum number of members. */
  places: z.int(),
  followers: z.int(),
  /** Articles since midnight in Shanghai; 100 means 100 or more. */
  today: z.int(),
  standing: membershipStatus,
  /** open: joining takes effect at once; approval: its managers decide. */
  joinMode: z.enum(["open", "approval"]),
});
export type Group = z.output<typeof groupSchema>;

export const groupPageSchema = z.object({ list: z.array(groupSchema), nextCursor: z.nullable(z.string()) });
export type GroupPage = z.output<typeof groupPageSchema>;

/** A member of a group. */
export const groupMemberSchema = z.extend(authorSchema, {
  role: z.enum(["leader", "manager", "member"]),
  seriesName: z.nullable(z.string()),
  joinedTime: timestamp,
  /** Reason to join or reason of the block; only for applicants and blocked people, and only for managers. */
  reason: z.nullable(z.string()),
});
export type GroupMember = z.output<typeof groupMemberSchema>;

/** An activity as the club shows it. */
export const clubActivitySchema = z.object({
  activityId: id,
  activityMode: z.enum(["offline", "online"]),
  title: z.string(),
  coverUrl: z.string(),
  startTime: timestamp,
  endTime: timestamp,
  status: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  remaining: z.nullable(z.int()),
});
export type ClubActivity = z.output<typeof clubActivitySchema>;

/** "1" or "0" of a query, or a boolean; true if absent. */
export const booleanFlag = z._default(
  z.pipe(
    z.union([z.boolean(), z.enum(["0", "1", "true", "false"])]),
    z.transform((value) => value === true || value === "1" || value === "true"),
  ),
  true,
);
