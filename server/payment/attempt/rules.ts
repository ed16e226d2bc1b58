import type { PaymentHost, PaymentWay } from "#contract/payment/payment.ts";
import type { CashierEntry, PayScene } from "../channel.ts";
import type { PaymentRow } from "../tables.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/**
 * Scenes in which a host can pay. WeChat's browser blocks Alipay; Alipay's mini-program cannot open WeChat; the
 * mini-programs of others have no way yet (requirement MA40).
 */
const scenes: Readonly<Record<PaymentHost, Partial<Readonly<Record<PaymentWay, PayScene>>>>> = {
  wechat: { wechat: "jsapi" },
  wechatMini: { wechat: "miniProgram" },
  alipayMini: { alipay: "miniProgram" },
  app: { wechat: "app", alipay: "app" },
  otherMini: {},
  phone: { wechat: "h5", alipay: "wap" },
  desktop: { wechat: "native", alipay: "page" },
};
/** @returns the scene of a way on a host; null: it cannot pay this way */
export const sceneOf = (host: PaymentHost, way: PaymentWay): PayScene | null => scenes[host][way] ?? null;

/** Pauses before the questions about an attempt of which the channel reported nothing; the last one repeats. */
const queryPauses = [15 * SECOND, 30 * SECOND, MINUTE, 2 * MINUTE, 5 * MINUTE] as const;
/** @param tries questions so far */
export const queryPause = (tries: number): number => queryPauses[tries] ?? 5 * MINUTE;

/** Least time between two questions of people about one order (requirement MA50). */
export const LOOK_INTERVAL = 3 * SECOND;
/** Least time in which a payment can still be begun: WeChat takes no deadline within the minute. */
export const LEAST_TIME = MINUTE;
/** Time for which a preparation may be on its way: longer than any answer is waited for. */
const PREPARE_TIME = 20 * SECOND;
/** Time by which the channel's clock may be behind ours when it ends paying at the deadline. */
const CLOCK_SKEW = 30 * SECOND;

/**
 * Whether a number that the channel does not know will never be paid: its deadline is over, or WeChat, which knows every
 * number from its preparation on, never got it. Alipay knows a number only when the person confirms in its cashier.
 */
export function isUnknownFinal(
  { way, state, created_time }: Pick<PaymentRow, "way" | "state" | "created_time">,
  payBefore: Date,
  now: number,
): boolean {
  if (now >= payBefore.getTime() + CLOCK_SKEW) return true;
  return way === "wechat" && state === "made" && now >= created_time.getTime() + PREPARE_TIME;
}

/** Time for which the data of each cashier is valid; missing: until the deadline of the payment. */
const validity: Partial<Readonly<Record<CashierEntry["kind"], number>>> = {
  h5: 5 * MINUTE,
  jsapi: 120 * MINUTE,
  native: 120 * MINUTE,
  wechatApp: 120 * MINUTE,
};
/** Seconds for which the data of a cashier can be used. */
export function expiresIn(kind: CashierEntry["kind"], payBefore: Date, now: number): number {
  const left = payBefore.getTime() - now;
  return Math.max(0, Math.floor(Math.min(left, validity[kind] ?? left) / SECOND));
}
