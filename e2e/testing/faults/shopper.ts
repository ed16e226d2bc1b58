import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { ArgsOf, Call, ResultOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { placeOrder, placeRushOrder, previewCheckout } from "#contract/order/checkout.ts";
import { cancelOrder, showOrder } from "#contract/order/order.ts";
import { showPayment, startPayment, type PaymentWay } from "#contract/payment/payment.ts";
import type { Buyer } from "../../../server/testing/samples/sample-buyers.ts";
import {
  RUSH_PRICE,
  type Acknowledged,
  type ShopDatabase,
} from "../../../server/testing/mall/shop-database.ts";
import type { DeskStep } from "../../../server/testing/mall/shop-desk.ts";
import type { TestCallOptions } from "../../../server/testing/request.ts";
import { contractClient } from "../contract-client.ts";

/** Time after which a shopper gives up, ms. */
const RETRY_TIMEOUT = 120_000;
/** Pause of a person between two attempts, ms. */
const PAUSE = 150;

/** A shop of several servers that are killed again and again. */
export type ShopUnderFaults = {
  readonly origins: readonly string[];
  readonly database: ShopDatabase;
  /** Sends a step of operators to their process, which is killed too. @throws Error if it ends meanwhile */
  askDesk(step: DeskStep): Promise<string>;
};

const temporaryRefusals: readonly string[] = ["internal", "busy", "unreachable", "timeout", "payDown"];
const isTemporary = (error: unknown): boolean =>
  !(error instanceof Refusal) || temporaryRefusals.includes(error.refusal);

/** A shopper, whose every request is sent again until it is answered, under the same key. */
export class Shopper {
  readonly #shop: ShopUnderFaults;
  readonly buyer: Buyer;
  readonly acknowledged: Acknowledged[] = [];
  constructor(shop: ShopUnderFaults, buyer: Buyer) {
    this.#shop = shop;
    this.buyer = buyer;
  }
  /** One of the servers, as a load balancer chooses. */
  #origin(): string {
    return this.#shop.origins[Math.floor(Math.random() * this.#shop.origins.length)] ?? "";
  }
  async #untilAnswered<T>(run: () => Promise<T>): Promise<T> {
    for (const until = Date.now() + RETRY_TIMEOUT; ; await setTimeout(PAUSE))
      try {
        return await run();
      } catch (error) {
        if (!isTemporary(error) || Date.now() > until) throw error;
      }
  }
  call<C extends Call>(call: C, args: ArgsOf<C>, options: TestCallOptions = {}): Promise<ResultOf<C>> {
    const all = { token: this.buyer.token, ...options };
    return this.#untilAnswered(() => contractClient(this.#origin(), all)(call, args));
  }
  /** Operators do a step; asked again until it is done, now or before. */
  atDesk(step: DeskStep): Promise<string> {
    return this.#untilAnswered(() => this.#shop.askDesk(step));
  }
  /** @param about id or number of what was said, beside the order's */
  say(orderId: string, said: Acknowledged["said"], about = ""): void {
    this.acknowledged.push({ orderId, said, about });
  }
  get shop(): ShopUnderFaults {
    return this.#shop;
  }

  /**
   * Orders one or two SKUs with a coupon, or a rush SKU; sends the same request twice.
   * @param isPickup picked up at the dealer, and no rush SKU
   */
  async order(isPickup = false): Promise<string> {
    const { addressId } = this.buyer;
    const idempotencyKey = randomUUID();
    const isRush = !isPickup && Math.random() < 0.3;
    const send = isRush ? await this.#rushOrder(idempotencyKey) : await this.#usualOrder(isPickup);
    const [first, again] = [await send(idempotencyKey), await send(idempotencyKey)];
    if (first !== again) throw new Error(`one key has placed two orders for ${addressId}`);
    this.say(first, "placed");
    return first;
  }
  async #rushOrder(idempotencyKey: string): Promise<(key: string) => Promise<string>> {
    const { database } = this.#shop;
    const { userId, addressId } = this.buyer;
    const captchaVerifyId = await database.addPass(userId);
    const wanted = {
      skuId: database.rushSkuId,
      qty: 1,
      delivery: "express" as const,
      addressId,
      payableFen: RUSH_PRICE,
    };
    return async () => (await this.call(placeRushOrder, wanted, { idempotencyKey, captchaVerifyId })).orderId;
  }
  async #usualOrder(isPickup: boolean): Promise<(key: string) => Promise<string>> {
    const { database } = this.#shop;
    const { userId, addressId } = this.buyer;
    if (Math.random() < 0.5) await database.addCoupon(userId);
    const chosen = database.skuIds.filter(() => Math.random() < 0.6);
    const lines = (chosen.length > 0 ? chosen : database.skuIds.slice(0, 1)).map((skuId) => ({
      skuId,
      qty: 1 + Math.floor(Math.random() * 3),
    }));
    const { dealerId } = database;
    const wanted = isPickup
      ? { lines, delivery: "pickup" as const, dealerId }
      : { lines, delivery: "express" as const, addressId };
    const { money, couponId } = await this.call(previewCheckout, wanted);
    const form = { ...wanted, payableFen: money.payableFen, ...(couponId !== null && { couponId }) };
    return async (idempotencyKey) => (await this.call(placeOrder, form, { idempotencyKey })).orderId;
  }

  async startPayment(orderId: string): Promise<void> {
    const way: PaymentWay = Math.random() < 0.5 ? "wechat" : "alipay";
    const { formUrl } = await this.call(startPayment, { orderId, way, host: "desktop" });
    if (formUrl === undefined) return;
    const { pathname, search } = new URL(formUrl);
    // Alipay knows of a payment once its cashier was opened.
    await this.#untilAnswered(async () => {
      const { status } = await fetch(this.#origin() + pathname + search, { redirect: "manual" });
      if (status >= 500) throw new Error(`the cashier answers ${status}`);
    });
  }
  /** Pays the last attempt at the cashier. */
  async payAtCashier(orderId: string): Promise<void> {
    const outTradeNo = await this.#shop.database.findAttempt(orderId);
    const body = JSON.stringify({ outTradeNo, act: "pay" });
    const headers = { "content-type": "application/json" };
    await this.#untilAnswered(async () => {
      const { status } = await fetch(`${this.#origin()}/sim/pay/act`, { method: "POST", headers, body });
      if (status >= 500) throw new Error(`the cashier answers ${status}`);
    });
  }
  /** Asks until the payment has an outcome, as the page does. */
  async awaitPayment(orderId: string): Promise<"paid" | "closed"> {
    for (const until = Date.now() + RETRY_TIMEOUT; Date.now() < until; await setTimeout(PAUSE)) {
      const { state } = await this.call(showPayment, { id: orderId });
      if (state === "waiting") continue;
      if (state === "paid") this.say(orderId, "paid");
      return state;
    }
    throw new Error(`no outcome of the payment of ${orderId}`);
  }
  /** Cancels, which is refused when the payment was faster. */
  async cancel(orderId: string): Promise<void> {
    try {
      await this.call(cancelOrder, { id: orderId });
    } catch (error) {
      if (!(error instanceof Refusal) || error.refusal !== "orderState") throw error;
    }
  }
  /** Asks until a cancelled order is closed: without a payment, or refunded. */
  async awaitClosed(orderId: string): Promise<void> {
    for (const until = Date.now() + RETRY_TIMEOUT; Date.now() < until; await setTimeout(PAUSE)) {
      const { state } = await this.call(showOrder, { id: orderId });
      if (state === "cancelled") this.say(orderId, "cancelled");
      if (state !== "closing" && state !== "pending") return;
    }
    throw new Error(`order ${orderId} stays open`);
  }
}
