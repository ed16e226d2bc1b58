import type { AppContext } from "../../core/app-context.ts";
import type { AttemptsOutcome } from "../../order/index.ts";
import type { AttemptQuestions } from "./ask.ts";
import { findOpenAttempt } from "./store.ts";

/**
 * Closes the attempt of an order that may still be paid, for orders that are closing: channel's close, then its query. A
 * number that the channel does not know yet is not closed before its deadline (requirements MA53–MA56).
 */
export function closeAttempts({ db }: Pick<AppContext, "db">, { closeAndAsk }: AttemptQuestions) {
  return async (orderId: string): Promise<AttemptsOutcome> => {
    const attempt = await findOpenAttempt(db, orderId);
    if (attempt === null) return "closed";
    const state = await closeAndAsk(attempt);
    return state === "closed" || state === "paid" ? state : "unknown";
  };
}
