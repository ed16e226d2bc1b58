import {
  extendCoupon,
  findCoupon,
  listActivityBenefits,
  listFailingDeliveries,
  MAX_EXTENSION_DAYS,
  redeemFoundCoupon,
  retryDeliveries,
  undoCouponRedemption,
  type DeliverySelection,
  type FailingDelivery,
  type ListedBenefit,
  type OperatorCoupon,
} from "#contract/console/benefits.ts";
import type { OperatorRight } from "#contract/console/rights.ts";
import type { GrantScope } from "#contract/console/scope.ts";
import { Refusal } from "#contract/core/errors.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { normaliseCode } from "../../core/readable-code.ts";
import type { Database } from "../../database/connection/database.ts";
import { withAuditEntry } from "../../database/shared-tables/audit-log.ts";
import { listQuery } from "../../http/console/list-query.ts";
import {
  operatorAuditActor,
  requireOperator,
  requireScopes,
  type OperatorCaller,
} from "../../http/console/operator.ts";
import type { OperatorRouter } from "../../http/console/operator-router.ts";
import { readForOperator } from "../../http/console/read-for-operator.ts";
import { benefitMessages } from "../messages.ts";
import type { CouponRedemption, RedeemableCoupon } from "../redeem.ts";
import { toCoupon } from "../store.ts";
import { extendUnused, findCouponByCode, findCouponById, type ConsoleCouponRow } from "./coupon-store.ts";
import {
  findFailing,
  listBenefitRows,
  listDeliveryRows,
  retryAllNow,
  retryNow,
  type FailingDeliveryRow,
  type ListedBenefitRow,
} from "./list-store.ts";
import { sortColumns } from "./sort-store.ts";

const { console: messages } = benefitMessages;
const DAY = 86_400_000;
const changed = (message: string): Refusal => new Refusal("stateChanged", { message });

const presentBenefit = (row: ListedBenefitRow): ListedBenefit => ({
  benefitId: row.benefit_id,
  activityId: row.activity_id,
  activityTitle: row.title,
  name: row.name,
  value: row.value,
  condition: row.condition,
  isForMall: row.terms !== null,
  state: row.state,
  stock: row.stock,
  sent: row.sent,
  used: row.used,
  fromTime: toShanghaiIso(row.from_time),
  toTime: toShanghaiIso(row.to_time),
});
const presentDelivery = (row: FailingDeliveryRow): FailingDelivery => ({
  couponId: row.coupon_id,
  benefitName: row.name,
  activityTitle: row.title,
  event: row.event,
  cause: row.failed_cause,
  status: row.failed_status,
  tries: row.tries,
  failedTime: toShanghaiIso(row.failed_time),
  nextTime: toShanghaiIso(row.due_time),
});
function presentCoupon(row: ConsoleCouponRow, now: number): OperatorCoupon {
  const coupon = toCoupon(row, now);
  return {
    couponId: coupon.couponId,
    codeEnd: row.code.slice(-4),
    activityId: row.activity_id,
    activityTitle: row.title,
    name: row.name,
    value: row.value,
    condition: row.condition,
    summary: row.summary,
    isForMall: row.terms !== null,
    mobile: row.mobile === null ? null : maskMobile(row.mobile),
    state: coupon.state,
    lapsed: coupon.lapsed ?? null,
    isHeld: row.order_id !== null && row.used_time === null,
    validFrom: coupon.validFrom,
    validTo: coupon.validTo,
    usedTime: coupon.usedTime,
    usedBy: row.used_by,
    isEndReported: row.expired_time !== null,
  };
}

function listCalls({ db, clock }: AppContext, calls: OperatorRouter): void {
  calls.on(listActivityBenefits, async (args, caller) => {
    const scopes = requireScopes(caller, "benefit.read");
    const page = listQuery(args, sortColumns.benefits, clock.now());
    return readForOperator(db, async (reading) => {
      const { rows, counted } = await listBenefitRows(reading, scopes, args.filter, page);
      return page.toPage(rows, counted, presentBenefit);
    });
  });
  calls.on(listFailingDeliveries, async (args, caller) => {
    const scopes = requireScopes(caller, "benefit.read");
    const page = listQuery(args, sortColumns.deliveries, clock.now());
    return readForOperator(db, async (reading) => {
      const { rows, counted } = await listDeliveryRows(reading, scopes, args.filter.causes, page);
      return page.toPage(rows, counted, presentDelivery);
    });
  });
  calls.on(retryDeliveries, async ({ selection }, caller) => {
    const scopes = requireScopes(caller, "benefit.write");
    const now = new Date(clock.now());
    const one = "deliveries" in selection && selection.deliveries.length === 1 && selection.deliveries[0];
    const retried = await withAuditEntry(
      db,
      (transaction) => makeSelectedDue(transaction, scopes, selection, now),
      (count) => ({
        by: operatorAuditActor(caller),
        action: "coupon.retry-delivery",
        about: { kind: "coupon", id: one ? one.couponId : null },
        outcome: String(count),
        now,
      }),
    );
    return { retried, left: "deliveries" in selection ? selection.deliveries.length - retried : 0 };
  });
}

/** Makes the selected deliveries due. @returns how many @throws Refusal if there are none, or others than the page showed */
async function makeSelectedDue(
  transaction: Database,
  scopes: readonly GrantScope[],
  selection: DeliverySelection,
  now: Date,
): Promise<number> {
  if ("filter" in selection) {
    const all = await retryAllNow(transaction, scopes, selection.filter.causes, now);
    if (all !== selection.count) throw new Refusal("listChanged");
    return all;
  }
  const { deliveries } = selection;
  const ids = deliveries.map(({ couponId }) => couponId);
  const found = await findFailing(transaction, scopes, ids);
  if (found.size === 0) throw new Refusal("notFound", { message: messages.noDelivery });
  const count = await retryNow(
    transaction,
    deliveries.filter(({ couponId }) => found.has(couponId)),
    now,
  );
  if (count === 0) throw changed(messages.delivered);
  return count;
}

/** @throws Refusal "notFound" for an unknown coupon, or one out of scope */
async function couponInScope(
  db: Database,
  caller: OperatorCaller,
  right: OperatorRight,
  couponId: string,
): Promise<ConsoleCouponRow> {
  const least = right === "benefit.write" ? "list" : "one";
  const row = await findCouponById(db, requireScopes(caller, right, least), couponId);
  if (row === null) throw new Refusal("notFound", { message: messages.gone });
  return row;
}

/** Reason why a coupon was not redeemed. */
function redeemRefusal({ state, lapsed, orderId, usedTime }: RedeemableCoupon): string {
  if (usedTime !== null) return messages.used;
  if (orderId !== undefined) return messages.held;
  if (lapsed !== undefined) return messages.lapsed;
  return state === "expired" ? messages.expired : messages.changed;
}

/** End of the day in Shanghai. @throws Refusal "invalid" */
function endOfDay(lastDay: string, now: number): Date {
  const end = new Date(`${lastDay}T23:59:59.999+08:00`);
  const refuse = (message: string): Refusal => new Refusal("invalid", { fields: { lastDay: message } });
  // A day that does not exist, such as 31 February, is another one when written.
  if (Number.isNaN(end.getTime()) || !toShanghaiIso(end).startsWith(lastDay)) throw refuse(messages.past);
  if (end.getTime() <= now) throw refuse(messages.past);
  if (end.getTime() > now + MAX_EXTENSION_DAYS * DAY) throw refuse(messages.tooLong);
  return end;
}

function couponCalls({ db, clock }: AppContext, calls: OperatorRouter, redemption: CouponRedemption): void {
  const presented = async (caller: OperatorCaller, right: OperatorRight, couponId: string) => ({
    coupon: presentCoupon(await couponInScope(db, caller, right, couponId), clock.now()),
  });
  calls.on(findCoupon, async ({ code: text }, caller) => {
    const code = normaliseCode(text);
    if (code === null) throw new Refusal("invalid", { fields: { code: messages.noCode } });
    const row = await findCouponByCode(db, requireScopes(caller, "benefit.read", "one"), code);
    return { coupon: row && presentCoupon(row, clock.now()) };
  });
  calls.on(redeemFoundCoupon, async ({ couponId }, caller) => {
    const { activity_id, code } = await couponInScope(db, caller, "coupon.redeem", couponId);
    const by = requireOperator(caller).name;
    const request = { activityId: activity_id, code, by, actor: operatorAuditActor(caller) };
    const result = await redemption.redeem(request, clock.now());
    if (result === null) throw new Refusal("notFound", { message: messages.gone });
    if (!result.isDone) throw changed(redeemRefusal(result.coupon));
    return presented(caller, "coupon.redeem", couponId);
  });
  calls.on(undoCouponRedemption, async ({ couponId, usedTime }, caller) => {
    const { activity_id, code } = await couponInScope(db, caller, "coupon.redeem", couponId);
    const moment = new Date(usedTime);
    const request = { activityId: activity_id, code, actor: operatorAuditActor(caller), moment };
    const result = await redemption.undo(request, clock.now());
    if (result === null) throw new Refusal("notFound", { message: messages.gone });
    if (!result.isDone) throw changed(messages.notUsed);
    return presented(caller, "coupon.redeem", couponId);
  });
  calls.on(extendCoupon, async ({ couponId, basedOn, lastDay }, caller) => {
    const before = await couponInScope(db, caller, "benefit.write", couponId);
    const now = clock.now();
    if (before.used_time !== null) throw changed(messages.used);
    if (before.expired_time !== null) throw changed(messages.endReported);
    const validTo = endOfDay(lastDay, now);
    if (validTo.getTime() <= before.valid_to.getTime())
      throw new Refusal("invalid", { fields: { lastDay: messages.notLater } });
    const actor = operatorAuditActor(caller);
    const extension = { basedOn: new Date(basedOn), validTo, actor, now: new Date(now) };
    if (!(await extendUnused(db, couponId, extension))) throw changed(messages.changed);
    return presented(caller, "benefit.write", couponId);
  });
}

/** Registers the console's calls about benefits, coupons and their deliveries (requirements CO63, CO64). */
export function registerBenefitConsoleCalls(
  context: AppContext,
  calls: OperatorRouter,
  redemption: CouponRedemption,
): void {
  listCalls(context, calls);
  couponCalls(context, calls, redemption);
}
