import { sql } from "kysely";
import type { ShipmentState } from "#contract/order/order-state.ts";
import type { Database } from "../../database/connection/database.ts";
import type { ExpressTrack } from "../express/track.ts";
import { endOutbox, leaseOutbox, type LeasedOutbox } from "../outbox-store.ts";
import type { KnownTrack } from "./rules.ts";
import type { ParcelNumber } from "./store.ts";

/** Lists the orders with a parcel of this number, by id, without locks. */
export async function listOrdersOfParcel(
  db: Database,
  { carrier, trackingNo }: ParcelNumber,
): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select distinct order_id from shipment where tracking_no = ${trackingNo} and carrier = ${carrier}
    order by order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** The newest report that is known of a parcel, by its present number. */
export async function findKnownTrack(
  db: Database,
  shipmentId: string,
  trackingNo: string,
): Promise<KnownTrack> {
  const { rows } = await sql<{ last: Date | null; nodes: number }>`
    select max(at) as last, count(*)::int as nodes from shipment_node
    where shipment_id = ${shipmentId} and tracking_no = ${trackingNo}`.execute(db);
  const [known] = rows;
  return { lastTime: known?.last?.getTime() ?? null, nodes: known?.nodes ?? 0 };
}

/** Adds nodes of a track; those that are known stay. */
export async function addNodes(
  db: Database,
  shipmentId: string,
  { trackingNo, nodes }: Pick<ExpressTrack, "trackingNo" | "nodes">,
): Promise<void> {
  await sql`
    insert into shipment_node (shipment_id, tracking_no, at, text, city)
    select ${shipmentId}::text, ${trackingNo}::text, at, text, city from unnest(
      ${nodes.map(({ time }) => new Date(time))}::timestamptz[], ${nodes.map(({ text }) => text)}::text[],
      ${nodes.map(({ city }) => city ?? "")}::text[]) as n(at, text, city)
    on conflict do nothing`.execute(db);
}

/** Sets the state of a parcel. */
export async function setShipmentState(
  db: Database,
  shipmentId: string,
  state: ShipmentState,
  now: Date,
): Promise<void> {
  await sql`
    update shipment set state = ${state}, changed_time = ${now},
      signed_time = case when ${state} = 'signed' then coalesce(signed_time, ${now}) end
    where shipment_id = ${shipmentId}`.execute(db);
}

/** A parcel with its track, newest first; times as ISO texts. */
export type TrackedParcel = {
  readonly orderId: string;
  readonly carrier: string;
  readonly trackingNo: string;
  readonly state: ShipmentState;
  readonly nodes: readonly { readonly time: string; readonly text: string; readonly city: string }[];
};
/** Finds a parcel of a person's order with its track; another person's does not exist (requirement MA18). */
export async function findTrack(
  db: Database,
  userId: string,
  shipmentId: string,
): Promise<TrackedParcel | null> {
  const { rows } = await sql<TrackedParcel>`
    select s.order_id as "orderId", s.carrier, s.tracking_no as "trackingNo", s.state,
      coalesce((select json_agg(json_build_object('time', n.at, 'text', n.text, 'city', n.city) order by n.at desc)
        from shipment_node n where n.shipment_id = s.shipment_id and n.tracking_no = s.tracking_no), '[]') as nodes
    from shipment s join mall_order o on o.order_id = s.order_id
    where s.shipment_id = ${shipmentId} and o.user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

/** A subscription that waits for its request. */
export type DueSubscription = LeasedOutbox & {
  readonly carrier: string;
  readonly tracking_no: string;
  /** `OrderRecipient` as JSON text; null after an erasure. */
  readonly order_recipient: string | null;
  readonly order_id: string;
};
/** Takes subscriptions that are due for work in this process, with their parcels. */
export async function leaseSubscriptions(
  db: Database,
  range: Parameters<typeof leaseOutbox>[2],
): Promise<DueSubscription[]> {
  const leased = await leaseOutbox(db, "expressSubscription", range);
  if (leased.length === 0) return [];
  const ids = leased.map(({ about_id }) => about_id);
  const { rows: parcels } = await sql<Omit<DueSubscription, "tries">>`
    select s.shipment_id as about_id, s.carrier, s.tracking_no, o.order_recipient, o.order_id
    from shipment s join mall_order o on o.order_id = s.order_id where s.shipment_id = any(${ids}::text[])`.execute(
    db,
  );
  return parcels.map((parcel) => ({
    ...parcel,
    tries: leased.find(({ about_id }) => about_id === parcel.about_id)?.tries ?? 1,
  }));
}
/** Ends a subscription that was accepted or refused, unless a correction has queued it again meanwhile. */
export async function endSubscription(
  db: Database,
  due: DueSubscription,
  isSubscribed: boolean,
): Promise<void> {
  await endOutbox(db, "expressSubscription", due);
  await sql`update shipment set is_subscribed = ${isSubscribed}
    where shipment_id = ${due.about_id} and tracking_no = ${due.tracking_no}`.execute(db);
}
