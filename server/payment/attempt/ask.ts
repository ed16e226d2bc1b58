import type { AppContext } from "../../core/app-context.ts";
import { ChannelSilent, type TradeResult } from "../channel.ts";
import type { PaymentChannels } from "../channels.ts";
import type { Settle } from "../settle/settle.ts";
import { createSilenceLog } from "../silence-log.ts";
import { isUnknownFinal } from "./rules.ts";
import { markClosed, type Attempt } from "./store.ts";

/**
 * State of an attempt after its channel was asked. closed: it can never be paid; paid: it is settled; open: it may still be
 * paid; unknown: the channel has no such number yet; silent: it did not answer, or reports another payment than ours.
 */
export type AskedState = "closed" | "paid" | "open" | "unknown" | "silent";

/** Creates the functions that ask a channel about an attempt and apply its answer. No transaction is open meanwhile. */
export function createAttemptQuestions(
  { db, clock, log }: AppContext,
  channels: Pick<PaymentChannels, "of">,
  settle: Settle,
) {
  const reportSilence = createSilenceLog(log);
  const channelOf = (attempt: Attempt) => {
    const channel = channels.of(attempt.way);
    if (channel === null) throw new ChannelSilent("not configured");
    return channel;
  };
  async function close(attempt: Attempt): Promise<AskedState> {
    const state = await markClosed(db, attempt.payment_id);
    return state === "paid" ? "paid" : "closed";
  }
  async function apply(attempt: Attempt, result: TradeResult): Promise<AskedState> {
    if (result.state === "paid") {
      const outcome = await settle(attempt.way, result.trade);
      return outcome === "difference" ? "silent" : "paid";
    }
    if (result.state === "closed") return close(attempt);
    if (result.state === "unknown" && isUnknownFinal(attempt, attempt.pay_before, clock.now()))
      return close(attempt);
    return result.state;
  }
  async function ask(attempt: Attempt): Promise<AskedState> {
    let result: TradeResult;
    try {
      result = await channelOf(attempt).query(attempt.out_trade_no);
    } catch (error) {
      reportSilence(error, attempt.way, "query");
      return "silent";
    }
    return apply(attempt, result);
  }
  return {
    reportSilence,
    /** Asks whether an attempt was paid or closed. */
    ask,
    /**
     * Closes an attempt at its channel. Only the question afterwards proves that it was not paid, since WeChat accepts
     * unknown numbers too (requirement MA56).
     */
    async closeAndAsk(attempt: Attempt): Promise<AskedState> {
      try {
        const result = await channelOf(attempt).close(attempt.out_trade_no);
        if (result.state === "refused")
          log.warn(
            { way: attempt.way, step: "close", reason: result.code },
            "payment channel refused a request",
          );
      } catch (error) {
        // The request may have had its effect, so the question follows all the same.
        reportSilence(error, attempt.way, "close");
      }
      return ask(attempt);
    },
  };
}
export type AttemptQuestions = ReturnType<typeof createAttemptQuestions>;
