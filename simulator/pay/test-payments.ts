import { afterAll, beforeEach } from "vitest";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import type { PaymentChannels } from "../../server/payment/index.ts";
import { addSimulators } from "../index.ts";
import { NoticeReceiver, type ReadNotice } from "./test-receiver.ts";
import type { SimulatedRefund, SimulatedTrade } from "./store.ts";

type Way = "wechat" | "alipay";
type StoredTrade = SimulatedTrade & { readonly refunds: SimulatedRefund[] };
type Fault = { readonly channel: Way; readonly at: string; readonly how: string; readonly times?: number };
export const MINUTE = 60_000;
/** Noon in Shanghai, at which each test begins. */
export const NOON = Date.parse("2027-03-08T12:00:00+08:00");
const scenes = { wechat: "native", alipay: "page" } as const;
let counter = 0;
export const newNumber = (): string => `M270308${String(++counter).padStart(8, "0")}_1`;

/** A product with its simulated channels, and a receiver of their notices. */
class Payments {
  readonly app: TestApp;
  readonly receiver: NoticeReceiver;
  constructor(app: TestApp, receiver: NoticeReceiver) {
    this.app = app;
    this.receiver = receiver;
  }
  channelOf(way: Way): NonNullable<ReturnType<PaymentChannels["of"]>> {
    const channel = this.app.modules.payments.of(way);
    if (channel === null) throw new Error("no channel");
    return channel;
  }
  async #post(path: string, payload: object): Promise<void> {
    const { statusCode } = await this.app.app.inject({ method: "POST", url: `/sim/pay/${path}`, payload });
    if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
  }
  setFaults(...faults: readonly Fault[]): Promise<void> {
    return this.#post("faults", faults as object);
  }
  act(outTradeNo: string, action: string): Promise<void> {
    return this.#post("act", { outTradeNo, act: action });
  }
  async tradeOf(outTradeNo: string): Promise<StoredTrade | undefined> {
    const answer = await this.app.app.inject({ url: "/sim/pay/trades" });
    return answer.json<{ data: StoredTrade[] }>().data.find((trade) => trade.outTradeNo === outTradeNo);
  }
  /** Begins a payment; at Alipay the cashier is opened. */
  async prepare(way: Way, amountFen = 30_208, outTradeNo = newNumber()): Promise<string> {
    const result = await this.channelOf(way).prepare({
      outTradeNo,
      amountFen,
      description: "随行杯, 青岚蓝",
      payBefore: this.app.context.clock.now() + 30 * MINUTE,
      scene: scenes[way],
      appId: "wx0123456789abcdef",
      returnUrl: "https://m.example.com/mall/pay/1?from=a&b=c",
    });
    if (result.state !== "prepared") throw new Error(result.state);
    if (result.entry.kind === "form") {
      const { pathname, search } = new URL(result.entry.formUrl);
      const cashier = await this.app.app.inject({ url: pathname + search });
      if (cashier.statusCode !== 302) throw new Error(`the cashier answers ${cashier.statusCode}`);
    }
    return outTradeNo;
  }
  async paid(way: Way, amountFen?: number): Promise<string> {
    const outTradeNo = await this.prepare(way, amountFen);
    await this.act(outTradeNo, "pay");
    return outTradeNo;
  }
  noticesOf(outTradeNo: string): ReadNotice[] {
    return this.receiver.notices.filter(
      (notice) =>
        (notice.kind === "paid" && notice.trade.outTradeNo === outTradeNo) ||
        ("refund" in notice && notice.refund.outTradeNo === outTradeNo),
    );
  }
}

/** Opens the product for a test file; awaited at its top level. */
export async function openPayments(): Promise<Payments> {
  const receiver: NoticeReceiver = new NoticeReceiver((path) =>
    payments.channelOf(path.includes("alipay") ? "alipay" : "wechat"),
  );
  const settings = { SIMULATORS: "1", API_BASE: await receiver.listen() };
  const app = await testApp({ extend: addSimulators, settings });
  const payments = new Payments(app, receiver);
  await app.listen();
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(async () => {
    app.context.clock.set(NOON);
    await payments.setFaults();
    receiver.notices.length = 0;
    receiver.outcome = "stored";
  });
  return payments;
}
