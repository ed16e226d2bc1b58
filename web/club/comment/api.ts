import type { ArgsOf, Send, SendOptions } from "#contract/core/call.ts";
import { addComment, deleteComment, listComments } from "#contract/club/articles.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

/** Loads a page of comments of the largest size; without a cursor the first one. */
export const loadComments = (send: Send, articleId: string, cursor?: string) =>
  send(listComments, { articleId, pageSize: 50, ...(cursor !== undefined && { cursor }) }, quiet);
/** @param options the idempotency key and the refusals that the sheet shows itself */
export const publishComment = (
  send: Send,
  args: ArgsOf<typeof addComment>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(addComment, args, options);
export const removeComment = (send: Send, commentId: string) => send(deleteComment, { commentId });
