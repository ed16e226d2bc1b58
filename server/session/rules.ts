import { limits } from "#contract/core/limits.ts";
import { cleanLine } from "#contract/core/text.ts";
import { mobile as mobileField } from "#contract/core/fields.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { sessionMessages } from "./messages.ts";

const DAY = 86_400_000;

/** Person as the identity provider describes them. */
export type ProviderPerson = {
  readonly idpId: string;
  readonly mobile: string | null;
  readonly nickname: string;
};

/** Public profile of a person. */
export type UserProfile = { readonly nickname: string; readonly avatar: string | null };

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/**
 * Whether the provider has verified the number. A provider that says nothing sends verified numbers only. Of what it may
 * say, OpenID Connect allows `true`, and some providers send the text; anything else (false, "false", 0, null) is a no,
 * since a number that is bound by mistake opens another person's data.
 */
const isPhoneVerified = (claims: Readonly<Record<string, unknown>>): boolean => {
  const flag = claims["phone_number_verified"];
  return flag === undefined || flag === true || flag === "true";
};

/**
 * Reads a mobile of mainland China from the claims; ignores one that the provider does not call verified, under whichever
 * name it sends the number.
 */
function mobileOf(claims: Readonly<Record<string, unknown>>): string | null {
  if (!isPhoneVerified(claims)) return null;
  const parsed = mobileField.safeParse(textOf(claims["mobile"]) ?? textOf(claims["phone_number"]));
  return parsed.success ? parsed.data : null;
}

/** Maximum length of a nickname, characters. */
const MAX_NICKNAME = 40;
/** Cleans a nickname from outside: one line without control characters, at most 40 characters; null: nothing is visible. */
export const cleanNickname = (nickname: string): string | null => cleanLine(nickname, MAX_NICKNAME) || null;
/** Characters that no identifier contains, and that the database refuses. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/**
 * Reads a person from a provider's claims, in the names of the built-in provider and of Keycloak. A missing
 * nickname is built from the end of the mobile.
 * @returns null if the claims have no valid subject
 */
export function personOfClaims(claims: Readonly<Record<string, unknown>>): ProviderPerson | null {
  const idpId = textOf(claims["sub"]);
  if (idpId === null || idpId.length > 255 || CONTROL.test(idpId)) return null;
  const mobile = mobileOf(claims);
  const [given] = [claims["nickname"], claims["name"]].flatMap(
    (name) => cleanNickname(textOf(name) ?? "") ?? [],
  );
  const nickname =
    given ?? (mobile === null ? sessionMessages.nickname : sessionMessages.nicknameOf(mobile.slice(-4)));
  return { idpId, mobile, nickname };
}

/**
 * Client to which an access token was issued: `azp` (Keycloak) or `client_id` (RFC 9068) of a JWT. The
 * signature is not verified here, so it may be used only for tokens that the provider has accepted.
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
 * End of a session that is used now, ms. It ends `limits.sessionDays` after its last use, but at most
 * `maxDays` after it began.
 */
export const sessionEnd = (began: number, now: number, maxDays: number): number =>
  Math.min(now + limits.sessionDays * DAY, began + maxDays * DAY);

/** Time for which a login or an SMS code counts as a recent authentication, ms. */
const REAUTHENTICATION_LIFETIME = 600_000;
/** @param authenticated time of the login or the last SMS code; null: there is no such session */
export const isRecentlyAuthenticated = (authenticated: Date | null, now: number): boolean =>
  authenticated !== null && authenticated.getTime() > now - REAUTHENTICATION_LIFETIME;

/** Start and end of a stored session, ms. */
export type Lifetime = { readonly began: number; readonly expires: number };
/**
 * Evaluates a session at its use.
 * @returns isAlive false: expired (611); renewedUntil: a new end in ms once more than half of its time is
 * over, or null
 */
export function judgeSession(
  { began, expires }: Lifetime,
  now: number,
  maxDays: number,
): { readonly isAlive: boolean; readonly renewedUntil: number | null } {
  // Checked against maxDays again, since the setting may have been shortened.
  if (Math.min(expires, began + maxDays * DAY) <= now) return { isAlive: false, renewedUntil: null };
  const until = sessionEnd(began, now, maxDays);
  const isDue = expires - now < (limits.sessionDays * DAY) / 2 && until > expires;
  return { isAlive: true, renewedUntil: isDue ? until : null };
}

/** userInfo of a stored user, for that person's own client only. @param now ms, by which a membership may have ended */
export function userInfoOf(
  row: {
    open_id: string;
    mobile: string | null;
    nickname: string;
    avatar: string | null;
    vip: boolean;
    vip_level: string | null;
    vip_until: Date | null;
    owner: boolean;
    own_nickname: string | null;
    own_avatar: string | null;
  },
  now: number,
): UserInfo {
  const vip = row.vip && (row.vip_until === null || row.vip_until.getTime() > now);
  return {
    openId: row.open_id,
    mobile: row.mobile,
    nickname: row.nickname,
    avatar: row.avatar,
    ownNickname: row.own_nickname !== null,
    ownAvatar: row.own_avatar !== null,
    vip,
    ...(vip && row.vip_level !== null && { vipLevel: row.vip_level }),
    owner: row.owner,
  };
}
