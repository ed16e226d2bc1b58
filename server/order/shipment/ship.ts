import type { Database } from "../../database/connection/database.ts";
import { carriers } from "../carriers.ts";
import { mallTimes } from "../mall-times.ts";
import { tellNews } from "../news-store.ts";
import { lockOrder, moveOrder, type LockedOrder } from "../order-store.ts";
import { nextState } from "../rules/order-machine.ts";
import { queueWechatShipping } from "../wechat-shipping/store.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { areSameUnits, chooseUnits, shippableUnits, type LineUnit, type UnitProblem } from "./rules.ts";
import {
  addParcel,
  findCaseOfLine,
  findParcel,
  listAskedUnsent,
  queueSubscription,
  type ParcelNumber,
} from "./store.ts";

/** A parcel that an operator has sent. */
export type SentParcel = ParcelNumber & {
  readonly orderId: string;
  /** null: everything of the order that can still be sent. */
  readonly units: readonly LineUnit[] | null;
};
/**
 * done: sent; again: the same parcel was entered before; otherwise nothing has changed. `caseNo`: the case that asks for
 * the units or has got them, or null (requirement MA73).
 */
export type ShipOutcome =
  | { readonly outcome: "done" | "again"; readonly shipmentId: string }
  | { readonly outcome: "noOrder" | "noCarrier" | "badNumber" | "otherUnits" }
  | { readonly outcome: "state"; readonly state: OrderState }
  | { readonly outcome: "units"; readonly problem: UnitProblem; readonly caseNo: string | null };
export type ShipContext = {
  readonly now: Date;
  /** Whether parcels are tracked by an express service. */
  readonly isTracked: boolean;
};

/** Number of a parcel as carriers use them. */
export const isTrackingNo = (text: string): boolean => /^[A-Za-z0-9-]{6,32}$/.test(text);

/** End of 自动收货 after a parcel has left: an extension or a later end stays. */
const receiveDue = ({ receive_due_time }: LockedOrder, now: Date): Date =>
  new Date(Math.max(receive_due_time?.getTime() ?? 0, now.getTime() + mallTimes.receiveUntracked));

async function caseOf(
  db: Database,
  problem: UnitProblem,
  asked: readonly (LineUnit & { readonly caseNo: string })[],
): Promise<string | null> {
  if (problem.kind !== "tooMany") return asked[0]?.caseNo ?? null;
  const open = asked.find(({ lineId }) => lineId === problem.lineId);
  return open ? open.caseNo : findCaseOfLine(db, problem.lineId);
}

/**
 * Sends units of an order in a parcel (requirements MA73, MA74): never more than ordered less refunded and asked for.
 * The order's lock comes first, so that a refund at the same moment is either seen or sees the parcel.
 * @param db a transaction
 */
export async function shipParcel(
  db: Database,
  { orderId, units, carrier, trackingNo }: SentParcel,
  { now, isTracked }: ShipContext,
): Promise<ShipOutcome> {
  if (!carriers.has(carrier)) return { outcome: "noCarrier" };
  if (!isTrackingNo(trackingNo)) return { outcome: "badNumber" };
  const order = await lockOrder(db, orderId);
  if (!order) return { outcome: "noOrder" };
  const known = await findParcel(db, orderId, { carrier, trackingNo });
  if (known) {
    const isSame = units === null || areSameUnits(known.units, units);
    return isSame ? { outcome: "again", shipmentId: known.shipmentId } : { outcome: "otherUnits" };
  }
  if (nextState(order, "ship") === null) return { outcome: "state", state: order.state };
  const asked = await listAskedUnsent(db, orderId);
  const chosen = chooseUnits(shippableUnits(order.lines, asked), units);
  if ("kind" in chosen) return { outcome: "units", problem: chosen, caseNo: await caseOf(db, chosen, asked) };
  const shipmentId = await addParcel(db, order, chosen, { carrier, trackingNo, now });
  const isFirst = order.state === "paid";
  await moveOrder(
    db,
    order,
    "ship",
    { by: "operator", why: isFirst ? "sent" : "sent another parcel", now },
    {
      shipped_time: order.shipped_time ?? now,
      // Another parcel is on its way.
      signed_time: null,
      receive_due_time: receiveDue(order, now),
    },
  );
  await tellNews(db, { userId: order.user_id, kind: "shipped", aboutId: orderId, now });
  if (isTracked) await queueSubscription(db, shipmentId, now);
  await queueWechatShipping(db, orderId, now);
  return { outcome: "done", shipmentId };
}
