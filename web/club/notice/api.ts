import type { Send } from "#contract/core/call.ts";
import { listNotifications, readNotifications } from "#contract/club/members.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export const loadNotices = (send: Send, cursor?: string) =>
  send(listNotifications, cursor === undefined ? {} : { cursor }, quiet);
export const markNoticesRead = (send: Send, until: string) => send(readNotifications, { until }, quiet);
