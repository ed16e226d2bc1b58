import { trimmed } from "#contract/core/text.ts";
import {
  checkIn,
  openCheckIn,
  redeemCoupon,
  undoCheckIn,
  undoRedeem,
  type CheckInResult,
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
import { staffActor } from "../http/security/audit-actor.ts";
import type { Caller } from "../http/pipeline/caller.ts";
import type { RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { guestCheckIn, guestCheckInUndo, toGuest } from "./check-in-guest.ts";
import type { CheckInPorts } from "./ports.ts";
import type { GuestCursor } from "./guests-store.ts";
import { normaliseCode } from "./rules.ts";
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
      // Numbers of tickets and coupons have the same format, but no number is both.
      const coupon = code === null ? null : await ports.redemption.find(link.activity_id, code, clock.now());
      return coupon === null ? answer : { result: "coupon", guest: null, coupon: toPresentedCoupon(coupon) };
    });
  });
  calls.on(undoCheckIn, async ({ link: token, ...reference }, caller) => {
    const link = await linkOf(token);
    const by = { actor: actorOf(link, caller), now: new Date(clock.now()) };
    return limited(link, () => undo(link, reference, by));
  });
  couponRoutes({ linkOf, actorOf, limited, clock }, calls, ports);
}
