import { sql } from "kysely";
import { expect } from "vitest";
import type { ArgsOf } from "#contract/core/call.ts";
import { previewAfterSale, requestAfterSale } from "#contract/order/after-sale.ts";
import { showOrder } from "#contract/order/order.ts";
import { newId } from "../../core/ids.ts";
import { commandLineActor } from "../../database/shared-tables/audit-log.ts";
import type { TestApp } from "../../testing/app.ts";
import { addSamplePayment } from "../../testing/samples/paid-order.ts";
import { lockOrder, markPaid } from "../index.ts";
import { shipByOperator } from "../shipment/operator.ts";
import type { SentParcel, ShipOutcome } from "../shipment/ship.ts";
import type { Person } from "./order-steps.ts";

let parcels = 0;
/** Number of a parcel that no other test has. */
export const newTrackingNo = (): string => `SF${String(700_000_000 + parcels++)}${newId().slice(-6)}`;

/** Steps of tests after a payment. @param app the server, once it has started */
export function paidSteps(app: () => TestApp) {
  const now = () => new Date(app().context.clock.now());
  /** Pays an order, with its payment and the entries of the ledger. */
  async function pay(orderId: string): Promise<void> {
    const { db } = app().context;
    const { rows } = await sql<{ fen: number }>`
      select payable_fen as fen from mall_order where order_id = ${orderId}`.execute(db);
    const paidFen = rows[0]?.fen ?? 0;
    await addSamplePayment(app(), orderId, { paidFen });
    await db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (!order) throw new Error("no order");
      await markPaid(transaction, order, { paidFen, by: "channel", now: now() });
    });
  }
  const ship = (orderId: string, over: Partial<SentParcel> = {}): Promise<ShipOutcome> =>
    shipByOperator(
      app().context.db,
      { orderId, units: null, carrier: "shunfeng", trackingNo: newTrackingNo(), ...over },
      { by: commandLineActor, now: now(), isTracked: true },
    );
  const detail = async (who: Person, id: string) => {
    const { data } = await app().call(showOrder, { id }, { token: who.token });
    return data;
  };
  /** Ids of an order's lines by position. */
  const lineIds = async (who: Person, id: string): Promise<string[]> =>
    (await detail(who, id)).lines.map(({ lineId }) => lineId);
  const ask = (who: Person, args: ArgsOf<typeof requestAfterSale>, idempotencyKey: string = newId()) =>
    app().call(requestAfterSale, args, { token: who.token, idempotencyKey });
  const preview = (who: Person, args: ArgsOf<typeof previewAfterSale>) =>
    app().call(previewAfterSale, args, { token: who.token });
  /** Refunds of an order: sum and number. */
  async function refundsOf(orderId: string): Promise<{ sum: number; refunds: number }> {
    const { rows } = await sql<{ sum: number; refunds: number }>`
      select coalesce(sum(amount_fen), 0)::int as sum, count(*)::int as refunds from refund
      where order_id = ${orderId}`.execute(app().context.db);
    const [row] = rows;
    if (!row) throw new Error("a count returned no row");
    return row;
  }
  /** Runs with the product's clock moved by ms. */
  async function later<T>(ms: number, run: () => Promise<T>): Promise<T> {
    const { clock } = app().context;
    const start = clock.now();
    clock.set(start + ms);
    try {
      return await run();
    } finally {
      clock.set(null);
    }
  }
  async function asked(who: Person, args: ArgsOf<typeof requestAfterSale>) {
    const { data, code } = await ask(who, args);
    expect(code).toBe("00");
    return data;
  }
  return { pay, ship, detail, lineIds, ask, asked, preview, refundsOf, later };
}
