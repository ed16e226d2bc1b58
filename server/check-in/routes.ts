import {
  checkIn,
  openCheckIn,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
  type Guest,
  type RedeemResult,
  type PresentedCoupon,
  type UndoRedeemResult,
  type UndoCheckInResult,
} from "#contract/check-in/check-in.ts";
import { cancellationRemark } from "#contract/activity/cancellation.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { labelAnswers } from "#contract/signup/labelled-answers.ts";
import { cancellationOf, toShanghaiIso } from "../activity/index.ts";
import type { RedeemableCoupon } from "../benefit/index.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { CheckInPorts } from "./ports.ts";
import type { GuestCursor, GuestRow } from "./guests-store.ts";
import type { CheckInRecord, CheckInStore, CheckInOptions, OpenCheckInLink, CheckInMethod } from "./store.ts";
import { checkInMessages } from "./messages.ts";

const toGuest = (row: GuestRow, { form }: Pick<OpenCheckInLink, "form">): Guest => ({
  signUpId: row.signup_id,
  name: row.name,
  mobile: maskMobile(row.mobile),
  startTime: toShanghaiIso(row.from_time),
  answers: labelAnswers(form, row.answers),
  checkedInTime: row.checked_in_time && toShanghaiIso(row.checked_in_time),
  checkedInBy: row.checked_in_by,
});

const writeCursor = ({ time, id }: GuestCursor): string => Buffer.from(`${time}.${id}`).toString("base64url");
/** @throws Refusal "invalid" for anything that `writeCursor` did not make */
function readCursor(text: string): GuestCursor {
  const found = /^(\d{12,14})\.(\d{1,19})$/.exec(Buffer.from(text, "base64url").toString());
  if (!found) throw new Refusal("invalid", { fields: { cursor: checkInMessages.brokenCursor } });
  return { time: Number(found[1]), id: found[2] ?? "" };
}

const toShownCoupon = (coupon: RedeemableCoupon): PresentedCoupon => ({
  code: coupon.code,
  name: coupon.name,
  summary: coupon.summary,
  value: coupon.value,
  condition: coupon.condition,
  state: coupon.state,
  validTo: coupon.validTo,
  usedTime: coupon.usedTime,
  usedBy: coupon.usedBy,
});

/** A ticket's or coupon's number as it is kept: three groups of four, whatever was typed between; O and I are nobody's letters. */
export function normaliseCode(text: string): string | null {
  const letters = text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return letters.length === 12 ? `${letters.slice(0, 4)} ${letters.slice(4, 8)} ${letters.slice(8)}` : null;
}

const isOf = (link: OpenCheckInLink, guest: GuestRow): boolean =>
  (link.session_id === null || link.session_id === guest.session_id) &&
  (link.dealer_id === null || guest.dealer_id === null || link.dealer_id === guest.dealer_id);

type CheckInRequest = { code?: string | undefined; signUpId?: string | undefined };
type Found = { guest: GuestRow | null; way: CheckInMethod; isStale: boolean };

/** Checks guests in; exported for the test that takes the guard out. */
export function guestCheckIn(
  store: CheckInStore,
  ports: Pick<CheckInPorts, "verifyTicketCode">,
  options: CheckInOptions = { isGuarded: true },
) {
  async function find(activityId: string, { code, signUpId }: CheckInRequest, now: number): Promise<Found> {
    if (signUpId !== undefined)
      return { guest: await store.findGuest(activityId, { signUpId }), way: "picked", isStale: false };
    const scanned = await ports.verifyTicketCode(code ?? "", now);
    if (scanned)
      return { guest: await store.findGuest(activityId, scanned), way: "scanned", isStale: scanned.isStale };
    const ticketCode = normaliseCode(code ?? "");
    const guest = ticketCode === null ? null : await store.findGuest(activityId, { ticketCode });
    return { guest, way: "typed", isStale: false };
  }
  return async function check(
    link: OpenCheckInLink,
    wish: CheckInRequest,
    { by, actor }: Pick<CheckInRecord, "by" | "actor">,
    now: number,
  ): Promise<CheckInResult> {
    const { guest, way, isStale } = await find(link.activity_id, wish, now);
    if (guest === null) return { result: "unknown", guest: null };
    if (!isOf(link, guest)) return { result: "elsewhere", guest: toGuest(guest, link) };
    if (guest.checked_in_time === null && link.called_off_reason !== null)
      throw new Refusal("flowBranch", { remark: cancellationRemark(link.called_off_reason) });
    if (guest.checked_in_time === null && isStale) return { result: "stale", guest: toGuest(guest, link) };
    const isFirst = await store.recordCheckIn(guest, { by, method: way, actor, now: new Date(now) }, options);
    const after = await store.findGuest(link.activity_id, { signUpId: guest.signup_id });
    // Given up meanwhile.
    if (after === null) return { result: "unknown", guest: null };
    return { result: isFirst ? "done" : "already", guest: toGuest(after, link) };
  };
}

const guestCheckInUndo =
  (store: CheckInStore) =>
  async (
    link: OpenCheckInLink,
    { signUpId, checkedInTime }: { signUpId: string; checkedInTime: string },
    by: Pick<CheckInRecord, "actor" | "now">,
  ): Promise<UndoCheckInResult> => {
    const guest = await store.findGuest(link.activity_id, { signUpId });
    if (guest === null) return { result: "unknown", guest: null };
    if (!isOf(link, guest)) return { result: "elsewhere", guest: toGuest(guest, link) };
    const isUndone = await store.undoCheckIn(guest, new Date(checkedInTime), by);
    const after = await store.findGuest(link.activity_id, { signUpId });
    const result = isUndone ? "done" : after?.checked_in_time ? "another" : "open";
    return { result, guest: after && toGuest(after, link) };
  };

type Desk = Pick<AppContext, "clock"> & {
  linkOf(token: string): Promise<OpenCheckInLink>;
  actorOf(link: OpenCheckInLink, caller: Caller): AuditActor;
};
/** Coupons that are redeemed at the same desk, and such that were by mistake. */
function couponRoutes(
  { linkOf, actorOf, clock }: Desk,
  calls: RpcRouter,
  { redemption: redeeming }: CheckInPorts,
): void {
  calls.on(redeemCoupon, async ({ link: token, by, code: text }, caller): Promise<RedeemResult> => {
    const link = await linkOf(token);
    const code = normaliseCode(text);
    const wish = { activityId: link.activity_id, by: by.trim(), actor: actorOf(link, caller) };
    const found = code === null ? null : await redeeming.redeem({ ...wish, code }, clock.now());
    if (found === null) return { result: "unknown", coupon: null };
    const { isDone, coupon } = found;
    const result = isDone ? "done" : coupon.state === "expired" ? "expired" : "already";
    return { result, coupon: toShownCoupon(coupon) };
  });
  calls.on(undoRedeem, async ({ link: token, code: text, usedTime }, caller): Promise<UndoRedeemResult> => {
    const link = await linkOf(token);
    const code = normaliseCode(text);
    const moment = new Date(usedTime);
    const wish = { activityId: link.activity_id, actor: actorOf(link, caller), moment };
    const found = code === null ? null : await redeeming.undo({ ...wish, code }, clock.now());
    if (found === null) return { result: "unknown", coupon: null };
    const { isDone, coupon } = found;
    const result = isDone ? "done" : coupon.state === "used" ? "another" : "open";
    return { result, coupon: toShownCoupon(coupon) };
  });
}

export function checkInRoutes(
  { clock, config }: AppContext,
  calls: RpcRouter,
  store: CheckInStore,
  ports: CheckInPorts,
): void {
  const check = guestCheckIn(store, ports);
  const undo = guestCheckInUndo(store);
  const linkOf = async (token: string): Promise<OpenCheckInLink> => {
    const link = await store.findLink(token, new Date(clock.now()));
    if (link === null) throw new Refusal("notFound", { message: checkInMessages.linkOver });
    return link;
  };
  const actorOf = (link: OpenCheckInLink, caller: Caller): AuditActor =>
    staffActor(link.link_id, caller, config.brand);
  calls.on(openCheckIn, async ({ link: token, keyword, cursor }) => {
    const link = await linkOf(token);
    const calledOff = cancellationOf(link);
    const from = cursor === undefined ? null : readCursor(cursor);
    const [{ rows, next }, counts] = await Promise.all([
      store.listGuests(link, keyword, from),
      store.countGuests(link),
    ]);
    return {
      title: link.title,
      dealerName: link.dealer && dealerDisplayName(link.dealer),
      address: link.address,
      startTime: toShanghaiIso(link.from_time),
      endTime: toShanghaiIso(link.to_time),
      expiresTime: toShanghaiIso(link.expires_time),
      ...counts,
      guests: rows.map((guest) => toGuest(guest, link)),
      nextCursor: next && writeCursor(next),
      ...(calledOff && { calledOff }),
    };
  });
  calls.on(checkIn, async ({ link: token, by, ...wish }, caller): Promise<CheckInResult> => {
    const link = await linkOf(token);
    const actor = actorOf(link, caller);
    const answer = await check(link, wish, { by: by.trim(), actor }, clock.now());
    const code = answer.result === "unknown" ? normaliseCode(wish.code ?? "") : null;
    // Tickets and coupons have numbers of the same form, and neither has the other's.
    const coupon = code === null ? null : await ports.redemption.find(link.activity_id, code, clock.now());
    return coupon === null ? answer : { result: "coupon", guest: null, coupon: toShownCoupon(coupon) };
  });
  calls.on(undoCheckIn, async ({ link: token, ...wish }, caller) => {
    const link = await linkOf(token);
    return undo(link, wish, {
      actor: actorOf(link, caller),
      now: new Date(clock.now()),
    });
  });
  couponRoutes({ linkOf, actorOf, clock }, calls, ports);
}
