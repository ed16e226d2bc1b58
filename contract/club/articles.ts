import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { moderation } from "./complaints.ts";
import { clubLimits } from "./limits.ts";
import {
  articleSchema,
  articlePageSchema,
  authorSchema,
  commentSchema,
  commentPageSchema,
  groupSchema,
} from "./shapes.ts";
import { cursor, divisionCode, id, pageSize, upTo } from "../core/fields.ts";

/** Articles and comments of the car club (contract section 7); signed like its groups. */
const base = { base: "api", signature: "community" } as const;
const { maxTitleLength, maxMarkupLength, maxCommentMarkupLength, maxPictures } = clubLimits;

/**
 * The feed, newest first (requirement P01): all articles, those of followed people and groups and of the
 * caller's groups, of a city's groups, or of one group, member or activity.
 */
export const listArticles = defineCall({
  ...base,
  name: "listArticles",
  method: "GET",
  paths: ["community/article/offline/article-list"],
  audience: "anyone",
  args: z.object({
    /** "city" requires `cityCode`; "following" is empty for visitors. */
    scope: z._default(z.enum(["all", "following", "city"]), "all"),
    cityCode: z.optional(divisionCode),
    groupId: z.optional(id),
    /** Id of a club member. */
    userId: z.optional(id),
    activityId: z.optional(id),
    /** "1": only articles featured by the group's leaders. */
    featured: z.optional(z.enum(["0", "1"])),
    cursor,
    pageSize,
  }),
  result: articlePageSchema,
  refusals: [],
});

/**
 * An article's page in one response, with its first comments; a hidden article only for its author. Addition
 * to the specification.
 */
export const showArticle = defineCall({
  ...base,
  name: "showArticle",
  method: "GET",
  paths: ["community/article/detail"],
  audience: "anyone",
  args: z.object({ articleId: id, pageSize }),
  result: z.object({
    ...articleSchema.shape,
    /** Whether the caller follows the author. */
    authorFollowed: z.boolean(),
    /**
     * People who like it, at most `likersShown`: newest members first, without those hidden from the caller.
     */
    likedBy: z.array(authorSchema),
    group: groupSchema,
    /** Whether the caller manages its group: may feature and hide. */
    manages: z.boolean(),
    commentPage: commentPageSchema,
    /** Present if hidden: the reason, for its author, who can only read and delete it. */
    hidden: z.optional(moderation),
    /** Incremented by each change of likes and comments; see `showArticleCounts`. */
    version: z.int(),
    /** Incremented by each edit; see `editArticle`. */
    revision: z.int(),
    /** For the caller's own article the ids of its `images` for `editArticle`, otherwise empty. */
    pictureIds: z.array(z.string()),
  }),
  refusals: ["notFound"],
});
export type ArticleDetail = z.output<typeof showArticle.result>;

/**
 * Renews the expired addresses of articles' pictures, for a list that has been open for long. Articles that
 * the caller can no longer see are omitted; those hidden in a group are included for its managers. Addition
 * to the specification.
 */
export const renewPictures = defineCall({
  ...base,
  name: "renewPictures",
  method: "GET",
  paths: ["community/article/pictures"],
  audience: "anyone",
  /** Ids of articles, separated by commas; at most 50. */
  args: z.object({ articleIds: z.string().check(z.regex(/^\d{1,19}(,\d{1,19}){0,49}$/, "编号不正确")) }),
  result: z.object({ list: z.array(z.object({ articleId: id, images: z.array(z.string()) })) }),
  refusals: [],
});

/** Likes an article or removes the like; idempotent, exact under races (requirements P02, P22). */
export const likeArticle = defineCall({
  ...base,
  name: "likeArticle",
  method: "PUT",
  paths: ["community/article/like"],
  audience: "user",
  args: z.object({ articleId: id, liked: z._default(z.boolean(), true) }),
  result: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** Text of an article or comment from the editor; the server keeps the elements of its allow-list. */
const text = (max: number) => z.string("请填写内容").check(z.maxLength(max, "内容太长"));
const articleTitle = z._default(
  z.string().check(upTo(maxTitleLength, `标题最多 ${maxTitleLength} 个字`)),
  "",
);
const articlePictures = <T extends z.ZodMiniType<string>>(one: T) =>
  z._default(z.array(one).check(z.maxLength(maxPictures, `最多 ${maxPictures} 张图片`)), []);

/**
 * Publishes an article in one of the caller's groups. `content` is markup or plain text with line breaks,
 * mentions as `<at data-id="member's id">`. Validation errors are in `fields`: title, content (too long, or a
 * forbidden word), pictureIds. The same Idempotency-Key returns the same article; with a different body 409,
 * whose data contain the `articleId` unless it was deleted. 633 with remark: not a member of the group,
 * blocked. Addition to the specification.
 */
export const publishArticle = defineCall({
  ...base,
  name: "publishArticle",
  method: "POST",
  paths: ["community/article/publish"],
  audience: "user",
  args: z.object({
    groupId: id,
    title: articleTitle,
    content: text(maxMarkupLength),
    /** Ids from `uploadPicture`, in display order. */
    pictureIds: articlePictures(id),
    /** Activity that the article is about. */
    activityId: z.optional(id),
    /** City where it was written. */
    cityCode: z.optional(divisionCode),
  }),
  result: articleSchema,
  refusals: ["notFound", "flowBranch", "conflict"],
});

/**
 * Changes the caller's own article while it is visible: title, text, mentions and pictures, validated as in
 * `publishArticle`; group, activity and place do not change. Newly mentioned members are notified. The edit
 * is based on the `revision` that the caller has seen: 409 if it was edited elsewhere since. The same
 * Idempotency-Key returns the same edit, with a different body 409. 633 with remark: no longer a member of
 * the group, blocked. Addition to the specification.
 */
export const editArticle = defineCall({
  ...base,
  name: "editArticle",
  method: "PUT",
  paths: ["community/article/edit"],
  audience: "user",
  args: z.object({
    articleId: id,
    revision: z.int().check(z.nonnegative()),
    title: articleTitle,
    content: text(maxMarkupLength),
    /**
     * In display order: retained pictures by their id from `showArticle`, and new ones from `uploadPicture`.
     */
    pictureIds: articlePictures(z.string().check(z.maxLength(200))),
  }),
  result: articleSchema,
  refusals: ["notFound", "forbidden", "flowBranch", "conflict"],
});

/**
 * Deletes the caller's own article, with comments and pictures; idempotent. Addition to the specification.
 */
export const deleteArticle = defineCall({
  ...base,
  name: "deleteArticle",
  method: "DELETE",
  paths: ["community/article/:articleId"],
  audience: "user",
  acts: false,
  args: z.object({ articleId: id }),
  result: z.null(),
  refusals: ["notFound", "forbidden"],
});

/** Comments of an article, oldest first. Addition to the specification. */
export const listComments = defineCall({
  ...base,
  name: "listComments",
  method: "GET",
  paths: ["community/article/comments"],
  audience: "anyone",
  args: z.object({ articleId: id, cursor, pageSize }),
  result: commentPageSchema,
  refusals: ["notFound"],
});

/**
 * Comments on an article, or answers a comment; for members of its group. The same Idempotency-Key returns
 * the same comment. Addition to the specification.
 */
export const addComment = defineCall({
  ...base,
  name: "addComment",
  method: "POST",
  paths: ["community/article/comment"],
  audience: "user",
  args: z.object({ articleId: id, content: text(maxCommentMarkupLength), replyTo: z.optional(id) }),
  result: z.object({ comment: commentSchema, comments: z.int() }),
  refusals: ["notFound", "flowBranch", "conflict"],
});

/**
 * Deletes the caller's own comment, or one below their own article; idempotent. Addition to the
 * specification.
 */
export const deleteComment = defineCall({
  ...base,
  name: "deleteComment",
  method: "DELETE",
  paths: ["community/article/comment/:commentId"],
  audience: "user",
  acts: false,
  args: z.object({ commentId: id }),
  result: z.object({ comments: z.int() }),
  refusals: ["notFound", "forbidden"],
});

/** Likes a comment or removes the like, as `likeArticle` does. Addition to the specification. */
export const likeComment = defineCall({
  ...base,
  name: "likeComment",
  method: "PUT",
  paths: ["community/article/comment/like"],
  audience: "user",
  args: z.object({ commentId: id, liked: z._default(z.boolean(), true) }),
  result: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/**
 * Current likes and comments of an article, for clients without the event stream. The stream is GET
 * `{api}community/article/stream?articleId=…` (server-sent events, no headers needed): event "pulse", data of
 * this shape, id the version; after a Last-Event-ID or a `version` in the query it sends the changes since.
 * Event "gone": the article no longer exists. Addition to the specification.
 */
export const showArticleCounts = defineCall({
  ...base,
  name: "showArticleCounts",
  method: "GET",
  paths: ["community/article/pulse"],
  audience: "anyone",
  args: z.object({ articleId: id }),
  result: z.object({ likes: z.int(), comments: z.int(), version: z.int() }),
  refusals: ["notFound"],
});
export type ArticleCounts = z.output<typeof showArticleCounts.result>;
/** Path of the event stream, below the api base. */
export const articleStreamPath = "community/article/stream";
