import { sql } from "kysely";
import type { Database } from "../../database/connection/database.ts";
import { containsKeyword } from "../../database/statements/contains-keyword.ts";
import { wordsOf } from "../catalogue/rules.ts";
import type { ProductState } from "./list-store.ts";
import { productInScope, type ProductScopes } from "./scope-store.ts";

/** Filter of an operator's list of SKUs; fields that are missing do not limit. */
export type StockFilter = {
  readonly scopes: ProductScopes;
  readonly productId?: string | undefined;
  /** Words of the title, or the id of a SKU. */
  readonly text?: string | undefined;
  /** SKUs of which at most this many units can still be ordered. */
  readonly most?: number | undefined;
};
/** Stock of a SKU: units on hand, and those of them that open orders hold. */
export type StockLine = {
  readonly skuId: string;
  readonly productId: string;
  readonly title: string;
  readonly productState: ProductState;
  readonly optionValues: readonly string[];
  readonly isOn: boolean;
  readonly onHand: number;
  readonly reserved: number;
  /** Orders that hold units. */
  readonly openOrders: number;
};

/** Units of line l that its order still holds in stock. */
const heldUnits = sql`case when o.state in ('pending', 'closing', 'paid', 'shipping', 'ready')
  then l.qty - l.shipped_qty - l.cancelled_qty else 0 end`;

/** Lists SKUs with their stock, by id, one more than a page. @param after id of the last SKU before; "": the first page */
export async function listStock(
  db: Database,
  { scopes, productId, text = "", most }: StockFilter,
  { after, size }: { readonly after: string; readonly size: number },
): Promise<StockLine[]> {
  const words = wordsOf(text).map(
    (word) => sql`(${containsKeyword(word)(sql`p.title`)} or k.sku_id = ${word})`,
  );
  const { rows } = await sql<StockLine>`
    select k.sku_id as "skuId", p.product_id as "productId", p.title, p.state as "productState",
      s.option_values as "optionValues", s.is_on as "isOn", k.on_hand as "onHand", k.reserved,
      (select count(distinct l.order_id)::int from order_line l join mall_order o using (order_id)
        where l.sku_id = k.sku_id and ${heldUnits} > 0) as "openOrders"
    from sku_stock k join sku s using (sku_id) join product p using (product_id)
    where k.sku_id > ${after} and ${productInScope(scopes)}
      and ${productId === undefined ? sql`true` : sql`p.product_id = ${productId}`}
      and ${most === undefined ? sql`true` : sql`k.on_hand - k.reserved <= ${most}::int`}
      and ${words.length === 0 ? sql`true` : sql.join(words, sql` and `)}
    order by k.sku_id limit ${size + 1}`.execute(db);
  return rows;
}

/** An open order that holds units of a SKU. */
export type Reservation = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly state: string;
  readonly units: number;
  readonly createdTime: Date;
};
/** Lists the orders that hold units of a SKU in scope, the oldest first; together they are `reserved`. */
export async function listReservations(
  db: Database,
  skuId: string,
  { scopes, most }: { readonly scopes: ProductScopes; readonly most: number },
): Promise<Reservation[]> {
  const { rows } = await sql<Reservation>`
    select o.order_id as "orderId", o.order_no as "orderNo", o.state, sum(${heldUnits})::int as units,
      o.created_time as "createdTime"
    from order_line l join mall_order o using (order_id) join sku s using (sku_id) join product p using (product_id)
    where l.sku_id = ${skuId} and ${productInScope(scopes)}
    group by o.order_id having sum(${heldUnits}) > 0 order by o.order_id limit ${most}`.execute(db);
  return rows;
}
