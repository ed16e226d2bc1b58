import type { ArgsOf, Send } from "#contract/core/call.ts";
import { listArticles } from "#contract/club/articles.ts";
import { showActivityClub } from "#contract/club/club.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export const loadArticles = (send: Send, args: ArgsOf<typeof listArticles>) =>
  send(listArticles, args, quiet);
export const loadActivityClub = (send: Send, activityId: string) =>
  send(showActivityClub, { activityId }, quiet);
