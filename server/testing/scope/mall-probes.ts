import { sql } from "kysely";
import type { TestApp } from "../app.ts";
import { shop } from "../erasure/full-shopper.ts";

/** Rows of the mall of a person who is not the asking one. */
type MallRows = Readonly<
  Record<"orderId" | "lineId" | "shipmentId" | "afterSaleId" | "addressId" | "skuId" | "pickupCode", string>
> & {
  /** Session of the person whose rows they are. */
  readonly token: string;
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[];
};
/** Creates a person with an address and an order with a parcel and a case, which waits at a dealer. */
export async function addMallRows(app: TestApp, mobile: string, dealerId: string): Promise<MallRows> {
  const { token, userId } = await app.login(mobile);
  const { recipient = "", pickupCode = "" } = await shop(app, { token, userId });
  const { rows } = await sql<Omit<MallRows, "token" | "secrets" | "pickupCode">>`
    select o.order_id as "orderId", l.line_id as "lineId", s.shipment_id as "shipmentId", l.sku_id as "skuId",
      c.after_sale_id as "afterSaleId", (select address_id from address where user_id = ${userId}) as "addressId"
    from mall_order o join order_line l using (order_id) join shipment s using (order_id) join after_sale c using (order_id)
    where o.user_id = ${userId}`.execute(app.context.db);
  const [row] = rows;
  if (!row) throw new Error("no order with a parcel and a case");
  await sql`update mall_order set state = 'ready', delivery = 'pickup', dealer_id = ${dealerId}
    where order_id = ${row.orderId}`.execute(app.context.db);
  return { ...row, token, pickupCode, secrets: [recipient, row.orderId, row.afterSaleId, row.shipmentId] };
}

type Probe = () => readonly [theirs: object, missing: object];
/**
 * Probes of the calls of the mall: arguments with a row of somebody else, and with one that does not exist.
 * @param of the rows, and a check-in link of another dealer, once they exist
 */
export function mallProbes(of: () => MallRows & { readonly link: string }): Readonly<Record<string, Probe>> {
  const by =
    (name: keyof MallRows, field: string, args: () => object = () => ({})): Probe =>
    () => [
      { ...args(), [field]: of()[name] },
      { ...args(), [field]: "1" },
    ];
  const byOrder = by("orderId", "id");
  const byCase = by("afterSaleId", "id");
  const entry = {
    name: "林晓岚",
    mobile: "13912345678",
    provinceCode: "310000",
    cityCode: "310100",
    districtCode: "310106",
    detail: "南京西路 1 号",
  };
  const wanted = () => ({ lines: [{ skuId: of().skuId, qty: 1 }], delivery: "express" });
  const wantedCase = () => ({ kind: "refund", units: [{ lineId: of().lineId, qty: 1 }], reason: "other" });
  return {
    changeAddress: by("addressId", "id", () => entry),
    removeAddress: by("addressId", "id"),
    previewCheckout: by("addressId", "addressId", wanted),
    placeOrder: by("addressId", "addressId", () => ({ ...wanted(), payableFen: 9_900 })),
    placeRushOrder: by("addressId", "addressId", () => ({
      skuId: of().skuId,
      qty: 1,
      delivery: "express",
      payableFen: 9_900,
    })),
    showOrder: byOrder,
    orderAgain: byOrder,
    cancelOrder: byOrder,
    changeOrderAddress: by("orderId", "id", () => ({ addressId: "1" })),
    extendReceipt: byOrder,
    hideOrder: byOrder,
    receiveOrder: byOrder,
    remindOrder: byOrder,
    startPayment: by("orderId", "orderId", () => ({ way: "wechat", host: "phone" })),
    showPayment: byOrder,
    trackShipment: by("shipmentId", "id"),
    previewAfterSale: by("orderId", "orderId", wantedCase),
    requestAfterSale: by("orderId", "orderId", wantedCase),
    showAfterSale: byCase,
    cancelAfterSale: byCase,
    sendAfterSale: by("afterSaleId", "id", () => ({ carrier: "shunfeng", trackingNo: "SF1000000001" })),
    handOverPickup: by("pickupCode", "code", () => ({ link: of().link, by: "小李" })),
  };
}
