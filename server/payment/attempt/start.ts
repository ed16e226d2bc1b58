import { Refusal } from "#contract/core/errors.ts";
import type { StartedPayment } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { PaymentChannel } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import type { PayerPort } from "../ports.ts";
import type { AttemptQuestions } from "./ask.ts";
import { planPayment, type PaymentPlan, type StartArgs } from "./plan.ts";
import { startedPayment } from "./present.ts";
import { createStartSteps } from "./start-steps.ts";
import { findPayState, markOpen } from "./store.ts";

/** Times that another attempt may get in the way of one call. */
const MOST_TURNS = 3;

type Dependencies = {
  readonly channels: PaymentChannels;
  readonly payers: PayerPort;
  readonly questions: AttemptQuestions;
};
type Payer = { readonly userId: string; readonly address: string };

/**
 * Creates the function that starts a payment: it writes an attempt, and lets the channel prepare it, without a transaction
 * meanwhile. An open attempt of another way, scene or account is closed first (requirement MA51).
 */
export function createStart(context: AppContext, { channels, payers, questions }: Dependencies) {
  const { db, clock, log } = context;
  const { begin, clearAway, prepare } = createStartSteps(context, questions);

  /** @returns null: an attempt was in the way and is closed now */
  async function startOnce(
    orderId: string,
    plan: PaymentPlan,
    channel: PaymentChannel,
    payer: Payer,
  ): Promise<StartedPayment | null> {
    const begun = await begin(orderId, payer.userId, plan);
    const { attempt, order, isNew } = begun;
    const isOther =
      attempt.way !== plan.way || attempt.scene !== plan.scene || attempt.app_id !== plan.app_id;
    if (isOther) {
      await clearAway(attempt, false);
      return null;
    }
    const result = await prepare(channel, begun, plan, payer.address);
    if (result === null) throw new Refusal("payDown");
    if (result.state !== "prepared") {
      const isRefused = result.state === "refused";
      if (isRefused) reportRefusal(plan.way, result.code);
      await clearAway(attempt, isRefused);
      // An earlier preparation had another payer or deadline: a new number may be accepted.
      if (isRefused && isNew) throw new Refusal("payDown");
      return null;
    }
    // The order was cancelled while the channel prepared: its cashier is not handed out, and closed again.
    if (!(await markOpen(db, attempt.payment_id))) {
      await questions.closeAndAsk(attempt);
      throw new Refusal("orderState");
    }
    return startedPayment(attempt, order, result.entry, clock.now());
  }
  const reportRefusal = (way: string, reason: string): void =>
    log.warn({ way, step: "prepare", reason }, "payment channel refused a request");

  return async (args: StartArgs, payer: Payer): Promise<StartedPayment> => {
    const { orderId, way } = args;
    const found = await findPayState(db, orderId, payer.userId);
    if (found === null) throw new Refusal("notFound");
    if (found.state !== "pending") throw new Refusal("orderState");
    const channel = channels.of(way);
    if (channel === null) throw new Refusal("payDown");
    const planned = await planPayment(context, { args, userId: payer.userId, channel, payers });
    if (!("scene" in planned)) return { paymentId: null, way, expiresIn: 0, ...planned };
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const started = await startOnce(orderId, planned, channel, payer);
      if (started) return started;
    }
    throw new Refusal("payDown");
  };
}
