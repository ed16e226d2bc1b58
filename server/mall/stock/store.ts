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
  /** Units that were added; 0: nothing was changed. */
  readonly delta: number;
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

/** Change of a stock: units that are added or, below 0, taken off, or the units that were counted. */
type StockChange = { readonly delta: number } | { readonly onHand: number };
/** An adjustment that is asked for. */
export type WantedAdjustment = StockChange & {
  readonly skuId: string;
  readonly reason: string;
  /** Id of the adjustment; the same one changes nothing a second time. */
  readonly causeId: string;
};
type Adjustment = WantedAdjustment & {
  /** Id of the operator; null: none in particular. */
  readonly madeBy?: string | null;
  readonly now: Date;
};

/**
 * Adds units to a SKU's stock or takes them off, with the entry in the same statement. The condition is judged on the
 * locked row, so that a rush at the same moment cannot oversell (requirement MA97).
 */
export async function adjustStock(
  db: Database,
  { skuId, reason, causeId, madeBy = null, now, ...change }: Adjustment,
): Promise<StockAdjustment> {
  const wanted = "delta" in change ? sql`on_hand + ${change.delta}::int` : sql`${change.onHand}::int`;
  const { rows } = await sql<{ on_hand: number; reserved: number; delta: number }>`
    with entry as (
      insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, reason, made_by, created_time)
      select 'adjust', ${causeId}, sku_id, ${wanted} - on_hand, 0, ${reason}, ${madeBy}, ${now} from sku_stock
      where sku_id = ${skuId} and ${wanted} between reserved and ${MAX_STOCK}::int for no key update
      on conflict (cause, cause_id, sku_id) do nothing returning sku_id, on_hand
    )
    update sku_stock k set on_hand = k.on_hand + entry.on_hand from entry
    where k.sku_id = entry.sku_id returning k.on_hand, k.reserved, entry.on_hand as delta`.execute(db);
  const [changed] = rows;
  if (changed)
    return { outcome: "done", onHand: changed.on_hand, reserved: changed.reserved, delta: changed.delta };
  return refusedAdjustment(db, skuId, change, causeId);
}

/** Finds out why an adjustment changed nothing. */
async function refusedAdjustment(
  db: Database,
  skuId: string,
  change: StockChange,
  causeId: string,
): Promise<StockAdjustment> {
  const { rows } = await sql<{ on_hand: number; reserved: number; is_again: boolean }>`
    select on_hand, reserved, exists (select from stock_entry e
      where e.cause = 'adjust' and e.cause_id = ${causeId} and e.sku_id = k.sku_id) as is_again
    from sku_stock k where sku_id = ${skuId}`.execute(db);
  const [row] = rows;
  if (!row) return { outcome: "noSku", onHand: 0, reserved: 0, delta: 0 };
  const level = { onHand: row.on_hand, reserved: row.reserved, delta: 0 };
  if (row.is_again) return { outcome: "again", ...level };
  const wanted = "delta" in change ? row.on_hand + change.delta : change.onHand;
  return { outcome: wanted > row.reserved ? "tooMany" : "reserved", ...level };
}
