const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Periods of orders, by the product's clock; ms unless the name says days. */
export const mallTimes = {
  /** Time to pay. */
  pay: 30 * MINUTE,
  payRush: 10 * MINUTE,
  /** 自动收货 after the last parcel is signed; without a track, after sending. */
  receiveSigned: 7 * DAY,
  receiveUntracked: 15 * DAY,
  extension: 7 * DAY,
  /** Time for which a dealer keeps a pick-up order; it is refunded afterwards. */
  pickup: 14 * DAY,
  /** Time to send goods back after a return was agreed to. */
  returnSending: 7 * DAY,
  /** Age of a case that is not decided: operators are reminded, then alarmed. */
  firstCaseReminder: DAY,
  lastCaseReminder: 2 * DAY,
  /** Retention of ended orders of erased people: three years, as the books need them. */
  erasedOrders: 1_096 * DAY,
  /** After-sales for defects, days after receipt; returns without a reason: the product's own `return_days`. */
  qualityDays: 15,
} as const;

/** Delay of the next look at a closing order: 5 s, 10 s … 5 min. @param tries looks so far */
export const closingDelay = (tries: number): number => Math.min(5_000 * 2 ** tries, 5 * MINUTE);
/** Time since an order began to close after which it is logged as an alarm, ms. */
export const CLOSING_ALARM = 15 * MINUTE;
