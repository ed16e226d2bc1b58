import { limits } from "#contract/core/limits.ts";
import { mobile } from "#contract/core/fields.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { sessionMessages } from "./messages.ts";

const DAY = 86_400_000;

/** What the identity provider says of a person. */
export type ProviderPerson = {
  readonly idpId: string;
  readonly mobile: string | null;
  readonly nickname: string;
};

/** How a person is shown. */
export type UserProfile = { readonly nickname: string; readonly avatar: string | null };

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A mobile of mainland China as the claims have it; one that the provider calls unverified is nobody's yet. */
function mobileOf(claims: Readonly<Record<string, unknown>>): string | null {
  const given =
    textOf(claims["mobile"]) ??
    (claims["phone_number_verified"] === false ? null : textOf(claims["phone_number"]));
  const read = mobile.safeParse(given);
  return read.success ? read.data : null;
}

/**
 * The person of a provider's claims, as ours and Keycloak name them; a nickname is made of the
 * mobile's end where none is given.
 * @returns null where they name nobody
 */
export function personOfClaims(claims: Readonly<Record<string, unknown>>): ProviderPerson | null {
  const idpId = textOf(claims["sub"]);
  if (idpId === null || idpId.length > 255) return null;
  const own = mobileOf(claims);
  const named = textOf(claims["nickname"]) ?? textOf(claims["name"]);
  const nickname =
    named ?? (own === null ? sessionMessages.nickname : sessionMessages.nicknameOf(own.slice(-4)));
  return { idpId, mobile: own, nickname: [...nickname].slice(0, 40).join("") };
}

/**
 * The client that an access token says it was given to: `azp` (Keycloak) or `client_id` (RFC 9068)
 * of a JWT. Not verified here: only of a token that the provider itself has found good.
 */
export function clientOfToken(accessToken: string): string | null {
  const parts = accessToken.split(".");
  if (parts.length !== 3) return null;
  try {
    const claims = JSON.parse(Buffer.from(parts[1] ?? "", "base64url").toString()) as Record<string, unknown>;
    return textOf(claims["azp"]) ?? textOf(claims["client_id"]);
  } catch {
    return null;
  }
}

/**
 * When a session ends that is used now; ms. Unused it ends after `limits.sessionDays`, and however much it
 * is used, `mostDays` after it began.
 */
export const sessionEnd = (began: number, now: number, mostDays: number): number =>
  Math.min(now + limits.sessionDays * DAY, began + mostDays * DAY);

/** How long a login, or an SMS code typed since, proves that the person is there, ms. */
const REAUTHENTICATION_LIFETIME = 600_000;
/** @param proved when they logged in or proved it anew; null: there is no such session */
export const isRecentlyAuthenticated = (proved: Date | null, now: number): boolean =>
  proved !== null && proved.getTime() > now - REAUTHENTICATION_LIFETIME;

/** Of a stored session, ms. */
export type Lifetime = { readonly began: number; readonly expires: number };
/** expired: 611; else alive, until another moment (`renewedUntil`) where more than half of its time is over. */
export function judgeSession(
  { began, expires }: Lifetime,
  now: number,
  mostDays: number,
): { readonly isAlive: boolean; readonly renewedUntil: number | null } {
  // The most counts by itself too: the setting may have become shorter since.
  if (Math.min(expires, began + mostDays * DAY) <= now) return { isAlive: false, renewedUntil: null };
  const until = sessionEnd(began, now, mostDays);
  const isDue = expires - now < (limits.sessionDays * DAY) / 2 && until > expires;
  return { isAlive: true, renewedUntil: isDue ? until : null };
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
