import {
  listArrivalsToday,
  showArrivals,
  type Arrivals,
  type ArrivalsToday,
} from "#contract/console/arrivals.ts";
import {
  addGuest,
  bulkCheckIn,
  bulkGiveUp,
  bulkMove,
  checkInGuest,
  giveUpGuest,
  moveGuest,
  noteGuest,
  planGuestBulk,
  revealGuest,
  undoGuestCheckIn,
  type GuestSelection,
} from "#contract/console/guest-acts.ts";
import {
  countGuests,
  countGuestVisits,
  findGuests,
  guestFilterChoices,
  listGuests,
  listGuestWaitlist,
  listWaitlists,
  type Waitlists,
  searchGuests,
  showGuest,
  type GuestDetail,
  type GuestFilter,
  type GuestFilterChoices,
  type GuestListPage,
  type GuestListRow,
  type GuestWaitlist,
} from "#contract/console/guests.ts";
import type { OperatorArgs, OperatorResult } from "#contract/console/operator-call.ts";
import type { PurposeOfReveal } from "#contract/console/person-shapes.ts";
import { pickMobile } from "#contract/core/text.ts";
import { send } from "../shell/index.ts";

/** Filter of the list with the keyword, which is no part of the call's filter. */
export type GuestQuery = { readonly filter: GuestFilter; readonly keyword: string | null };
type ListArgs = {
  filter: GuestQuery;
  sort?: { by: "created" | "session"; isDescending: boolean } | undefined;
  cursor?: string | undefined;
};
/** A page of the list; `scanned`: rows that a search by name has looked at. */
export type GuestRows = GuestListPage & { readonly scanned: number | null };

const MOBILE = /^1[3-9]\d{9}$/;
/** Filter for what somebody typed: a whole mobile is found by its keyed hash, anything else is searched for. */
export function toGuestQuery(filter: GuestFilter, typed: string): GuestQuery {
  if (typed === "") return { filter, keyword: null };
  const mobile = pickMobile(typed);
  return MOBILE.test(mobile) ? { filter: { ...filter, mobile }, keyword: null } : { filter, keyword: typed };
}
/** A page of guests, listed or found by a part of the name. */
export async function loadGuests({
  filter: { filter, keyword },
  sort,
  cursor,
}: ListArgs): Promise<GuestRows> {
  if (keyword === null) return { ...(await send(listGuests, { filter, sort, cursor })), scanned: null };
  const { rows, scanned, next, asOf } = await send(searchGuests, { filter, keyword, cursor });
  return { rows, next, count: rows.length, isCountExact: true, asOf, scanned };
}
export const loadGuestCounts = (filter: GuestFilter): Promise<OperatorResult<typeof countGuests>> =>
  send(countGuests, { filter });
export const loadGuestChoices = (activityId: string | null): Promise<GuestFilterChoices> =>
  send(guestFilterChoices, activityId === null ? {} : { activityId });
export const loadVisits = (signUpId: string): Promise<OperatorResult<typeof countGuestVisits>> =>
  send(countGuestVisits, { signUpId });
export const loadGuest = (signUpId: string): Promise<GuestDetail> => send(showGuest, { signUpId });
export const findGuestsByNumber = async (number: string): Promise<readonly GuestListRow[]> =>
  (await send(findGuests, { number })).rows;
export const loadWaitlist = (activityId: string): Promise<GuestWaitlist> =>
  send(listGuestWaitlist, { activityId });
export const loadWaitlists = async (): Promise<Waitlists["waitlists"]> =>
  (await send(listWaitlists, {}, { isBackground: true })).waitlists;
export const loadArrivalsToday = (): Promise<ArrivalsToday> =>
  send(listArrivalsToday, {}, { isBackground: true });
export const loadArrivals = (args: OperatorArgs<typeof showArrivals>): Promise<Arrivals> =>
  send(showArrivals, args, { isBackground: true });

export const checkGuestIn = (signUpId: string): Promise<OperatorResult<typeof checkInGuest>> =>
  send(checkInGuest, { signUpId });
export const takeCheckInBack = async (signUpId: string, checkedInTime: string): Promise<void> =>
  void (await send(undoGuestCheckIn, { signUpId, checkedInTime }));
export const moveSeat = async (signUpId: string, sessionId: string): Promise<void> =>
  void (await send(moveGuest, { signUpId, sessionId }));
export const giveGuestUp = async (signUpId: string, reason: string): Promise<void> =>
  void (await send(giveUpGuest, { signUpId, reason }));
export const addByNumber = (args: OperatorArgs<typeof addGuest>): Promise<OperatorResult<typeof addGuest>> =>
  send(addGuest, args);
export const addGuestNote = async (signUpId: string, key: string, text: string): Promise<void> =>
  void (await send(noteGuest, { signUpId, key, text }));
export const revealGuestMobile = async (signUpId: string, purpose: PurposeOfReveal): Promise<string> =>
  (await send(revealGuest, { signUpId, purpose })).mobile;

/** A bulk act with what it needs beside the selection. */
export type GuestBulkAct =
  | { readonly kind: "checkIn" }
  | { readonly kind: "move"; readonly target: { readonly activityId: string; readonly sessionId: string } }
  | { readonly kind: "giveUp"; readonly reason: string };
export type BulkPlan = OperatorResult<typeof planGuestBulk>;
export const planBulk = (
  act: GuestBulkAct["kind"],
  target: { activityId: string; sessionId: string } | null,
  selection: GuestSelection,
): Promise<BulkPlan> => send(planGuestBulk, { act, selection, ...(target && { target }) });
/** Starts a bulk act. @returns the job's id */
export async function startBulk(act: GuestBulkAct, selection: GuestSelection): Promise<string> {
  if (act.kind === "checkIn") return (await send(bulkCheckIn, { selection })).jobId;
  if (act.kind === "move") return (await send(bulkMove, { selection, target: { ...act.target } })).jobId;
  return (await send(bulkGiveUp, { selection, reason: act.reason })).jobId;
}

/** Keys of this area's queries in the cache. */
export const guestKeys = {
  list: listGuests.name,
  counts: [countGuests.name],
  detail: (signUpId: string) => [showGuest.name, signUpId],
  visits: (signUpId: string) => [countGuestVisits.name, signUpId],
  choices: (activityId: string | null) => [guestFilterChoices.name, activityId],
  waitlists: [listWaitlists.name],
  today: [listArrivalsToday.name],
  waitlist: (activityId: string | null) => [listGuestWaitlist.name, activityId],
  arrivals: (args: object) => [showArrivals.name, args],
};
