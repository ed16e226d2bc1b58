import { sql } from "kysely";
import { mallLimits } from "#contract/mall/limits.ts";
import type { Database } from "../../database/connection/database.ts";

/** A line of a person's cart; amounts in fen. */
export type CartRow = {
  readonly sku_id: string;
  readonly qty: number;
  readonly is_chosen: boolean;
  /** Price when it was added last. */
  readonly added_fen: number;
};

/** Lists a person's lines, newest first. */
export async function listCartRows(db: Database, userId: string): Promise<CartRow[]> {
  const { rows } = await sql<CartRow>`
    select sku_id, qty, is_chosen, added_fen from cart_line where user_id = ${userId}
    order by created_time desc, sku_id desc`.execute(db);
  return rows;
}

/** Locks the person, so that the next statement counts what parallel requests have added. */
const lockPerson = (db: Database, userId: string) =>
  sql`select from app_user where user_id = ${userId} for no key update`.execute(db);

/** Units to add; `most`: units of the line after that. */
type AddedUnits = {
  readonly skuId: string;
  readonly qty: number;
  readonly addedFen: number;
  readonly most: number;
};
/**
 * Adds units; a line that exists grows. Lines and units are counted in the statement (requirement MA11).
 * @returns why nothing was added; null: added
 */
export function addUnits(
  db: Database,
  userId: string,
  { skuId, qty, addedFen, most }: AddedUnits,
  now: Date,
): Promise<"lines" | "units" | null> {
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    const { rows } = await sql<{ has_line: boolean; is_added: boolean }>`
      with own as (
        select count(*)::int as lines, coalesce(bool_or(sku_id = ${skuId}), false) as has_line
        from cart_line where user_id = ${userId}
      ), added as (
        insert into cart_line as line (user_id, sku_id, qty, added_fen, created_time)
        select ${userId}, ${skuId}, ${qty}::int, ${addedFen}::int, ${now} from own
        where (own.has_line or own.lines < ${mallLimits.maxCartLines}::int) and ${qty}::int <= ${most}::int
        on conflict (user_id, sku_id) do update set qty = line.qty + excluded.qty, is_chosen = true,
          added_fen = excluded.added_fen, created_time = excluded.created_time
        where line.qty + excluded.qty <= ${most}::int
        returning 1
      )
      select has_line, exists (select from added) as is_added from own`.execute(transaction);
    const [row] = rows;
    if (row?.is_added === true) return null;
    return row?.has_line === true || qty > most ? "units" : "lines";
  });
}

/**
 * Sets quantity and choice of a line; a quantity above `most` only if it is no more than before.
 * @returns "missing": there is no such line; "units": too many
 */
export async function setLine(
  db: Database,
  userId: string,
  { skuId, qty, isChosen, most }: { skuId: string; qty: number; isChosen: boolean; most: number },
): Promise<"missing" | "units" | null> {
  const { rows } = await sql<{ is_set: boolean }>`
    with changed as (
      update cart_line set qty = ${qty}::int, is_chosen = ${isChosen}
      where user_id = ${userId} and sku_id = ${skuId} and (${qty}::int <= ${most}::int or ${qty}::int <= qty)
      returning sku_id
    )
    select exists (select from changed) as is_set from cart_line
    where user_id = ${userId} and sku_id = ${skuId}`.execute(db);
  if (!rows[0]) return "missing";
  return rows[0].is_set ? null : "units";
}

export async function deleteLines(db: Database, userId: string, skuIds: readonly string[]): Promise<void> {
  await sql`delete from cart_line where user_id = ${userId} and sku_id = any(${[...skuIds]}::text[])`.execute(
    db,
  );
}

/** Lines that join a cart, in the order in which they are shown. */
export type JoiningLine = {
  readonly skuId: string;
  readonly qty: number;
  readonly isChosen: boolean;
  readonly addedFen: number;
};
/**
 * Joins lines to a cart; of a line that both have, the greater quantity stands, so that a repetition changes nothing
 * (requirement MA09). Lines beyond the most of a cart are left out, the last first.
 */
export function joinLines(
  db: Database,
  userId: string,
  lines: readonly JoiningLine[],
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockPerson(transaction, userId);
    await sql`
      with input as (
        select i.*, exists (select from cart_line c where c.user_id = ${userId} and c.sku_id = i."skuId") as is_known
        from jsonb_to_recordset(${JSON.stringify(lines.map((line, position) => ({ ...line, position })))}::jsonb)
          as i("skuId" text, qty int, "isChosen" boolean, "addedFen" int, position int)
      ), numbered as (
        select *, row_number() over (partition by is_known order by position) as nth from input
      )
      insert into cart_line as line (user_id, sku_id, qty, is_chosen, added_fen, created_time)
      select ${userId}, "skuId", qty, "isChosen", "addedFen", ${now}::timestamptz - position * interval '1 ms'
      from numbered where is_known
        or nth <= ${mallLimits.maxCartLines}::int - (select count(*) from cart_line where user_id = ${userId})
      on conflict (user_id, sku_id) do update set qty = greatest(line.qty, excluded.qty)`.execute(
      transaction,
    );
  });
}
