import { sql } from "kysely";
import { activitySeed } from "../../activity/import/seed-store.ts";
import { newId } from "../../core/ids.ts";
import { connectDatabase } from "../../database/connection/database.ts";
import { testKeyring } from "../encryption/test-keyring.ts";
import { addPasses } from "../races/race-people.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { addBuyers, type Buyer } from "../samples/sample-buyers.ts";
import { addSampleCoupons, addSampleProduct } from "../samples/sample-mall.ts";
import { countUnfinished, findBrokenProperties, readBalances } from "./properties.ts";

/** Units of each SKU: some sell out. */
const STOCK = [4_000, 60, 2_000];
export const RUSH_PRICE = 4_900;

/** A fact about an order that the server has told its person; it has to stay true. */
export type Acknowledged = { readonly orderId: string; readonly said: "placed" | "paid" | "cancelled" };

/** Opens the database of a running product, and fills it with the products of a shop. */
export async function openShopDatabase(url: string) {
  const { db } = await connectDatabase({ url }, testKeyring());
  const activityId = newId();
  await activitySeed(db).addActivities([sampleActivity(Date.now(), { activityId })]);
  const skus = await addSampleProduct(db, { stock: STOCK });
  const [rushSku] = await addSampleProduct(db, {
    stock: [3_000],
    rush: { priceFen: RUSH_PRICE, quota: 2_000, buyMost: 2 },
  });
  return {
    skuIds: skus.map(({ skuId }) => skuId),
    rushSkuId: rushSku?.skuId ?? "",
    /** Adds a logged-in person with an address. */
    async addBuyer(): Promise<Buyer> {
      const [buyer] = await addBuyers(db, 1);
      if (!buyer) throw new Error("no buyer");
      return buyer;
    },
    /** Adds a captcha pass for one rush order. */
    async addPass(userId: string): Promise<string> {
      const [pass = ""] = await addPasses(db, [{ action: "order", userId }]);
      return pass;
    },
    async addCoupon(userId: string): Promise<void> {
      await addSampleCoupons(db, activityId, [userId], { use: "amount", offFen: 1_500, fromFen: 0 });
    },
    /** Number of the last attempt to pay an order; null: there is none. */
    async findAttempt(orderId: string): Promise<string | null> {
      const { rows } = await sql<{ outTradeNo: string }>`
        select out_trade_no as "outTradeNo" from payment where order_id = ${orderId}
        order by attempt desc limit 1`.execute(db);
      return rows[0]?.outTradeNo ?? null;
    },
    /** Finds acknowledged facts that are not stored: "paid <order>". */
    async findLost(acknowledged: readonly Acknowledged[]): Promise<string[]> {
      const { rows } = await sql<{ order_id: string; state: string; paid: boolean }>`
        select order_id, state, paid_fen > 0 as paid from mall_order`.execute(db);
      const orders = new Map(rows.map((row) => [row.order_id, row]));
      return acknowledged.flatMap(({ orderId, said }) => {
        const order = orders.get(orderId);
        const isKept =
          order !== undefined &&
          (said !== "paid" || order.paid) &&
          (said !== "cancelled" || order.state === "cancelled");
        return isKept ? [] : [`${said} ${orderId}`];
      });
    },
    findBroken: () => findBrokenProperties(db),
    countUnfinished: () => countUnfinished(db),
    readBalances: () => readBalances(db),
    close: () => db.destroy(),
  };
}
export type ShopDatabase = Awaited<ReturnType<typeof openShopDatabase>>;
