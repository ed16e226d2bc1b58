import { Refusal } from "#contract/core/errors.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { AppContext } from "../../core/app-context.ts";
import { lockOrder, type LockedOrder } from "../../order/index.ts";
import type { PaymentChannel, PrepareResult } from "../channel.ts";
import { cashierMessages } from "../messages.ts";
import type { AttemptQuestions } from "./ask.ts";
import type { PaymentPlan } from "./plan.ts";
import { LEAST_TIME, queryPause } from "./rules.ts";
import {
  addAttempt,
  findAttempt,
  findOpenAttempt,
  markAbandoned,
  markClosed,
  type Attempt,
} from "./store.ts";

type Begun = { readonly order: LockedOrder; readonly attempt: Attempt; readonly isNew: boolean };

/** Creates the steps of starting a payment. */
export function createStartSteps({ db, clock, config, origin }: AppContext, questions: AttemptQuestions) {
  /** Finds or adds the attempt of the plan, under the order's lock. The attempt may be another one, to be closed first. */
  const begin = (orderId: string, userId: string, plan: PaymentPlan): Promise<Begun> =>
    db.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, orderId);
      if (order === null || order.user_id !== userId) throw new Refusal("notFound");
      const now = clock.now();
      if (order.state !== "pending" || order.pay_before.getTime() <= now) throw new Refusal("orderState");
      const open = await findOpenAttempt(transaction, orderId);
      if (open) return { order, attempt: open, isNew: false };
      if (order.pay_before.getTime() < now + LEAST_TIME) throw new Refusal("orderState");
      const times = { now: new Date(now), queryDue: new Date(now + queryPause(0)) };
      const paymentId = await addAttempt(transaction, order, plan, times);
      const attempt = await findAttempt(transaction, paymentId);
      if (attempt === null) throw new Error("an attempt that was just added is missing");
      return { order, attempt, isNew: true };
    });

  /**
   * Closes an attempt that is in the way.
   * @param isRefused the channel refused to prepare it, and has it only from an earlier preparation
   * @throws Refusal "payDown" if its state stays unknown, "orderState" if it was paid
   */
  async function clearAway(attempt: Attempt, isRefused: boolean): Promise<void> {
    const state = await questions.closeAndAsk(attempt);
    if (state === "closed") return;
    if (state === "paid") throw new Refusal("orderState");
    if (state !== "unknown") throw new Refusal("payDown");
    if (isRefused) await markClosed(db, attempt.payment_id);
    // Nobody has begun to pay at Alipay; whoever still does in an open cashier gets the money back.
    else if (attempt.way === "alipay") await markAbandoned(db, attempt.payment_id);
    else throw new Refusal("payDown");
  }

  async function prepare(
    channel: PaymentChannel,
    { order, attempt }: Begun,
    plan: PaymentPlan,
    clientIp: string,
  ): Promise<PrepareResult | null> {
    const [line] = order.lines;
    const units = order.lines.reduce((sum, { qty }) => sum + qty, 0);
    try {
      return await channel.prepare({
        outTradeNo: attempt.out_trade_no,
        amountFen: attempt.amount_fen,
        description: cashierMessages.description(config.brand.name, line?.snapshot.title ?? "", units),
        payBefore: order.pay_before.getTime(),
        scene: plan.scene,
        appId: plan.app_id,
        ...(plan.openId !== null && { openId: plan.openId }),
        clientIp,
        returnUrl: `${origin()}${WEB_BASE}mall/pay/${order.order_id}`,
      });
    } catch (error) {
      questions.reportSilence(error, plan.way, "prepare");
      return null;
    }
  }

  return { begin, clearAway, prepare };
}
