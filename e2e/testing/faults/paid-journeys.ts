import { randomUUID } from "node:crypto";
import type { ArgsOf } from "#contract/core/call.ts";
import { handOverPickup } from "#contract/check-in/check-in.ts";
import { Refusal } from "#contract/core/errors.ts";
import { requestAfterSale, sendAfterSale } from "#contract/order/after-sale.ts";
import { receiveOrder, showOrder } from "#contract/order/order.ts";
import type { Shopper } from "./shopper.ts";

export type Journey = (shopper: Shopper) => Promise<void>;
type Lines = readonly { readonly lineId: string; readonly qty: number }[];

const newTrackingNo = (): string => `SF${randomUUID().slice(0, 18)}`;

/** Orders and pays. @returns the order; null: it was closed before it was paid */
async function paidOrder(shopper: Shopper, isPickup = false): Promise<string | null> {
  const orderId = await shopper.order(isPickup);
  await shopper.startPayment(orderId);
  await shopper.payAtCashier(orderId);
  return (await shopper.awaitPayment(orderId)) === "paid" ? orderId : null;
}
const linesOf = async (shopper: Shopper, id: string): Promise<Lines> =>
  (await shopper.call(showOrder, { id })).lines;

/** Opens a case with the same key until it is answered. @returns its id and number; null: the order does not accept it now */
async function ask(
  shopper: Shopper,
  args: Pick<ArgsOf<typeof requestAfterSale>, "orderId" | "kind" | "units">,
): Promise<{ id: string; caseNo: string } | null> {
  const request = { ...args, reason: "unwanted" as const, text: "", pictureKeys: [] };
  try {
    const opened = await shopper.call(requestAfterSale, request, { idempotencyKey: randomUUID() });
    shopper.say(args.orderId, "asked", opened.afterSaleId);
    return { id: opened.afterSaleId, caseNo: opened.caseNo };
  } catch (error) {
    if (error instanceof Refusal && error.refusal === "orderState") return null;
    throw error;
  }
}
/** Sends units of an order in a parcel. @param units null: everything that is left */
async function ship(shopper: Shopper, orderId: string, units: Lines | null): Promise<void> {
  const trackingNo = newTrackingNo();
  const outcome = await shopper.atDesk({ act: "ship", orderId, units, trackingNo });
  if (outcome === "done" || outcome === "again") shopper.say(orderId, "shipped", trackingNo);
}

/** Sends the first line and the rest in two parcels, and receives them; one unit comes back. */
const returnAfterParcels: Journey = async (shopper) => {
  const orderId = await paidOrder(shopper);
  if (orderId === null) return;
  const [first] = await linesOf(shopper, orderId);
  if (!first) throw new Error(`order ${orderId} has no line`);
  await ship(shopper, orderId, [{ lineId: first.lineId, qty: first.qty }]);
  await ship(shopper, orderId, null);
  if (Math.random() < 0.5) {
    await shopper.call(receiveOrder, { id: orderId });
    shopper.say(orderId, "received");
  }
  const units = [{ lineId: first.lineId, qty: 1 }];
  const found = await ask(shopper, { orderId, kind: "return", units });
  if (!found) throw new Error(`order ${orderId} takes no return`);
  await shopper.atDesk({ act: "agree", caseNo: found.caseNo });
  await shopper.call(sendAfterSale, { id: found.id, carrier: "shunfeng", trackingNo: newTrackingNo() });
  const came = [{ lineId: first.lineId, received: 1, good: Math.random() < 0.5 ? 1 : 0 }];
  await shopper.atDesk({ act: "receive", caseNo: found.caseNo, units: came });
  shopper.say(orderId, "inspected", found.id);
};

/** Asks for the money of some units while operators send the others. */
const refundWhileSending: Journey = async (shopper) => {
  const orderId = await paidOrder(shopper);
  if (orderId === null) return;
  const lines = await linesOf(shopper, orderId);
  const units = lines.map(({ lineId, qty }) => ({ lineId, qty: Math.ceil(qty / 2) }));
  await Promise.all([ask(shopper, { orderId, kind: "refund", units }), ship(shopper, orderId, null)]);
};

/** Picks an order up at one of two desks, sometimes while its person wants the money back. */
const pickUp: Journey = async (shopper) => {
  const orderId = await paidOrder(shopper, true);
  if (orderId === null) return;
  const { lines, pickupCode } = await shopper.call(showOrder, { id: orderId });
  if (pickupCode === null) throw new Error(`order ${orderId} has no code`);
  const { deskLink } = shopper.shop.database;
  const desk = async (): Promise<void> => {
    const { result } = await shopper.call(handOverPickup, { link: deskLink, code: pickupCode });
    if (result === "unknown") throw new Error(`no order has the code of ${orderId}`);
    if (result !== "over") shopper.say(orderId, "handedOver");
  };
  const units = lines.map(({ lineId, qty }) => ({ lineId, qty }));
  const back = Math.random() < 0.3 ? [ask(shopper, { orderId, kind: "refund", units })] : [];
  await Promise.all([desk(), desk(), ...back]);
};

/** Journeys that go on after the payment: parcels, returns, refunds, hand-over at a dealer. */
export const paidJourneys: readonly Journey[] = [returnAfterParcels, refundWhileSending, pickUp];
