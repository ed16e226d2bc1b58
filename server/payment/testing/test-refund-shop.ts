import { sql } from "kysely";
import { afterAll, beforeEach, vi } from "vitest";
import type { PaymentWay } from "#contract/payment/payment.ts";
import { newId } from "../../core/ids.ts";
import { lockOrder } from "../../order/index.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPaidOrder, type SamplePayment } from "../../testing/samples/paid-order.ts";
import { createRefunds, type NewRefund, type Refunds } from "../refund/index.ts";
import type { DoneRefund } from "../refund/index.ts";

export const MINUTE = 60_000;
/** Noon in Shanghai, at which each test begins. */
export const NOON = Date.parse("2027-03-08T12:00:00+08:00");
const scenes = { wechat: "native", alipay: "page" } as const;

/** Code that adds the simulated channels to a server. */
type Extension = NonNullable<NonNullable<Parameters<typeof testApp>[0]>["extend"]>;
type Fault = {
  readonly channel: PaymentWay;
  readonly at: string;
  readonly how: string;
  readonly times?: number;
};
/** A refund as the simulated channels keep it. */
type SimulatedRefund = { readonly outRefundNo: string; readonly refundFen: number; readonly status: string };
export type StoredRefund = {
  readonly refund_id: string;
  readonly out_refund_no: string;
  readonly state: string;
  readonly problem: string;
  readonly tries: number;
  readonly amount_fen: number;
};

/** A product with simulated channels, and what tests of refunds and bills do with it. */
export class RefundShop {
  readonly app: TestApp;
  readonly refunds: Refunds;
  /** Refunds of whose end others were told. */
  readonly done: DoneRefund[] = [];
  constructor(app: TestApp) {
    this.app = app;
    // Tests run refunds and bills themselves, and no timer does.
    app.modules.payments.refunds.close();
    app.modules.payments.reconciliation.close();
    this.refunds = createRefunds(app.context, app.modules.payments, (_db, refund) => {
      this.done.push(refund);
      return Promise.resolve();
    });
    this.refunds.close();
  }
  get db(): TestApp["context"]["db"] {
    return this.app.context.db;
  }
  /** Another process of the same installation. */
  beside(): Refunds {
    return createRefunds(this.app.context, this.app.modules.payments);
  }
  now = (): Date => new Date(this.app.context.clock.now());
  /** Moves the product's clock by ms. */
  wait(ms: number): void {
    this.app.context.clock.set(this.app.context.clock.now() + ms);
  }
  async #post(path: string, payload: object): Promise<void> {
    const { statusCode } = await this.app.app.inject({ method: "POST", url: `/sim/pay/${path}`, payload });
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
  }
  setFaults(...faults: readonly Fault[]): Promise<void> {
    return this.#post("faults", faults as object);
  }
  /** Pays a number at its simulated channel. */
  async payAt(way: PaymentWay, outTradeNo: string, amountFen: number): Promise<void> {
    const result = await this.app.modules.payments.of(way)?.prepare({
      outTradeNo,
      amountFen,
      description: "车载保温杯",
      payBefore: this.app.context.clock.now() + 30 * MINUTE,
      scene: scenes[way],
      appId: "wx0123456789abcdef",
      returnUrl: "https://m.example.com/mall/pay/1",
    });
    if (result?.state === "prepared" && result.entry.kind === "form") {
      const { pathname, search } = new URL(result.entry.formUrl);
      await this.app.app.inject({ url: pathname + search });
    }
    await this.#post("act", { outTradeNo, act: "pay" });
  }
  /** A paid order, whose payment its channel has too. */
  async paid(way: PaymentWay, qty = 1): Promise<SamplePayment> {
    const payment = await addPaidOrder(this.app, { way, qty });
    await this.payAt(way, payment.outTradeNo, payment.paidFen);
    return payment;
  }
  /** Requests a refund as its callers do, with the order locked. */
  async request(payment: SamplePayment, over: Partial<NewRefund> = {}): Promise<string> {
    const refund = {
      amountFen: 4_000,
      cause: "operator",
      causeId: newId(),
      now: this.now(),
      ...over,
    } as const;
    const { refundId } = await this.db.transaction().execute(async (transaction) => {
      await lockOrder(transaction, payment.orderId);
      return this.refunds.request(transaction, { orderId: payment.orderId, ...refund });
    });
    return refundId;
  }
  async stored({ paymentId }: SamplePayment): Promise<StoredRefund[]> {
    const { rows } = await sql<StoredRefund>`
      select refund_id, out_refund_no, state, problem, tries, amount_fen from refund where payment_id = ${paymentId}
      order by refund_id`.execute(this.db);
    return rows;
  }
  async states(payment: SamplePayment): Promise<string[]> {
    return (await this.stored(payment)).map(({ state }) => state);
  }
  /** Refunds that the channel has made of a payment. */
  async atChannel({ outTradeNo }: SamplePayment): Promise<SimulatedRefund[]> {
    const answer = await this.app.app.inject({ url: "/sim/pay/trades" });
    const { data } = answer.json<{ data: { outTradeNo: string; refunds: SimulatedRefund[] }[] }>();
    return data.find((trade) => trade.outTradeNo === outTradeNo)?.refunds ?? [];
  }
  /** Works until what is in process at the channel has ended there, and is known. */
  async finish(payment: SamplePayment): Promise<void> {
    await this.refunds.work();
    await vi.waitFor(
      async () => {
        const refunds = await this.atChannel(payment);
        if (refunds.some(({ status }) => status === "processing")) throw new Error("still in process");
      },
      { timeout: 10_000 },
    );
    this.wait(61 * MINUTE);
    await this.refunds.work();
  }
  /** Sums of an order: of its payment, of the order, and of the ledger by account. */
  async sums({ orderId, paymentId }: SamplePayment): Promise<object> {
    const { rows } = await sql<object>`
      select p.refunding_fen as refunding, p.refunded_fen as refunded, o.refunded_fen as "ofOrder", o.state,
        (select json_object_agg(account, fen) from (select account, sum(fen)::int as fen from ledger_entry
          where order_id = o.order_id group by account) as sums) as ledger
      from payment p join mall_order o using (order_id)
      where p.payment_id = ${paymentId} and o.order_id = ${orderId}`.execute(this.db);
    return rows[0] ?? {};
  }
  async count(table: "mall_news" | "order_event", about: string): Promise<number> {
    const column = table === "mall_news" ? "about_id" : "order_id";
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = ${about}`.execute(
      this.db,
    );
    return rows[0]?.count ?? 0;
  }
}

/** Opens the product for a test file; awaited at its top level. @param extend adds the simulators */
export async function openRefundShop(extend: Extension): Promise<RefundShop> {
  // Notices do not arrive: tests apply them.
  const settings = { SIMULATORS: "1", API_BASE: "http://127.0.0.1:9/mall-api/" };
  const app = await testApp({ extend, settings });
  await app.listen();
  const shop = new RefundShop(app);
  afterAll(async () => {
    shop.refunds.close();
    await app.close();
  });
  beforeEach(async () => {
    app.context.clock.set(NOON);
    shop.done.length = 0;
    await shop.setFaults();
  });
  return shop;
}
