import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";

/** Most units of a SKU. */
const MAX_STOCK = 10_000_000;

type StockLevel = { readonly onHand: number; readonly reserved: number };
/**
 * done: changed by this call; again: the same cause had changed it before; reserved: fewer units than are reserved
 * would be left; tooMany: above MAX_STOCK; noSku: the SKU has no stock.
 */
export type StockAdjustment = StockLevel & {
  readonly outcome: "done" | "again" | "reserved" | "tooMany" | "noSku";
};

/**
 * Sets the first stock of a SKU, with its entry in the same statement; stock that exists is left alone, since orders
 * count on it.
 * @returns whether the stock was set
 */
export async function putStock(
  db: Database,
  { skuId, onHand, now }: { readonly skuId: string; readonly onHand: number; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    with put as (
      insert into sku_stock (sku_id, on_hand) values (${skuId}, ${onHand}::int)
      on conflict (sku_id) do nothing returning sku_id, on_hand
    ), entry as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, reason, created_time)
      select 'put', sku_id, sku_id, on_hand, 0, '', ${now} from put
    )
    select sku_id from put`.execute(db);
  return rows.length > 0;
}

/**
 * Adds units to a SKU's stock or takes them off, with the entry in the same statement. The condition is judged on the
 * locked row, so that a rush at the same moment cannot oversell (requirement MA97).
 * @param causeId id of the adjustment; the same one changes nothing a second time
 */
export async function adjustStock(
  db: Database,
  {
    skuId,
    delta,
    reason,
    causeId,
    now,
  }: {
    readonly skuId: string;
    readonly delta: number;
    readonly reason: string;
    readonly causeId: string;
    readonly now: Date;
  },
): Promise<StockAdjustment> {
  const { rows } = await sql<{ on_hand: number; reserved: number }>`
    with entry as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, reason, created_time)
      select 'adjust', ${causeId}, sku_id, ${delta}::int, 0, ${reason}, ${now} from sku_stock
      where sku_id = ${skuId} and on_hand + ${delta}::int between reserved and ${MAX_STOCK}::int for no key update
      on conflict (cause, cause_id, sku_id) do nothing returning sku_id
    )
    update sku_stock k set on_hand = k.on_hand + ${delta}::int from entry
    where k.sku_id = entry.sku_id returning k.on_hand, k.reserved`.execute(db);
  const [changed] = rows;
  if (changed) return { outcome: "done", onHand: changed.on_hand, reserved: changed.reserved };
  return refusedAdjustment(db, skuId, delta, causeId);
}

/** Finds out why an adjustment changed nothing. */
async function refusedAdjustment(
  db: Database,
  skuId: string,
  delta: number,
  causeId: string,
): Promise<StockAdjustment> {
  const { rows } = await sql<{ on_hand: number; reserved: number; is_again: boolean }>`
    select on_hand, reserved, exists (select from stock_entry e
      where e.cause = 'adjust' and e.cause_id = ${causeId} and e.sku_id = k.sku_id) as is_again
    from sku_stock k where sku_id = ${skuId}`.execute(db);
  const [row] = rows;
  if (!row) return { outcome: "noSku", onHand: 0, reserved: 0 };
  const level = { onHand: row.on_hand, reserved: row.reserved };
  if (row.is_again) return { outcome: "again", ...level };
  return { outcome: delta > 0 ? "tooMany" : "reserved", ...level };
}
