import type { Send } from "#contract/core/call.ts";
import { showCarClub } from "#contract/club/club.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export type HomeTab = "all" | "groups" | "following" | "city";
/** Loads the home with the feed of the tab; a tab without a feed requests one article only. @throws Refusal */
export const loadClubHome = (send: Send, cityCode: string, tab: HomeTab) =>
  send(showCarClub, { cityCode, ...(tab === "groups" ? { pageSize: 1 } : { scope: tab }) }, quiet);
/** Loads the groups and only the newest article of the feed. */
export const loadTeaser = (send: Send, cityCode: string) =>
  send(showCarClub, { cityCode, pageSize: 1 }, quiet);
