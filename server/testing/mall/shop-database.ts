import { sql } from "kysely";
import { activitySeed } from "../../activity/import/seed-store.ts";
import { createClock } from "../../core/clock.ts";
import { newId } from "../../core/ids.ts";
import { connectDatabase } from "../../database/connection/database.ts";
import { createStaffLinks } from "../../database/shared-tables/staff-links.ts";
import { organisationStore } from "../../organisation/store.ts";
import { testKeyring } from "../encryption/test-keyring.ts";
import { addPasses } from "../races/race-people.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { addBuyers, type Buyer } from "../samples/sample-buyers.ts";
import { sampleDealers } from "../samples/sample-dealers.ts";
import { addSampleCoupons, addSampleProduct } from "../samples/sample-mall.ts";
import { countUnfinished, findBrokenProperties, readBalances } from "./properties.ts";

const DEALER = "2991";
/** Units of each SKU: some sell out. */
const STOCK = [4_000, 60, 2_000];
export const RUSH_PRICE = 4_900;

/** A fact about an order that the server has told its person; it has to stay true. */
export type Acknowledged = {
  readonly orderId: string;
  readonly said:
    | "placed"
    | "paid"
    | "cancelled"
    | "shipped"
    | "received"
    | "handedOver"
    | "asked"
    | "inspected";
  /** shipped: number of the parcel; asked, inspected: id of the case; else "". */
  readonly about: string;
};
type StoredOrder = {
  readonly order_id: string;
  readonly state: string;
  readonly paid: boolean;
  readonly parcels: readonly string[];
  /** States of cases by id. */
  readonly cases: Readonly<Record<string, string>>;
};
/** Whether a fact that was acknowledged is stored. */
const holds: Readonly<Record<Acknowledged["said"], (order: StoredOrder, about: string) => boolean>> = {
  placed: () => true,
  paid: ({ paid }) => paid,
  cancelled: ({ state }) => state === "cancelled",
  shipped: ({ parcels }, trackingNo) => parcels.includes(trackingNo),
  received: ({ state }) => state === "done",
  handedOver: ({ state }) => state === "done",
  asked: ({ cases }, id) => cases[id] !== undefined,
  inspected: ({ cases }, id) => cases[id] === "refunding" || cases[id] === "done",
};

/** Opens the database of a running product, and fills it with the products of a shop. */
export async function openShopDatabase(url: string) {
  const { db } = await connectDatabase({ url }, testKeyring());
  const activityId = newId();
  await organisationStore(db).add(sampleDealers(DEALER));
  const activity = sampleActivity(Date.now(), { activityId, dealerIds: [DEALER] });
  await activitySeed(db).addActivities([activity]);
  const links = createStaffLinks({ db, clock: createClock() }, "check_in_link");
  const scope = { activity_id: activityId, session_id: null, dealer_id: DEALER };
  const skus = await addSampleProduct(db, { stock: STOCK });
  const [rushSku] = await addSampleProduct(db, {
    stock: [3_000],
    rush: { priceFen: RUSH_PRICE, quota: 2_000, buyMost: 2 },
  });
  return {
    skuIds: skus.map(({ skuId }) => skuId),
    rushSkuId: rushSku?.skuId ?? "",
    dealerId: DEALER,
    /** Link of the dealer's desk. */
    deskLink: await links.add(scope),
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
      const { rows } = await sql<StoredOrder>`
        select o.order_id, o.state, o.paid_fen > 0 as paid,
          array(select tracking_no from shipment s where s.order_id = o.order_id) as parcels,
          coalesce((select jsonb_object_agg(a.after_sale_id, a.state) from after_sale a where a.order_id = o.order_id),
            '{}'::jsonb) as cases
        from mall_order o`.execute(db);
      const orders = new Map(rows.map((row) => [row.order_id, row]));
      return acknowledged.flatMap(({ orderId, said, about }) => {
        const order = orders.get(orderId);
        return order !== undefined && holds[said](order, about) ? [] : [`${said} ${about} ${orderId}`];
      });
    },
    findBroken: () => findBrokenProperties(db),
    countUnfinished: () => countUnfinished(db),
    readBalances: () => readBalances(db),
    close: () => db.destroy(),
  };
}
export type ShopDatabase = Awaited<ReturnType<typeof openShopDatabase>>;
