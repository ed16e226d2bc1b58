import { cancellationRemark } from "#contract/activity/cancellation.ts";
import type { CheckInResult, Guest, UndoCheckInResult } from "#contract/check-in/check-in.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { labelAnswers } from "#contract/signup/labelled-answers.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { GuestRow } from "./guests-store.ts";
import type { CheckInPorts } from "./ports.ts";
import { normaliseCode } from "../core/readable-code.ts";
import { isGuestOf } from "./rules.ts";
import type { CheckInDesk, CheckInMethod, CheckInOptions, CheckInRecord, CheckInStore } from "./store.ts";

export const toGuest = (row: GuestRow, { form }: Pick<CheckInDesk, "form">): Guest => ({
  signUpId: row.signup_id,
  name: row.name,
  mobile: maskMobile(row.mobile),
  startTime: toShanghaiIso(row.from_time),
  answers: labelAnswers(form, row.answers),
  checkedInTime: row.checked_in_time && toShanghaiIso(row.checked_in_time),
  checkedInBy: row.checked_in_by,
});

/**
 * A guest of another session or dealer, who presents a ticket: enough to be sent to the right place, without answers
 * and check-in, which are of the other dealer.
 */
const toGuestElsewhere = (row: GuestRow, link: CheckInDesk): Guest => ({
  ...toGuest(row, link),
  answers: [],
  checkedInTime: null,
  checkedInBy: null,
});

/** A scanned or typed code, or a guest picked from the list. */
type GuestReference = { code?: string | undefined; signUpId?: string | undefined };
type FoundGuest = { guest: GuestRow | null; method: CheckInMethod; isStale: boolean };

/** Creates the check-in of guests. @param options for the test that proves that the guard is needed */
export function guestCheckIn(
  store: CheckInStore,
  ports: Pick<CheckInPorts, "verifyTicketCode">,
  options: CheckInOptions = { isGuarded: true },
) {
  async function find(
    link: CheckInDesk,
    { code, signUpId }: GuestReference,
    now: number,
  ): Promise<FoundGuest> {
    if (signUpId !== undefined)
      return { guest: await store.findGuestOfLink(link, signUpId), method: "picked", isStale: false };
    const scanned = await ports.verifyTicketCode(code ?? "", now);
    if (scanned) {
      const guest = await store.findPresentedGuest(link.activity_id, scanned);
      return { guest, method: "scanned", isStale: scanned.isStale };
    }
    const ticketCode = normaliseCode(code ?? "");
    const guest =
      ticketCode === null ? null : await store.findPresentedGuest(link.activity_id, { ticketCode });
    return { guest, method: "typed", isStale: false };
  }
  return async function check(
    link: CheckInDesk,
    reference: GuestReference,
    { by, actor }: Pick<CheckInRecord, "by" | "actor">,
    now: number,
  ): Promise<CheckInResult> {
    const { guest, method, isStale } = await find(link, reference, now);
    if (guest === null) return { result: "unknown", guest: null };
    if (!isGuestOf(link, guest)) return { result: "elsewhere", guest: toGuestElsewhere(guest, link) };
    if (guest.checked_in_time === null && link.called_off_reason !== null)
      throw new Refusal("flowBranch", { remark: cancellationRemark(link.called_off_reason) });
    if (guest.checked_in_time === null && isStale) return { result: "stale", guest: toGuest(guest, link) };
    const isFirst = await store.recordCheckIn(guest, { by, method, actor, now: new Date(now) }, options);
    const after = await store.findGuestOfLink(link, guest.signup_id);
    // The guest may have cancelled meanwhile.
    if (after === null) return { result: "unknown", guest: null };
    return { result: isFirst ? "done" : "already", guest: toGuest(after, link) };
  };
}

/** Undoes a check-in that was made by mistake. */
export const guestCheckInUndo =
  (store: CheckInStore) =>
  async (
    link: CheckInDesk,
    { signUpId, checkedInTime }: { signUpId: string; checkedInTime: string },
    by: Pick<CheckInRecord, "actor" | "now">,
  ): Promise<UndoCheckInResult> => {
    const guest = await store.findGuestOfLink(link, signUpId);
    if (guest === null) return { result: "unknown", guest: null };
    const isUndone = await store.undoCheckIn(guest, new Date(checkedInTime), by);
    const after = await store.findGuestOfLink(link, signUpId);
    const result = isUndone ? "done" : after?.checked_in_time ? "another" : "open";
    return { result, guest: after && toGuest(after, link) };
  };
