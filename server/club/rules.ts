import { limits } from "#contract/core/limits.ts";
import { cleanLine } from "#contract/core/text.ts";
import { publicNickname } from "#contract/session/default-nickname.ts";
import type { Author, MembershipStatus } from "#contract/club/shapes.ts";
import { clubMessages } from "./messages.ts";

/** Parties that hide content, from the weakest to the strictest; the strictest one is recorded. */
const hiders = ["leaders", "complaints", "operators"] as const;
export type HiddenBy = (typeof hiders)[number];
export const strictestHider = (known: HiddenBy | null, by: HiddenBy): HiddenBy =>
  known !== null && hiders.indexOf(known) > hiders.indexOf(by) ? known : by;
/** New status of an article or comment: 1 shown, 2 hidden, 3 deleted. */
export type ContentStatusChange =
  | { readonly to: 1 | 3 }
  | { readonly to: 2; readonly by: HiddenBy }
  /** Takes back a change of operators, also a deletion: the earlier status, and who had hidden it. */
  | { readonly to: 1 | 2; readonly by: HiddenBy | null; readonly isUndo: true };
/** @see `ContentStatusChange`; a deleted one stays deleted unless operators take that back */
export function statusAfter(
  row: { readonly status: number; readonly hidden_by: HiddenBy | null },
  change: ContentStatusChange,
): { readonly isChanged: boolean; readonly hiddenBy: HiddenBy | null } {
  if ("isUndo" in change)
    return { isChanged: row.status !== change.to, hiddenBy: change.to === 2 ? change.by : null };
  return {
    isChanged: row.status !== 3 && row.status !== change.to,
    hiddenBy: change.to === 2 ? strictestHider(row.hidden_by, change.by) : null,
  };
}
/** Complaints of different people that hide an article or comment until a leader or helper has reviewed it. */
export const REPORTS_TO_HIDE = 5;
/** Maximum number of people whom a member follows. */
export const MAX_FOLLOWED = 1_000;
/** Highest displayed count of lists that are not counted to their end. */
export const MAX_COUNTED = 100;

/** The public form of a name, without the characters that would disturb its line, cut between characters; never blank. */
export const cleanMemberName = (name: string): string =>
  publicNickname(cleanLine(name, limits.maxNameLength)) || clubMessages.deletedUser;

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
    : { id: member_id, displayName: clubMessages.deletedUser, avatar: null, owner: false };

const membershipStates: Readonly<Record<number, MembershipStatus>> = {
  1: "review",
  2: "joined",
  3: "blocked",
};
export const membershipStateOf = (status: number | null): MembershipStatus =>
  status === null ? "none" : (membershipStates[status] ?? "none");
const roles = ["member", "manager", "leader"] as const;
export const roleOf = (role: number) => roles[role] ?? "member";
