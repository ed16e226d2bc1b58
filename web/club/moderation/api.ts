import type { ArgsOf, Send } from "#contract/core/call.ts";
import { listHiddenContent, moderate } from "#contract/club/moderation.ts";
import { requestModerationReview, reportContent } from "#contract/club/members.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export const loadHidden = (send: Send, args: ArgsOf<typeof listHiddenContent>) =>
  send(listHiddenContent, args, quiet);
export const moderateContent = (send: Send, args: ArgsOf<typeof moderate>) => send(moderate, args);
export const reportTarget = (send: Send, args: ArgsOf<typeof reportContent>) => send(reportContent, args);
export const requestReview = (send: Send, args: ArgsOf<typeof requestModerationReview>) =>
  send(requestModerationReview, args);
