import type { AfterSaleKind, AfterSaleReason } from "#contract/order/after-sale.ts";
import { mallTimes } from "../mall-times.ts";
import type { LockedOrder } from "../order-store.ts";
import { refundOf } from "../pricing/rules.ts";
import { endOfDaysAfter } from "../rules/order-actions.ts";
import { keptUnits, refundableUnits, unsentUnits } from "../rules/order-machine.ts";
import type { OrderLineRow } from "../tables.ts";

/** Units of an open case. */
export type AskedUnit = { readonly lineId: string; readonly qty: number; readonly isShipped: boolean };
/** Request for a case: refund keeps the goods or stops their sending, return sends them back first. */
export type WantedCase = {
  readonly kind: AfterSaleKind;
  readonly units: readonly { readonly lineId: string; readonly qty: number }[];
  readonly reason: AfterSaleReason;
};
/** Units of a case with the sum that is paid back for them, fen. */
export type CaseUnit = AskedUnit & { readonly refundFen: number };
/** A case as it would be agreed now; amounts in fen. */
export type JudgedCase = {
  readonly units: readonly CaseUnit[];
  readonly freightFen: number;
  /** Goods and freight together. */
  readonly refundFen: number;
  readonly isCouponBack: boolean;
  readonly isOurFault: boolean;
  /** Nothing of it was sent: agreed at once (requirement MA63). */
  readonly isImmediate: boolean;
};
/** Reason why a case cannot be opened; "split": sent and unsent units of a line are asked for together. */
export type CaseProblem =
  | "noLine"
  | "twice"
  | "orderState"
  | "split"
  | "afterSaleOver"
  | "afterSaleOpen"
  | "returnNotAllowed";

const ourFaults: ReadonlySet<AfterSaleReason> = new Set(["damaged", "wrongGoods", "missing"]);
const isOurFault = (reason: AfterSaleReason): boolean => ourFaults.has(reason);

const askedOf = (asked: readonly AskedUnit[], lineId: string, isShipped: boolean): number =>
  asked
    .filter((unit) => unit.lineId === lineId && unit.isShipped === isShipped)
    .reduce((sum, { qty }) => sum + qty, 0);

/** Whether units that were sent may still be asked for (requirement MA70): days are counted from the day after receipt. */
function timeProblem(
  order: LockedOrder,
  line: OrderLineRow,
  reason: AfterSaleReason,
  now: number,
): CaseProblem | null {
  const { noReturn, returnDays } = line.snapshot;
  if (order.state === "done" && order.done_time !== null) {
    const days = isOurFault(reason) ? mallTimes.qualityDays : returnDays;
    if (now >= endOfDaysAfter(order.done_time, days)) return "afterSaleOver";
  }
  return noReturn && !isOurFault(reason) ? "returnNotAllowed" : null;
}

/** Judges the units of one line. */
function judgeLine(
  order: LockedOrder,
  asked: readonly AskedUnit[],
  {
    kind,
    reason,
    unit,
  }: Pick<WantedCase, "kind" | "reason"> & { readonly unit: WantedCase["units"][number] },
  now: number,
): CaseUnit | CaseProblem {
  const line = order.lines.find(({ line_id }) => line_id === unit.lineId);
  if (!line) return "noLine";
  if (unit.qty > refundableUnits(line)) return line.asked_qty > 0 ? "afterSaleOpen" : "orderState";
  const unsent = unsentUnits(line) - askedOf(asked, unit.lineId, false);
  const kept = keptUnits(line) - askedOf(asked, unit.lineId, true);
  const isShipped = kind === "return" || unit.qty > unsent;
  if (isShipped && unit.qty > kept) return kind === "return" ? "orderState" : "split";
  const problem = isShipped ? timeProblem(order, line, reason, now) : null;
  if (problem) return problem;
  const { net_fen: netFen, qty, refunded_qty } = line;
  // Units of open cases count as refunded before these, so that sums that are shown add up.
  const refundFen = refundOf({ netFen, qty, refundedQty: refunded_qty + line.asked_qty }, unit.qty);
  return { ...unit, isShipped, refundFen };
}

/** Freight that has not been paid back. */
export const freightLeft = (
  order: Pick<LockedOrder, "freight_fen" | "freight_coupon_fen" | "freight_refunded_fen">,
): number => order.freight_fen - order.freight_coupon_fen - order.freight_refunded_fen;

const isNothingSent = ({ lines }: LockedOrder): boolean =>
  lines.every(({ shipped_qty }) => shipped_qty === 0);
/** Whether all units of an order are refunded once these are too. */
const isLastOf = ({ lines }: LockedOrder, units: readonly AskedUnit[]): boolean =>
  lines.every(
    (line) =>
      line.refunded_qty +
        units.filter(({ lineId }) => lineId === line.line_id).reduce((sum, { qty }) => sum + qty, 0) ===
      line.qty,
  );

/**
 * Sums and coupon that come back beside the price of the units (requirements MA63, MA69): freight with the last unit when nothing was
 * sent, or when the fault is the maker's; the coupon with the last unit when nothing was sent.
 */
export function extrasOf(
  order: LockedOrder,
  units: readonly AskedUnit[],
  isFault: boolean,
): { readonly freightFen: number; readonly isCouponBack: boolean } {
  const isWhole = isNothingSent(order) && isLastOf(order, units);
  return {
    freightFen: isWhole || (isFault && units.length > 0) ? freightLeft(order) : 0,
    isCouponBack: isWhole && order.coupon_id !== null,
  };
}

const openStates: ReadonlySet<LockedOrder["state"]> = new Set(["paid", "shipping", "ready", "done"]);

/**
 * Judges a request for a case.
 * @param asked units of open cases of the order
 * @param now ms
 */
export function judgeCase(
  order: LockedOrder,
  asked: readonly AskedUnit[],
  { kind, units: wanted, reason }: WantedCase,
  now: number,
): JudgedCase | CaseProblem {
  if (!openStates.has(order.state)) return "orderState";
  if (new Set(wanted.map(({ lineId }) => lineId)).size !== wanted.length) return "twice";
  const units: CaseUnit[] = [];
  for (const unit of wanted) {
    const judged = judgeLine(order, asked, { kind, reason, unit }, now);
    if (typeof judged === "string") return judged;
    units.push(judged);
  }
  const isFault = isOurFault(reason);
  const extras = extrasOf(order, units, isFault);
  const goodsFen = units.reduce((sum, { refundFen }) => sum + refundFen, 0);
  return {
    units,
    ...extras,
    refundFen: goodsFen + extras.freightFen,
    isOurFault: isFault,
    isImmediate: units.every(({ isShipped }) => !isShipped),
  };
}
