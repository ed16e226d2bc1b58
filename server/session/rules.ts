import { limits } from "#contract/limits.ts";
import type { UserInfo } from "#contract/session.ts";

const DAY = 86_400_000;

/** What the identity provider says of a person. */
export type Person = { readonly idpId: string; readonly mobile: string | null; readonly nickname: string };

/** How a person is shown. */
export type Profile = { readonly nickname: string; readonly avatar: string | null };

/** When a session made or renewed now ends; ms. */
export const sessionEnd = (now: number): number => now + limits.sessionDays * DAY;

/** alive; renew (alive, more than half over); expired: 611. */
export function judgeSession(expires: number, now: number): "alive" | "renew" | "expired" {
  if (expires <= now) return "expired";
  return expires - now < (limits.sessionDays * DAY) / 2 ? "renew" : "alive";
}

/** The userInfo of a stored person, for that person's own client only. */
export function userInfoOf(row: {
  open_id: string;
  mobile: string | null;
  nickname: string;
  avatar: string | null;
  vip: boolean;
  owner: boolean;
}): UserInfo {
  return {
    openId: row.open_id,
    mobile: row.mobile,
    nickname: row.nickname,
    avatar: row.avatar,
    vip: row.vip,
    owner: row.owner,
  };
}
