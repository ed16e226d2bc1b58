// Buyers of the mall's benchmarks: logged-in people with an address and a solved slider, and their requests.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { placeOrder, placeRushOrder } from "#contract/order/checkout.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { addPasses } from "../../server/testing/races/race-people.ts";
import { addBuyers, type Buyer } from "../../server/testing/samples/sample-buyers.ts";
import { addSampleProduct, type SampleSku } from "../../server/testing/samples/sample-mall.ts";
import { deviceCookie, flood, formatStatuses, renderCall } from "../signup/crowd.ts";

/** Prices of the products, fen. */
const [PRICE, RUSH_PRICE] = [9_900, 4_900];
type Place = { readonly db: Database; readonly origin: string };

/** Adds a product with one SKU. @param rushUnits quota of a rush of it that runs now; null: no rush */
export async function addSku(db: Database, units: number, rushUnits: number | null): Promise<SampleSku> {
  const [sku] = await addSampleProduct(db, {
    stock: [units],
    priceFen: PRICE,
    ...(rushUnits !== null && { rush: { priceFen: RUSH_PRICE, quota: rushUnits, buyMost: 1 } }),
  });
  if (!sku) throw new Error("no SKU");
  return sku;
}

export type PreparedOrders = {
  readonly skuId: string;
  readonly buyers: readonly Buyer[];
  /** One order of one unit by each buyer. */
  readonly requests: readonly Buffer[];
};
/** Prepares a rush: a SKU with a quota, and a request of each of so many new people. */
export async function prepareRush(
  { db, origin }: Place,
  people: number,
  units: number,
): Promise<PreparedOrders> {
  const { skuId } = await addSku(db, units, units);
  const buyers = await addBuyers(db, people);
  const passes = await addPasses(
    db,
    buyers.map(({ userId }) => ({ action: "order" as const, userId })),
  );
  const cookie = await deviceCookie(origin);
  const requests = buyers.map(({ token, addressId }, at) =>
    renderCall(
      placeRushOrder,
      { skuId, qty: 1, delivery: "express", addressId, payableFen: RUSH_PRICE },
      { token, captchaVerifyId: passes[at] ?? "", idempotencyKey: randomUUID() },
      cookie,
    ),
  );
  return { skuId, buyers, requests };
}

/** Prepares ordinary orders of a SKU with enough stock, one by each of so many new people. */
export async function prepareOrders({ db, origin }: Place, people: number): Promise<PreparedOrders> {
  const { skuId } = await addSku(db, people, null);
  const buyers = await addBuyers(db, people);
  const cookie = await deviceCookie(origin);
  const requests = buyers.map(({ token, addressId }) =>
    renderCall(
      placeOrder,
      { lines: [{ skuId, qty: 1 }], delivery: "express", addressId, payableFen: PRICE },
      { token, idempotencyKey: randomUUID() },
      cookie,
    ),
  );
  return { skuId, buyers, requests };
}

/** Asks for the offer of each buyer, as the product's page does: the server then has their sessions in its cache. */
export async function warmUpBuyers(origin: string, { skuId, buyers }: PreparedOrders): Promise<void> {
  const path = `/mall-api/cop-mall/api/v1/product/offer?skuIds=${skuId}`;
  const asked = buyers.map(({ token }) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-access-token: ${token}\r\n\r\n`),
  );
  const run = await flood(origin, asked, 64);
  if (run.statuses.get(200) !== buyers.length) throw new Error(`warm-up failed: ${formatStatuses(run)}`);
}

/** Counts of a SKU that a sale has to leave equal. */
export type SaleCounts = {
  readonly orders: number;
  readonly people: number;
  /** Units that the stock holds, and that its entries hold. */
  readonly reserved: number;
  readonly entered: number;
};
export async function countSale(db: Database, skuId: string): Promise<SaleCounts> {
  const { rows } = await sql<SaleCounts>`
    select count(*)::int as orders, count(distinct o.user_id)::int as people,
      (select reserved from sku_stock where sku_id = ${skuId}) as reserved,
      (select coalesce(sum(reserved), 0)::int from stock_entry where sku_id = ${skuId}) as entered
    from order_line l join mall_order o using (order_id) where l.sku_id = ${skuId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("no counts");
  return row;
}
