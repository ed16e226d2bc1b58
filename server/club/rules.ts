import { Refusal } from "#contract/core/errors.ts";
import { clubLimits } from "#contract/club/limits.ts";
import type { Author, MembershipStatus } from "#contract/club/shapes.ts";
import { clubMessages } from "./messages.ts";

/** How often a member may do something within the window; generous for people, tight for scripts. */
export const memberRateLimits = {
  article: 5,
  comment: 30,
  like: 200,
  follow: 100,
  join: 30,
  report: 20,
  review: 20,
  lead: 100,
  cover: 20,
  search: 200,
} as const;
export type RateLimitedAction = keyof typeof memberRateLimits;
/** Of a pace, ms. */
export const RATE_LIMIT_WINDOW = 600_000;
/** Who hides what is written; of several the last one here counts. */
const hiders = ["leaders", "complaints", "operators"] as const;
export type HiddenBy = (typeof hiders)[number];
export const strictestOf = (known: HiddenBy | null, by: HiddenBy): HiddenBy =>
  known !== null && hiders.indexOf(known) > hiders.indexOf(by) ? known : by;
/** What somebody who decides does to an article or comment. */
export type ContentStatusChange = { readonly to: 1 | 3 } | { readonly to: 2; readonly by: HiddenBy };
/** Complaints of so many people hide an article or comment until somebody has looked at it. */
export const REPORTS_TO_HIDE = 5;
/** People whom one may follow. */
export const MAX_FOLLOWED = 1_000;
/** Shown of what is counted no further. */
export const MAX_COUNTED = 100;

const SHANGHAI = 8 * 3_600_000;
const DAY = 86_400_000;
/** Midnight in Shanghai before a moment, ms. */
export const shanghaiMidnight = (now: number): number => now - ((now + SHANGHAI) % DAY);

/** A name without what would disturb the line that it stands in; never empty. */
export function cleanMemberName(name: string): string {
  const clean = name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, "").trim();
  return /^[\p{White_Space}\p{Cf}]*$/u.test(clean) ? clubMessages.gone : [...clean].slice(0, 40).join("");
}

export type MemberRow = {
  member_id: string;
  display_name: string;
  avatar: string | null;
  owner: boolean;
  deleted_time: Date | null;
};
export const authorOf = ({ member_id, display_name, avatar, owner, deleted_time }: MemberRow): Author =>
  deleted_time === null
    ? { id: member_id, displayName: cleanMemberName(display_name), avatar, owner }
    : { id: member_id, displayName: clubMessages.gone, avatar: null, owner: false };

const membershipStates: Readonly<Record<number, MembershipStatus>> = {
  1: "review",
  2: "joined",
  3: "blocked",
};
export const membershipStateOf = (status: number | null): MembershipStatus =>
  status === null ? "none" : (membershipStates[status] ?? "none");
const roles = ["member", "manager", "leader"] as const;
export const roleOf = (role: number) => roles[role] ?? "member";

/** What becomes of an application to a group. */
export type JoinOutcome = "joined" | "review" | "blocked" | "full" | "tooManyGroups" | "again";
/** One who applies, as they stand. */
export type GroupApplicant = {
  readonly memberId: string;
  readonly status: number | null;
  readonly groups: number;
};
/** Decides applications in order: exactly the places there are. */
export function admitApplicants(
  applicants: readonly GroupApplicant[],
  group: { readonly members: number; readonly places: number; readonly join_mode: "open" | "approval" },
): JoinOutcome[] {
  let { members } = group;
  const seen = new Map<string, JoinOutcome>();
  return applicants.map(({ memberId, status, groups }): JoinOutcome => {
    const before = seen.get(memberId);
    if (before === "joined" || before === "review") return "again";
    const decide = (): JoinOutcome => {
      if (status === 3) return "blocked";
      if (status !== null) return "again";
      if (groups >= clubLimits.groupsMost) return "tooManyGroups";
      if (members >= group.places) return "full";
      if (group.join_mode === "approval") return "review";
      members++;
      return "joined";
    };
    const turn = decide();
    seen.set(memberId, turn);
    return turn;
  });
}

/** Where a list of ids goes on. */
export const cursorOf = (id: string): string => Buffer.from(`a${id}`).toString("base64url");
/** @throws Refusal "invalid" for anything that `cursorOf` did not make */
export function idOfCursor(cursor: string): string {
  const found = /^a(\d{1,19})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found?.[1]) throw new Refusal("invalid", { fields: { cursor: clubMessages.brokenCursor } });
  return found[1];
}
/** Before every article, counted from the newest. */
export const BEFORE_NEWEST = "9".repeat(19);

/** A page of rows of which one more was asked for than it holds. */
export function pageOfRows<R>(rows: readonly R[], size: number, idOf: (row: R) => string) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > size && last ? cursorOf(idOf(last)) : null };
}
/** The same for lists in the order of a number and an id. */
export const numberedCursorOf = (key: number, id: string): string =>
  Buffer.from(`n${key}.${id}`).toString("base64url");
/** @throws Refusal "invalid" */
export function numberedOfCursor(cursor: string): { key: number; id: string } {
  const found = /^n(-?\d{1,15})\.(\d{1,19})$/.exec(Buffer.from(cursor, "base64url").toString());
  if (!found) throw new Refusal("invalid", { fields: { cursor: clubMessages.brokenCursor } });
  return { key: Number(found[1]), id: found[2] ?? "" };
}
