import type { Send } from "#contract/core/call.ts";
import { listShareCredits, listShares, type SharedLink, type ShareCredit } from "#contract/share/share.ts";

const quiet = { isSilent: true } as const;

/** The logged-in user's shares, newest first (requirement M21). @throws Refusal */
export const loadShares = (send: Send): Promise<SharedLink[]> => send(listShares, {}, quiet);

/** Users referred by one of them. @throws Refusal */
export const loadCredits = (send: Send, activityId: string): Promise<ShareCredit[]> =>
  send(listShareCredits, { activityId }, quiet);

/** Path of a shared link's page within the site. */
export const sharedPagePath = ({ linkUrl }: Pick<SharedLink, "linkUrl">): string => new URL(linkUrl).pathname;
