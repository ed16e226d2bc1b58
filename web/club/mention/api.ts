import type { Send } from "#contract/core/call.ts";
import { searchMembers } from "#contract/club/members.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

/** Searches by name, pinyin or its initials; "" returns suggestions. */
export const findMembers = (send: Send, keyword: string, groupId?: string) =>
  send(searchMembers, { keyword, ...(groupId !== undefined && { groupId }) }, quiet);
