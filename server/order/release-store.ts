import { sql } from "kysely";
import type { Database } from "../database/connection/database.ts";
import type { LockedOrder } from "./order-store.ts";

/** Units of a line that leave the order before they were sent. */
export type ReleasedUnits = { readonly lineId: string; readonly units: number };
/** Cause of a stock entry, with its id; the same cause releases once. */
export type ReleaseCause = {
  readonly cause: "cancel" | "refund";
  /** Id of the order or of the after-sale case. */
  readonly causeId: string;
  readonly now: Date;
  /** Whether the coupon becomes free too, with its old end. */
  readonly isCouponBack: boolean;
};

/** Units to give back by an id, in the order of ids. */
function unitsBy(
  order: LockedOrder,
  released: readonly ReleasedUnits[],
  keyOf: (line: LockedOrder["lines"][number]) => string | null,
): { ids: string[]; units: number[] } {
  const sums = new Map<string, number>();
  for (const { lineId, units } of released) {
    const line = order.lines.find((one) => one.line_id === lineId);
    const key = line ? keyOf(line) : null;
    if (key !== null && units > 0) sums.set(key, (sums.get(key) ?? 0) + units);
  }
  const ids = [...sums.keys()].sort();
  return { ids, units: ids.map((id) => sums.get(id) ?? 0) };
}

/**
 * Gives back what unsent units of a locked order hold: stock, the rush's quota, what the person has bought of limited
 * products, and the coupon if the cause says so. Locks SKUs, rush, coupon, counts in this order, as new orders do.
 */
export async function releaseUnits(
  db: Database,
  order: LockedOrder,
  released: readonly ReleasedUnits[],
  { cause, causeId, now, isCouponBack }: ReleaseCause,
): Promise<void> {
  const skus = unitsBy(order, released, ({ sku_id }) => sku_id);
  await sql`select from sku_stock where sku_id = any(${skus.ids}::text[]) order by sku_id for no key update`.execute(
    db,
  );
  await sql`
    with n as materialized (select * from unnest(${skus.ids}::text[], ${skus.units}::int[]) as n(sku_id, units)),
    entered as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
      select ${cause}::text, ${causeId}::text, sku_id, 0, -units, ${now}::timestamptz from n
    )
    update sku_stock s set reserved = s.reserved - n.units from n where s.sku_id = n.sku_id`.execute(db);
  if (order.rush_id !== null) await releaseRush(db, order, order.rush_id, skus);
  if (isCouponBack) await releaseCoupon(db, order);
  const counts = unitsBy(order, released, ({ snapshot }) =>
    order.rush_id !== null
      ? `rush ${order.rush_id}`
      : snapshot.buyMost === null
        ? null
        : `product ${snapshot.productId}`,
  );
  // Locked in the order of `about`, as new orders do. An erased or merged person's count may be gone.
  for (const [at, about] of counts.ids.entries())
    await sql`update bought_count set units = greatest(0, units - ${counts.units[at]}::int)
      where user_id = ${order.user_id} and about = ${about}`.execute(db);
}

/** Gives a rush its units back, and lets processes forget that it was sold out. */
async function releaseRush(
  db: Database,
  order: LockedOrder,
  rushId: string,
  { units, ids }: { readonly units: readonly number[]; readonly ids: readonly string[] },
): Promise<void> {
  const sum = units.reduce((total, count) => total + count, 0);
  await sql`update rush set taken = taken - ${sum}::int where rush_id = ${rushId}`.execute(db);
  await sql`insert into content_change (topic) select 'stock ' || id from unnest(${ids}::text[]) as id`.execute(
    db,
  );
}

/** Frees the coupon of a locked order, whether it was held or used by the order. */
async function releaseCoupon(db: Database, { order_id, coupon_id }: LockedOrder): Promise<void> {
  if (coupon_id === null) return;
  await sql`update coupon set order_id = null, used_time = null
    where coupon_id = ${coupon_id} and order_id = ${order_id}`.execute(db);
}

/**
 * Gives back everything that an unpaid order holds, in the transaction of `cancelled` (requirement MA35).
 * @param order locked
 */
export async function release(db: Database, order: LockedOrder, now: Date): Promise<void> {
  await releaseUnits(
    db,
    order,
    order.lines.map(({ line_id, qty }) => ({ lineId: line_id, units: qty })),
    { cause: "cancel", causeId: order.order_id, now, isCouponBack: true },
  );
}
