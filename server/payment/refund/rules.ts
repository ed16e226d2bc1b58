/** States of a refund. waiting: for a second operator; closed: the channel will not do it. */
export const refundStates = ["waiting", "due", "sent", "success", "abnormal", "closed"] as const;
export type RefundStateName = (typeof refundStates)[number];
/**
 * Events of a refund. approve, decline: by the second operator; resubmit: a declined one waits again; send: the request leaves us, once more under the same number;
 * succeed, fail, close: word of the channel; retry, settle: an operator asks again, or paid it back outside the channel.
 */
export const refundEvents = [
  "approve",
  "decline",
  "resubmit",
  "send",
  "succeed",
  "fail",
  "close",
  "retry",
  "settle",
] as const;
export type RefundEventName = (typeof refundEvents)[number];

type Transitions = Partial<Readonly<Record<RefundEventName, RefundStateName>>>;
/** Every allowed pair of state and event; success is final (requirement MA68). */
const machine: Readonly<Record<RefundStateName, Transitions>> = {
  waiting: { approve: "due", decline: "closed", resubmit: "waiting" },
  // The channel can know of a refund that this database does not: it was restored from a backup.
  due: { send: "sent", succeed: "success", close: "closed", retry: "due" },
  sent: {
    send: "sent",
    succeed: "success",
    fail: "abnormal",
    close: "closed",
    retry: "sent",
    settle: "success",
  },
  abnormal: {
    send: "abnormal",
    succeed: "success",
    fail: "abnormal",
    close: "closed",
    retry: "abnormal",
    settle: "success",
  },
  closed: { resubmit: "waiting", succeed: "success", close: "closed", retry: "sent", settle: "success" },
  success: {},
};
/** @returns null if the state does not accept the event */
export const nextRefundState = (state: RefundStateName, event: RefundEventName): RefundStateName | null =>
  machine[state][event] ?? null;
/** States that accept an event. */
export const statesWith = (event: RefundEventName): RefundStateName[] =>
  refundStates.filter((state) => nextRefundState(state, event) !== null);

/** Problem of a refund that the second operator declined: the channel was not asked for it. */
export const DECLINED = "declined";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Time between two refunds of one payment, ms (requirement MA67). */
export const REFUNDS_APART = MINUTE;
/** Refunds that a channel takes for one payment. */
export const MOST_REFUNDS = 50;
/** Time for which the last refund of a payment waits for others that it could carry, ms. */
export const LAST_WAITS = 24 * HOUR;
/** Time for which a process works alone on a refund: longer than two answers of a channel, ms. */
export const REFUND_LEASE = MINUTE;
/** Delay after a failure that only an operator can mend: no balance, an abnormal account, a refused request, ms. */
export const FAILED_DELAY = HOUR;
/** Delay of the next query of a refund without news: 1 min … 1 h. @param tries requests so far */
export const refundDelay = (tries: number): number =>
  Math.min(HOUR, MINUTE * 2 ** Math.min(Math.max(0, tries - 1), 10));

/** Whether a refund waits for a second operator: one asked for it, and it is above the limit (requirement MA94). */
export const needsSecondOperator = (
  { askedBy, amountFen }: { readonly askedBy: string | null; readonly amountFen: number },
  limitFen: number,
): boolean => askedBy !== null && amountFen > limitFen;
