import type { Send } from "#contract/call.ts";
import { listShareCredits, listShares, type Share, type ShareCredit } from "#contract/share.ts";

const quiet = { isSilent: true } as const;

/** What the logged-in person has shared, newest first (requirement M21). @throws Refusal */
export const loadShares = (send: Send): Promise<Share[]> => send(listShares, {}, quiet);

/** Who came by one of them. @throws Refusal */
export const loadCredits = (send: Send, activityId: string): Promise<ShareCredit[]> =>
  send(listShareCredits, { activityId }, quiet);

/** The path of a shared link's page within the site. */
export const plainPath = ({ linkUrl }: Pick<Share, "linkUrl">): string => new URL(linkUrl).pathname;
