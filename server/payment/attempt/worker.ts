import type { AppContext } from "../../core/app-context.ts";
import type { AttemptQuestions } from "./ask.ts";
import { queryPause } from "./rules.ts";
import { claimDueAttempts, findAttempt, setNextQuery } from "./store.ts";

/** Time for which a process works alone on an attempt: longer than a close and a query may take, ms. */
const LEASE = 60_000;
/** Attempts of one look. */
const MOST = 20;

/**
 * Asks the channels about attempts of which they reported nothing, by any process (requirement MA48). An attempt of an order
 * that is not to be paid any more is closed.
 * @returns a function that works off what is due now
 */
export function queryWorker({ db, clock, log }: AppContext, { ask, closeAndAsk }: AttemptQuestions) {
  async function work(paymentId: string, leaseUntil: Date): Promise<void> {
    const attempt = await findAttempt(db, paymentId);
    if (attempt === null || attempt.state === "paid") return;
    const mayBePaid = attempt.order_state === "pending" && attempt.state !== "closed";
    const state = await (mayBePaid ? ask(attempt) : closeAndAsk(attempt));
    if (state === "closed" || state === "paid") return;
    const due = new Date(clock.now() + queryPause(attempt.query_tries));
    await setNextQuery(db, paymentId, { leaseUntil, due });
  }
  return async (): Promise<void> => {
    for (let isMore = true; isMore;) {
      const now = new Date(clock.now());
      const leaseUntil = new Date(now.getTime() + LEASE);
      const due = await claimDueAttempts(db, { now, leaseUntil, most: MOST });
      isMore = due.length === MOST;
      const worked = await Promise.allSettled(due.map((paymentId) => work(paymentId, leaseUntil)));
      for (const result of worked)
        if (result.status === "rejected")
          log.warn({ err: result.reason as unknown }, "question about a payment failed, tried again later");
    }
  };
}
