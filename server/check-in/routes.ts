import { trimmed } from "#contract/core/text.ts";
import {
  checkIn,
  handOverPickup,
  openCheckIn,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
  type HandOverResult,
  type RedeemResult,
  type PresentedCoupon,
  type UndoRedeemResult,
} from "#contract/check-in/check-in.ts";
import { Refusal } from "#contract/core/errors.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { cancellationOf } from "../activity/index.ts";
import type { RedeemableCoupon } from "../benefit/index.ts";
import type { AuditActor } from "../database/shared-tables/audit-log.ts";
import { limitMisses } from "../database/shared-tables/staff-link-misses.ts";
import { noteLinkUse } from "../database/shared-tables/staff-links.ts";
import { staffActor } from "../http/security/audit-actor.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { guestCheckIn, guestCheckInUndo, toGuest } from "./check-in-guest.ts";
import type { FoundPickup } from "../order/index.ts";
import type { CheckInPorts } from "./ports.ts";
import type { GuestCursor } from "./guests-store.ts";
import { normaliseCode } from "../core/readable-code.ts";
import type { CheckInStore, OpenCheckInLink } from "./store.ts";
import { checkInMessages } from "./messages.ts";

const encodeCursor = ({ time, id }: GuestCursor): string =>
  Buffer.from(`${time}.${id}`).toString("base64url");
/** @throws Refusal "invalid" for a text that `encodeCursor` did not create */
function decodeCursor(text: string): GuestCursor {
  const found = /^(\d{12,14})\.(\d{1,19})$/.exec(Buffer.from(text, "base64url").toString());
  if (!found) throw new Refusal("invalid", { fields: { cursor: checkInMessages.brokenCursor } });
  return { time: Number(found[1]), id: found[2] ?? "" };
}

/** Whether an unpaid order of the mall holds a coupon. */
const isHeld = ({ orderId, usedTime }: RedeemableCoupon): boolean =>
  orderId !== undefined && usedTime === null;

const toPresentedCoupon = (coupon: RedeemableCoupon): PresentedCoupon => ({
  code: coupon.code,
  name: coupon.name,
  summary: coupon.summary,
  value: coupon.value,
  condition: coupon.condition,
  state: coupon.state,
  ...(coupon.lapsed && { lapsed: coupon.lapsed }),
  ...(isHeld(coupon) && { isHeld: true }),
  validTo: coupon.validTo,
  usedTime: coupon.usedTime,
  usedBy: coupon.usedBy,
});

type Desk = Pick<AppContext, "clock"> & {
  linkOf(token: string): Promise<OpenCheckInLink>;
  actorOf(link: OpenCheckInLink, caller: Caller): AuditActor;
  /** Counts attempts with the result "unknown". @throws Refusal "tooMany" */
  limited<R extends { readonly result: string }>(
    link: OpenCheckInLink,
    attempt: () => Promise<R>,
  ): Promise<R>;
};
/** Handles the redemption of coupons at the desk, and its undoing. */
function couponRoutes(
  { linkOf, actorOf, limited, clock }: Desk,
  calls: RpcRouter,
  { redemption }: CheckInPorts,
): void {
  calls.on(redeemCoupon, async ({ link: token, by, code: text }, caller): Promise<RedeemResult> => {
    const link = await linkOf(token);
    const code = normaliseCode(text);
    const request = { activityId: link.activity_id, by: trimmed(by), actor: actorOf(link, caller) };
    return limited(link, async (): Promise<RedeemResult> => {
      const found = code === null ? null : await redemption.redeem({ ...request, code }, clock.now());
      if (found === null) return { result: "unknown", coupon: null };
      const { isDone, coupon } = found;
      const refused = isHeld(coupon) ? "held" : coupon.state === "expired" ? "expired" : "already";
      return { result: isDone ? "done" : refused, coupon: toPresentedCoupon(coupon) };
    });
  });
  calls.on(undoRedeem, async ({ link: token, code: text, usedTime }, caller): Promise<UndoRedeemResult> => {
    const link = await linkOf(token);
    const code = normaliseCode(text);
    const moment = new Date(usedTime);
    const request = { activityId: link.activity_id, actor: actorOf(link, caller), moment };
    return limited(link, async (): Promise<UndoRedeemResult> => {
      const found = code === null ? null : await redemption.undo({ ...request, code }, clock.now());
      if (found === null) return { result: "unknown", coupon: null };
      const { isDone, coupon } = found;
      const result = isDone ? "done" : coupon.state === "used" ? "another" : "open";
      return { result, coupon: toPresentedCoupon(coupon) };
    });
  });
}

/** Shows a pick-up order to the desk of its dealer; another desk sees where it waits. */
function presentPickup(link: OpenCheckInLink, { dealerId, presented }: FoundPickup): CheckInResult {
  if (dealerId === link.desk_dealer_id) return { result: "pickup", guest: null, pickup: presented };
  return { result: "pickupElsewhere", guest: null, pickup: { ...presented, lines: [] } };
}

/** Handles the hand-over of pick-up orders at the desk of their dealer. */
function pickupRoute(
  { linkOf, actorOf, limited, clock }: Desk,
  calls: RpcRouter,
  { pickup }: CheckInPorts,
): void {
  calls.on(handOverPickup, async ({ link: token, code: text }, caller): Promise<HandOverResult> => {
    const link = await linkOf(token);
    const code = normaliseCode(text);
    const actor = actorOf(link, caller);
    return limited(link, async (): Promise<HandOverResult> => {
      const found = code === null ? null : await pickup.find(code);
      if (code === null || found?.dealerId !== link.desk_dealer_id)
        return { result: "unknown", pickup: null };
      const { dealerId } = found;
      const desk = { dealerId, actor, now: new Date(clock.now()) };
      const isDone = await pickup.handOver(found.orderId, desk);
      const presented = (await pickup.find(code))?.presented ?? found.presented;
      const refused = presented.state === "done" ? "already" : "over";
      return { result: isDone ? "done" : refused, pickup: presented };
    });
  });
}

export function checkInRoutes(
  { clock, config, db }: AppContext,
  calls: RpcRouter,
  store: CheckInStore,
  ports: CheckInPorts,
): void {
  const check = guestCheckIn(store, ports);
  const undo = guestCheckInUndo(store);
  const linkOf = async (token: string): Promise<OpenCheckInLink> => {
    const link = await store.findLink(token, new Date(clock.now()));
    if (link === null) throw new Refusal("notFound", { message: checkInMessages.linkOver });
    await noteLinkUse(db, "check_in_link", link, new Date(clock.now()));
    return link;
  };
  const actorOf = (link: OpenCheckInLink, caller: Caller): AuditActor =>
    staffActor(link.link_id, caller, config.brand);
  const limited: Desk["limited"] = (link, attempt) =>
    limitMisses({ db, clock }, link.link_id, attempt, ({ result }) => result === "unknown");
  calls.on(openCheckIn, async ({ link: token, keyword, cursor }) => {
    const link = await linkOf(token);
    const calledOff = cancellationOf(link);
    const from = cursor === undefined ? null : decodeCursor(cursor);
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
      nextCursor: next && encodeCursor(next),
      ...(calledOff && { calledOff }),
    };
  });
  calls.on(checkIn, async ({ link: token, by, ...reference }, caller): Promise<CheckInResult> => {
    const link = await linkOf(token);
    const actor = actorOf(link, caller);
    return limited(link, async (): Promise<CheckInResult> => {
      const answer = await check(link, reference, { by: trimmed(by), actor }, clock.now());
      const code = answer.result === "unknown" ? normaliseCode(reference.code ?? "") : null;
      // Numbers of tickets, coupons and pick-up orders have the same format, but no number is of two.
      if (code === null) return answer;
      const coupon = await ports.redemption.find(link.activity_id, code, clock.now());
      if (coupon !== null) return { result: "coupon", guest: null, coupon: toPresentedCoupon(coupon) };
      const pickup = await ports.pickup.find(code);
      return pickup === null ? answer : presentPickup(link, pickup);
    });
  });
  calls.on(undoCheckIn, async ({ link: token, ...reference }, caller) => {
    const link = await linkOf(token);
    const by = { actor: actorOf(link, caller), now: new Date(clock.now()) };
    return limited(link, () => undo(link, reference, by));
  });
  couponRoutes({ linkOf, actorOf, limited, clock }, calls, ports);
  pickupRoute({ linkOf, actorOf, limited, clock }, calls, ports);
}
