import type { Database } from "../../database/connection/database.ts";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { ExpressTrack } from "../express/track.ts";
import { mallTimes } from "../mall-times.ts";
import { lockOrder, type LockedOrder } from "../order-store.ts";
import { unsentUnits } from "../rules/order-machine.ts";
import { setReceipt } from "./receipt-store.ts";
import { isNewerTrack } from "./rules.ts";
import { listShipments } from "./store.ts";
import { addNodes, findKnownTrack, listOrdersOfParcel, setShipmentState } from "./track-store.ts";

/** Begins 自动收货 once everything was sent and every parcel is signed (requirement MA76); a later end stays. */
export async function beginReceipt(db: Database, order: LockedOrder, now: Date): Promise<void> {
  if (order.state !== "shipping" || order.signed_time !== null) return;
  const isSent = order.lines.every((line) => unsentUnits(line) === 0);
  const parcels = await listShipments(db, order.order_id);
  if (!isSent || parcels.some(({ state }) => state !== "signed")) return;
  const extension = order.is_receive_extended ? mallTimes.extension : 0;
  const due = new Date(now.getTime() + mallTimes.receiveSigned + extension);
  await setReceipt(db, order.order_id, { signedTime: now, due });
}

/** Writes a report to the parcels of one order. */
async function applyToOrder(db: Database, orderId: string, track: ExpressTrack, now: Date): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (!order) return;
  const { carrier, trackingNo, nodes, state } = track;
  for (const parcel of await listShipments(db, orderId)) {
    if (parcel.carrier !== carrier || parcel.tracking_no !== trackingNo) continue;
    const known = await findKnownTrack(db, parcel.shipment_id, trackingNo);
    const isNewer = isNewerTrack(known, { lastTime: nodes.at(-1)?.time ?? null, nodes: nodes.length });
    await addNodes(db, parcel.shipment_id, track);
    // A signed parcel can only come back.
    const isFinal = parcel.state === "signed" && state !== "returned";
    if (isNewer && !isFinal && parcel.state !== state)
      await setShipmentState(db, parcel.shipment_id, state, now);
  }
  await beginReceipt(db, order, now);
}

/**
 * Stores a report of the express service (requirement MA76): reports come in any order and twice. One parcel may have
 * goods of several orders, each of which is locked and changed for itself.
 */
export async function applyTrack(db: Database, track: ExpressTrack, now: Date): Promise<void> {
  for (const orderId of await listOrdersOfParcel(db, track))
    await inTransaction(db, (transaction) => applyToOrder(transaction, orderId, track, now));
}
