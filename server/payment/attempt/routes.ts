import { setTimeout } from "node:timers/promises";
import { Refusal } from "#contract/core/errors.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { showPayment, startPayment } from "#contract/payment/payment.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { PaymentChannels } from "../channels.ts";
import type { PayerPort } from "../ports.ts";
import type { AttemptQuestions } from "./ask.ts";
import { createStart } from "./start.ts";
import { findAttempt, findPayState, takeLook } from "./store.ts";

/** Most time that a person waits for the channel's word; it is applied whenever it comes, ms. */
const PATIENCE = 2_000;

type Dependencies = {
  readonly channels: PaymentChannels;
  readonly payers: PayerPort;
  readonly questions: AttemptQuestions;
};

/** Result as the pay page shows it. A refunded order was paid. */
function payState(state: OrderState): "waiting" | "paid" | "closed" {
  if (state === "pending" || state === "closing") return "waiting";
  return state === "cancelled" ? "closed" : "paid";
}

/** Registers the calls of the pay page (requirements MA39–MA41, MA49–MA51, MA58). */
export function paymentRoutes(context: AppContext, calls: RpcRouter, dependencies: Dependencies): void {
  const { db, clock, log } = context;
  const { questions } = dependencies;
  const start = createStart(context, dependencies);
  calls.on(startPayment, (args, caller) =>
    start(args, { userId: requireUser(caller).userId, address: caller.address }),
  );

  /** Asks the channel, unless somebody has asked a moment ago. */
  async function look(orderId: string): Promise<void> {
    const paymentId = await takeLook(db, orderId, clock.now());
    const attempt = paymentId === null ? null : await findAttempt(db, paymentId);
    if (attempt) await questions.ask(attempt);
  }
  async function lookBriefly(orderId: string): Promise<void> {
    const looking = look(orderId).catch((error: unknown) =>
      log.warn({ err: error }, "question about a payment failed, tried again later"),
    );
    const waiting = new AbortController();
    await Promise.race([looking, setTimeout(PATIENCE, null, { signal: waiting.signal }).catch(() => null)]);
    waiting.abort();
  }
  calls.on(showPayment, async ({ id }, caller) => {
    const { userId } = requireUser(caller);
    const read = async (): Promise<OrderState> => {
      const found = await findPayState(db, id, userId);
      if (found === null) throw new Refusal("notFound");
      return found.state;
    };
    const before = await read();
    if (payState(before) !== "waiting") return { state: payState(before), orderState: before };
    await lookBriefly(id);
    const orderState = await read();
    return { state: payState(orderState), orderState };
  });
}
