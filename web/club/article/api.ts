import type { Send } from "#contract/core/call.ts";
import {
  deleteArticle,
  likeArticle,
  likeComment,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export const loadArticle = (send: Send, articleId: string) => send(showArticle, { articleId }, quiet);
export const loadArticleCounts = (send: Send, articleId: string) =>
  send(showArticleCounts, { articleId }, quiet);
export const like = (send: Send, kind: "article" | "comment", id: string, liked: boolean) =>
  kind === "article"
    ? send(likeArticle, { articleId: id, liked })
    : send(likeComment, { commentId: id, liked });
export const removeArticle = (send: Send, articleId: string) => send(deleteArticle, { articleId });
/** Renews the URLs of pictures in the background; raises no challenge when it fails. */
export const renewArticlePictures = (send: Send, articleIds: readonly string[]) =>
  send(renewPictures, { articleIds: articleIds.join(",") }, quiet);
