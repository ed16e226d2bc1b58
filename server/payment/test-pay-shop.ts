import { sql } from "kysely";
import type { ArgsOf } from "#contract/core/call.ts";
import { addAddress } from "#contract/mall/address.ts";
import { placeOrder } from "#contract/order/checkout.ts";
import { startPayment, type PaymentHost, type PaymentWay } from "#contract/payment/payment.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { newId } from "../core/ids.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { addSampleProduct } from "../testing/samples/sample-mall.ts";
import type { PaymentRow } from "./tables.ts";

export const MINUTE = 60_000;
/** Noon in Shanghai, at which a test begins. */
export const NOON = Date.parse("2027-03-08T12:00:00+08:00");

type AddSimulators = NonNullable<NonNullable<Parameters<typeof testApp>[0]>["extend"]>;
type Fault = {
  readonly channel: PaymentWay;
  readonly at: string;
  readonly how: string;
  readonly times?: number;
};
/** A trade of the simulated channels. */
export type SimulatedTrade = {
  readonly outTradeNo: string;
  readonly state: "draft" | "open" | "paid" | "closed";
  readonly appId: string;
  readonly payer: string;
  readonly scene: string;
  readonly amountFen: number;
  readonly timeExpire: number;
};
export type ShopOrder = {
  readonly orderId: string;
  readonly orderNo: string;
  readonly userId: string;
  readonly token: string;
  readonly skuId: string;
  readonly payBefore: number;
};

let people = 0;
const home = {
  name: "林晓岚",
  mobile: "13800135678",
  provinceCode: "310000",
  cityCode: "310100",
  districtCode: "310104",
  detail: "龙腾大道 2555 号 3 栋",
};

/** A product with the mall, its simulated channels, and what tests of payments do with it. */
export class PayShop {
  readonly app: TestApp;
  constructor(app: TestApp) {
    this.app = app;
  }
  get db(): TestApp["context"]["db"] {
    return this.app.context.db;
  }
  /** Moves the product's clock by ms. */
  wait(ms: number): void {
    const { clock } = this.app.context;
    clock.set(clock.now() + ms);
  }
  /** Places an order of one unit at ¥99, over HTTP. */
  async order(): Promise<ShopOrder> {
    const { db, clock } = this.app.context;
    const { token, userId } = await this.app.login(`1392${String(++people).padStart(7, "0")}`);
    const [sku] = await addSampleProduct(db, { now: clock.now() });
    const skuId = sku?.skuId ?? "";
    const { data: address } = await this.app.call(addAddress, home, { token });
    const wanted = { lines: [{ skuId, qty: 1 }], addressId: address.addressId, payableFen: 9_900 };
    const { data, message } = await this.app.call(
      placeOrder,
      { ...wanted, delivery: "express" },
      { token, idempotencyKey: newId() },
    );
    if (!data) throw new Error(message);
    const { orderId, orderNo, payBefore } = data;
    return { orderId, orderNo, userId, token, skuId, payBefore: Date.parse(payBefore) };
  }
  /** Units of a SKU that open orders hold. */
  async reserved(skuId: string): Promise<number> {
    const { rows } = await sql<{ reserved: number }>`
      select reserved from sku_stock where sku_id = ${skuId}`.execute(this.db);
    return rows[0]?.reserved ?? 0;
  }
  start(
    { orderId, token }: Pick<ShopOrder, "orderId" | "token">,
    way: PaymentWay = "wechat",
    host: PaymentHost = "desktop",
    more: Partial<ArgsOf<typeof startPayment>> = {},
  ) {
    return this.app.call(startPayment, { orderId, way, host, ...more }, { token });
  }
  async #post(path: string, payload: object): Promise<void> {
    const { statusCode } = await this.app.app.inject({ method: "POST", url: `/sim/pay/${path}`, payload });
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
  }
  setFaults(...faults: readonly Fault[]): Promise<void> {
    return this.#post("faults", faults as object);
  }
  /** Acts as a person at the cashier, or as the channel. */
  act(outTradeNo: string, act: "pay" | "cancel" | "later" | "close" | "notify"): Promise<void> {
    return this.#post("act", { outTradeNo, act });
  }
  /** Opens Alipay's cashier, which begins a draft. */
  async openCashier(formUrl: string | undefined): Promise<void> {
    const { pathname, search } = new URL(formUrl ?? "");
    const { statusCode } = await this.app.app.inject({ url: pathname + search });
    if (statusCode !== 302) throw new Error(`the cashier answers ${statusCode}`);
  }
  async trades({ orderNo }: Pick<ShopOrder, "orderNo">): Promise<SimulatedTrade[]> {
    const answer = await this.app.app.inject({ url: "/sim/pay/trades" });
    const { data } = answer.json<{ data: SimulatedTrade[] }>();
    return data.filter(({ outTradeNo }) => outTradeNo.startsWith(orderNo));
  }
  async payments(orderId: string): Promise<PaymentRow[]> {
    const { rows } = await sql<PaymentRow>`
      select * from payment where order_id = ${orderId} order by attempt`.execute(this.db);
    return rows;
  }
  async orderState(orderId: string): Promise<{ state: OrderState; paid_fen: number }> {
    const { rows } = await sql<{ state: OrderState; paid_fen: number }>`
      select state, paid_fen from mall_order where order_id = ${orderId}`.execute(this.db);
    const [row] = rows;
    if (!row) throw new Error("no order");
    return row;
  }
  /** Sums of the ledger by account, and the number of its transactions, of one order. */
  async ledger(orderId: string): Promise<Record<string, number>> {
    const { rows } = await sql<{ account: string; fen: number }>`
      select account, sum(fen)::int as fen from ledger_entry where order_id = ${orderId} group by account
      union all select 'transactions', count(distinct txn_id)::int from ledger_entry where order_id = ${orderId}
      order by account`.execute(this.db);
    return Object.fromEntries(rows.map(({ account, fen }) => [account, fen]));
  }
  async refunds(orderId: string): Promise<{ cause: string; amount_fen: number }[]> {
    const { rows } = await sql<{ cause: string; amount_fen: number }>`
      select cause, amount_fen from refund where order_id = ${orderId} order by refund_id`.execute(this.db);
    return rows;
  }
  async differences(outTradeNo: string): Promise<{ kind: string; details: string }[]> {
    const { rows } = await sql<{ kind: string; details: string }>`
      select kind, details from difference where number = ${outTradeNo}`.execute(this.db);
    return rows;
  }
}

/** Opens a product with simulated channels, which the test brings; closed by its `app`. */
export async function openPayShop(
  addSimulators: AddSimulators,
  settings: Readonly<Record<string, string>> = {},
  beside?: TestApp,
): Promise<PayShop> {
  const app = await testApp({
    extend: addSimulators,
    settings: { SIMULATORS: "1", ...settings },
    ...(beside && { beside }),
  });
  await app.listen();
  // Tests run the refunds themselves.
  app.modules.payments.refunds.close();
  return new PayShop(app);
}
