import type { AppContext } from "../../core/app-context.ts";
import type { PaymentChannels } from "../channels.ts";
import type { RefundReports } from "./apply.ts";
import { askForRefund, type RefundAnswer } from "./ask.ts";
import { leaseDueRefund, type LeasedRefund } from "./lease-store.ts";
import { recordOutcome, type LookOutcome } from "./outcome-store.ts";
import { FAILED_DELAY, refundDelay, REFUNDS_APART } from "./rules.ts";

/** Refunds that a process asks for at a time. */
const CONCURRENCY = 4;

/** Looks after which a refund that is still in process is shown to operators: two hours. */
const PATIENT_TRIES = 8;

/** Outcome of an answer that is not a success, which is applied as a report. @param now ms */
function outcomeOf(answer: RefundAnswer, tries: number, now: number): LookOutcome {
  const again = (delay: number, problem = ""): LookOutcome => ({
    event: "send",
    problem,
    due: new Date(now + delay),
  });
  switch (answer.state) {
    case "success":
    case "processing":
      return {
        ...again(refundDelay(tries), tries > PATIENT_TRIES ? "slow" : ""),
        channelNo: answer.refund.channelNo,
      };
    case "silent":
      return again(refundDelay(tries), "silent");
    case "tooSoon":
      return again(REFUNDS_APART);
    case "noBalance":
      return again(FAILED_DELAY, "noBalance");
    case "refused":
      return again(FAILED_DELAY, `refused ${answer.code}`);
    case "abnormal":
      return { event: "fail", problem: "abnormal", due: new Date(now + FAILED_DELAY) };
    case "closed":
      return { event: "close", problem: "closed", due: null };
  }
}
/** Whether only an operator can end the problem of an outcome. */
const needsOperator = ({ event, problem }: LookOutcome): boolean =>
  event !== "send" || (problem !== "" && problem !== "silent" && problem !== "slow");

/**
 * Works off refunds that are due, by any process: asks the channels for them, and about those that they did not report
 * (requirements MA66–MA68).
 * @returns works until none is due
 */
export function refundWorker(
  { db, clock, log }: AppContext,
  channels: Pick<PaymentChannels, "of">,
  reports: RefundReports,
): () => Promise<void> {
  async function end(refund: LeasedRefund, outcome: LookOutcome): Promise<void> {
    const { refundId, way, tries } = refund;
    if (!(await recordOutcome(db, refund, outcome))) return;
    const { problem } = outcome;
    if (needsOperator(outcome)) log.error({ way, refundId, problem }, "refund failed, operator needed");
    else if (problem !== "") log.warn({ way, refundId, tries }, "refund without an answer, retrying");
  }
  async function work(refund: LeasedRefund): Promise<void> {
    if (refund.isOneTooMany) return end(refund, { event: "close", problem: "tooMany", due: null });
    const channel = channels.of(refund.way);
    const answer: RefundAnswer =
      channel === null
        ? { state: "refused", code: "NO_CHANNEL", message: "" }
        : await askForRefund(channel, refund);
    if (answer.state !== "success") return end(refund, outcomeOf(answer, refund.tries, clock.now()));
    const { refundFen, ...report } = answer.refund;
    const applied = await reports.applySuccess(refund.way, {
      ...report,
      refundFen: refundFen ?? refund.sendFen,
    });
    if (applied === "difference")
      await end(refund, {
        event: "send",
        problem: "refused AMOUNT",
        due: new Date(clock.now() + FAILED_DELAY),
      });
  }
  async function workOff(): Promise<void> {
    for (;;) {
      const refund = await leaseDueRefund(db, new Date(clock.now()));
      if (refund === null) return;
      await work(refund);
    }
  }
  return async () => {
    await Promise.all(Array.from({ length: CONCURRENCY }, workOff));
  };
}
