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
import { cursor, divisionCode, id, pageSize } from "../core/fields.ts";

/** The car club's articles and comments (contract section 7); signed like its groups. */
const base = { base: "api", signature: "community" } as const;
const { titleMost, markupMost, commentMarkupMost, imagesMost } = clubLimits;

/**
 * The feed, newest first (requirement P01): everybody's, of those whom the caller follows (people and
 * groups) or whose groups they are in, of a city's groups, of one group, member or activity.
 */
export const listArticles = defineCall({
  ...base,
  name: "listArticles",
  method: "GET",
  paths: ["community/article/offline/article-list"],
  who: "anyone",
  args: z.object({
    /** city needs `cityCode`; of a visitor "following" is empty. */
    scope: z._default(z.enum(["all", "following", "city"]), "all"),
    cityCode: z.optional(divisionCode),
    groupId: z.optional(id),
    /** Of a club member. */
    userId: z.optional(id),
    activityId: z.optional(id),
    /** 1: those chosen by who leads the group. */
    featured: z.optional(z.enum(["0", "1"])),
    cursor,
    pageSize,
  }),
  result: articlePageSchema,
  refusals: [],
});

/** An article's page in one answer, with its first comments; one that is hidden for its author alone. Ours. */
export const showArticle = defineCall({
  ...base,
  name: "showArticle",
  method: "GET",
  paths: ["community/article/detail"],
  who: "anyone",
  args: z.object({ articleId: id, pageSize }),
  result: z.object({
    ...articleSchema.shape,
    /** Its author, by the caller. */
    authorFollowed: z.boolean(),
    /** Some of those who like it, at most `likersShown`: the newest members first, none whom the caller does not see. */
    likedBy: z.array(authorSchema),
    group: groupSchema,
    /** The caller manages its group: may feature and hide. */
    manages: z.boolean(),
    commentPage: commentPageSchema,
    /** There where it is hidden: why, for its author, who reads and deletes it and does nothing else with it. */
    hidden: z.optional(moderation),
    /** Counts up with whatever changes in likes and comments; see `showArticleCounts`. */
    version: z.int(),
    /** Counts up with each edit; see `editArticle`. */
    revision: z.int(),
    /** Of the caller's own article what stands for each of its `images` in `editArticle`; else none. */
    pictureIds: z.array(z.string()),
  }),
  refusals: ["notFound"],
});
export type ArticleDetail = z.output<typeof showArticle.result>;

/**
 * New addresses of articles' pictures, whose old ones are over: for whoever looks at a list for long. Those
 * that the caller does not see (any more) are left out; those hidden in a group are there for its managers. Ours.
 */
export const renewPictures = defineCall({
  ...base,
  name: "renewPictures",
  method: "GET",
  paths: ["community/article/pictures"],
  who: "anyone",
  /** Ids of articles with commas between them; at most 50. */
  args: z.object({ articleIds: z.string().check(z.regex(/^\d{1,19}(,\d{1,19}){0,49}$/, "编号不正确")) }),
  result: z.object({ list: z.array(z.object({ articleId: id, images: z.array(z.string()) })) }),
  refusals: [],
});

/** Likes or no longer; idempotent, exact under races (requirements P02, P22). */
export const likeArticle = defineCall({
  ...base,
  name: "likeArticle",
  method: "PUT",
  paths: ["community/article/like"],
  who: "user",
  args: z.object({ articleId: id, liked: z._default(z.boolean(), true) }),
  result: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/** The text of an article or comment as an editor gives it; the server keeps what is on its allow-list. */
const text = (most: number) => z.string("请填写内容").check(z.maxLength(most, "内容太长"));
const articleTitle = z._default(z.string().check(z.maxLength(titleMost, `标题最多 ${titleMost} 个字`)), "");
const articlePictures = <T extends z.ZodMiniType<string>>(one: T) =>
  z._default(z.array(one).check(z.maxLength(imagesMost, `最多 ${imagesMost} 张图片`)), []);

/**
 * Writes an article into a group that the caller is in. `content` is markup or plain text with line
 * breaks, mentions as `<at data-id="member's id">`. Faults of the form stand in `fields`: title, content
 * (too long, or a word that is not allowed), pictureIds. The same Idempotency-Key gives the same article, with another body 409,
 * whose data name the `articleId` unless it was deleted.
 * 633 with remark: no member of the group, blocked. Ours.
 */
export const publishArticle = defineCall({
  ...base,
  name: "publishArticle",
  method: "POST",
  paths: ["community/article/publish"],
  who: "user",
  args: z.object({
    groupId: id,
    title: articleTitle,
    content: text(markupMost),
    /** From `uploadPicture`, in showing order. */
    pictureIds: articlePictures(id),
    /** Of which it tells. */
    activityId: z.optional(id),
    /** Where it is written. */
    cityCode: z.optional(divisionCode),
  }),
  result: articleSchema,
  refusals: ["notFound", "flowBranch", "conflict"],
});

/**
 * Changes the caller's own article while it is shown: title, text, mentions and pictures, judged as by
 * `publishArticle`; group, activity and place stay as they are. Who is mentioned newly is told. It is based on the
 * `revision` that the caller has seen: where it was edited elsewhere meanwhile 409. The same Idempotency-Key gives
 * the same edit, with another body 409. 633 with remark: no member of the group any more, blocked. Ours.
 */
export const editArticle = defineCall({
  ...base,
  name: "editArticle",
  method: "PUT",
  paths: ["community/article/edit"],
  who: "user",
  args: z.object({
    articleId: id,
    revision: z.int().check(z.nonnegative()),
    title: articleTitle,
    content: text(markupMost),
    /** In showing order: those that stay, as `showArticle` names them, and new ones from `uploadPicture`. */
    pictureIds: articlePictures(z.string().check(z.maxLength(200))),
  }),
  result: articleSchema,
  refusals: ["notFound", "forbidden", "flowBranch", "conflict"],
});

/** Deletes the caller's own article, with comments and pictures; again: nothing happens. Ours. */
export const deleteArticle = defineCall({
  ...base,
  name: "deleteArticle",
  method: "DELETE",
  paths: ["community/article/:articleId"],
  who: "user",
  args: z.object({ articleId: id }),
  result: z.null(),
  refusals: ["notFound", "forbidden"],
});

/** Comments of an article, oldest first. Ours. */
export const listComments = defineCall({
  ...base,
  name: "listComments",
  method: "GET",
  paths: ["community/article/comments"],
  who: "anyone",
  args: z.object({ articleId: id, cursor, pageSize }),
  result: commentPageSchema,
  refusals: ["notFound"],
});

/** Comments on an article, or answers a comment; for whoever is in its group. The same Idempotency-Key gives the same comment. Ours. */
export const addComment = defineCall({
  ...base,
  name: "addComment",
  method: "POST",
  paths: ["community/article/comment"],
  who: "user",
  args: z.object({ articleId: id, content: text(commentMarkupMost), replyTo: z.optional(id) }),
  result: z.object({ comment: commentSchema, comments: z.int() }),
  refusals: ["notFound", "flowBranch", "conflict"],
});

/** Deletes the caller's own comment, or one below their own article; again: nothing happens. Ours. */
export const deleteComment = defineCall({
  ...base,
  name: "deleteComment",
  method: "DELETE",
  paths: ["community/article/comment/:commentId"],
  who: "user",
  args: z.object({ commentId: id }),
  result: z.object({ comments: z.int() }),
  refusals: ["notFound", "forbidden"],
});

/** Likes a comment or no longer; like an article's. Ours. */
export const likeComment = defineCall({
  ...base,
  name: "likeComment",
  method: "PUT",
  paths: ["community/article/comment/like"],
  who: "user",
  args: z.object({ commentId: id, liked: z._default(z.boolean(), true) }),
  result: z.object({ liked: z.boolean(), likes: z.int() }),
  refusals: ["notFound", "flowBranch"],
});

/**
 * Likes and comments of an article as they are now: what the stream of events says too, for whoever
 * cannot have it. The stream is GET `{api}community/article/stream?articleId=…` (server-sent events,
 * no headers needed): event "pulse", data this shape, id the version; it answers Last-Event-ID and a
 * `version` in the query by what has changed since. Gone: event "gone". Ours.
 */
export const showArticleCounts = defineCall({
  ...base,
  name: "showArticleCounts",
  method: "GET",
  paths: ["community/article/pulse"],
  who: "anyone",
  args: z.object({ articleId: id }),
  result: z.object({ likes: z.int(), comments: z.int(), version: z.int() }),
  refusals: ["notFound"],
});
export type ArticleCounts = z.output<typeof showArticleCounts.result>;
/** Of the stream, below the api base. */
export const articleStreamPath = "community/article/stream";

/**
 * Hides, shows again, or features; for managers of its group. Of the first two the author is told; showing what is
 * shown does nothing. 633 with remark: barred, or their own which complaints have hidden. Ours.
 */
export const moderate = defineCall({
  ...base,
  name: "moderate",
  method: "POST",
  paths: ["community/article/moderate"],
  who: "user",
  args: z.object({
    kind: z.enum(["article", "comment"]),
    targetId: id,
    /** feature and unfeature: articles only. */
    action: z.enum(["hide", "show", "feature", "unfeature"]),
    /** Of hiding, for the author to read; plain text. */
    reason: z._default(z.string().check(z.maxLength(clubLimits.reasonMost, "太长了")), ""),
  }),
  result: z.null(),
  refusals: ["notFound", "forbidden", "flowBranch"],
});

/**
 * What is hidden in a group, by those who lead it, by complaints or by operators, newest first: for its
 * managers, who show it again with `moderate`. Of a deleted article nothing is told. Ours.
 */
export const listHiddenContent = defineCall({
  ...base,
  name: "listHiddenContent",
  method: "GET",
  paths: ["community/group/hidden"],
  who: "user",
  args: z.object({ groupId: id, cursor, pageSize }),
  result: z.object({
    list: z.array(
      z.object({
        kind: z.enum(["article", "comment"]),
        /** Of the article or comment; one of both is there. */
        targetId: id,
        article: z.nullable(articleSchema),
        comment: z.nullable(commentSchema),
        /** Operators have hidden it: nobody in the group shows it again. */
        byOperators: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  refusals: ["notFound", "forbidden"],
});
export type HiddenContent = z.output<typeof listHiddenContent.result>["list"][number];
