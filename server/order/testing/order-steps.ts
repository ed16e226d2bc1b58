import { sql } from "kysely";
import { expect } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { addAddress } from "#contract/mall/address.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { newId } from "../../core/ids.ts";
import type { TestApp } from "../../testing/app.ts";
import { addSampleProduct, type SampleSku } from "../../testing/samples/sample-mall.ts";
import { lockOrder, markPaid, moveOrder } from "../index.ts";

let made = 0;
export type Person = { readonly token: string; readonly userId: string; readonly addressId: string };
export const newAddress = {
  name: "林晓岚",
  mobile: "13800135678",
  provinceCode: "310000",
  cityCode: "310100",
  districtCode: "310104",
  detail: "龙腾大道 2555 号 3 栋",
};
/** A request for one unit at ¥99, sent to the person's address. */
export const wanted = (sku: SampleSku, { addressId }: Person, over: object = {}) => ({
  lines: [{ skuId: sku.skuId, qty: 1 }],
  delivery: "express" as const,
  addressId,
  payableFen: 9_900,
  ...over,
});

/** Steps of tests over HTTP. @param app the server, once it has started */
export function orderSteps(app: () => TestApp) {
  async function person(): Promise<Person> {
    const { token, userId } = await app().login(`1391000${String(1_000 + made++)}`);
    const { data } = await app().call(addAddress, newAddress, { token });
    return { token, userId, addressId: data?.addressId ?? "" };
  }
  async function skuOf(over: Parameters<typeof addSampleProduct>[1] = {}): Promise<SampleSku> {
    const [sku] = await addSampleProduct(app().context.db, over);
    if (!sku) throw new Error("no SKU");
    return sku;
  }
  const place = (who: Person, args: ArgsOf<typeof placeOrder>, idempotencyKey: string = newId()) =>
    app().call(placeOrder, args, { token: who.token, idempotencyKey });
  async function placed(who: Person, sku: SampleSku, over: object = {}): Promise<string> {
    const { data, code } = await place(who, wanted(sku, who, over));
    expect(code).toBe("00");
    return data?.orderId ?? "";
  }
  const events = async (orderId: string): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', from_state, to_state, by) as text from order_event where order_id = ${orderId}
      order by event_id`.execute(app().context.db);
    return rows.map(({ text }) => text);
  };
  const pay = (orderId: string) =>
    app()
      .context.db.transaction()
      .execute(async (db) => {
        const order = await lockOrder(db, orderId);
        if (!order) throw new Error("no order");
        return markPaid(db, order, {
          paidFen: order.payable_fen,
          by: "channel",
          now: new Date(app().context.clock.now()),
        });
      });
  /** Sends every unit, as a shipment does. */
  const ship = (orderId: string) =>
    app()
      .context.db.transaction()
      .execute(async (db) => {
        const order = await lockOrder(db, orderId);
        if (!order) throw new Error("no order");
        const now = new Date(app().context.clock.now());
        await sql`update order_line set shipped_qty = qty where order_id = ${orderId}`.execute(db);
        await sql`update sku_stock k set on_hand = on_hand - l.qty, reserved = reserved - l.qty from order_line l
        where l.order_id = ${orderId} and l.sku_id = k.sku_id`.execute(db);
        await sql`insert into stock_entry (cause, cause_id, sku_id, on_hand, reserved, created_time)
        select 'ship', order_id, sku_id, -qty, -qty, ${now} from order_line where order_id = ${orderId}`.execute(
          db,
        );
        await moveOrder(
          db,
          order,
          "ship",
          { by: "operator", why: "sent", now },
          { receive_due_time: new Date(now.getTime() + 15 * 86_400_000) },
        );
      });
  return { person, skuOf, place, placed, events, pay, ship };
}
