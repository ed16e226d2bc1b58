import type { Database } from "../../database/connection/database.ts";
import { carriers } from "../carriers.ts";
import { mallTimes } from "../mall-times.ts";
import { lockOrder } from "../order-store.ts";
import { queueWechatShipping } from "../wechat-shipping/store.ts";
import { setReceipt } from "./receipt-store.ts";
import { isTrackingNo, type ShipContext } from "./ship.ts";
import {
  findOrderOfShipment,
  findParcel,
  listShipments,
  queueSubscription,
  setParcelNumber,
  type ParcelNumber,
} from "./store.ts";

export type CorrectOutcome =
  | "done"
  /** It has this number already. */
  | "again"
  | "noShipment"
  | "noCarrier"
  | "badNumber"
  /** It was corrected before. */
  | "corrected"
  /** Another parcel of the order has this number. */
  | "taken"
  /** The order is received or refunded. */
  | "state";

/**
 * Corrects carrier and number of a parcel, once, while its order is on its way; the track begins anew.
 * @param db a transaction
 */
export async function correctParcel(
  db: Database,
  { shipmentId, carrier, trackingNo }: ParcelNumber & { readonly shipmentId: string },
  { now, isTracked }: ShipContext,
): Promise<CorrectOutcome> {
  if (!carriers.has(carrier)) return "noCarrier";
  if (!isTrackingNo(trackingNo)) return "badNumber";
  const orderId = await findOrderOfShipment(db, shipmentId);
  const order = orderId === null ? null : await lockOrder(db, orderId);
  if (!order) return "noShipment";
  const shipments = await listShipments(db, order.order_id);
  const shipment = shipments.find(({ shipment_id }) => shipment_id === shipmentId);
  if (!shipment) return "noShipment";
  if (shipment.carrier === carrier && shipment.tracking_no === trackingNo) return "again";
  if (shipment.is_corrected) return "corrected";
  if (order.state !== "shipping") return "state";
  if (await findParcel(db, order.order_id, { carrier, trackingNo })) return "taken";
  await setParcelNumber(db, shipmentId, { carrier, trackingNo, now });
  const due = Math.max(order.receive_due_time?.getTime() ?? 0, now.getTime() + mallTimes.receiveUntracked);
  await setReceipt(db, order.order_id, { signedTime: null, due: new Date(due) });
  if (isTracked) await queueSubscription(db, shipmentId, now);
  await queueWechatShipping(db, order.order_id, now);
  return "done";
}
