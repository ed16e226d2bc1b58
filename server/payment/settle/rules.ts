import type { PaidTrade } from "../channel.ts";
import type { PaymentRow } from "../tables.ts";

/** Disagreement between a payment and what the channel reports. */
export type TradeFault = { readonly kind: "amount" | "notice"; readonly details: string };

/**
 * Compares what the channel reports with the payment that we began (requirement MA47).
 * @param merchantId our number at the channel
 * @returns null if it is this payment
 */
export function tradeFault(
  payment: Pick<PaymentRow, "amount_fen" | "app_id">,
  trade: PaidTrade,
  merchantId: string,
): TradeFault | null {
  const faults = [
    ...(trade.merchantId !== null && trade.merchantId !== merchantId ? ["merchant"] : []),
    ...(trade.appId !== null && trade.appId !== payment.app_id ? ["appid"] : []),
    ...(trade.currency === "CNY" ? [] : ["currency"]),
  ];
  if (faults.length > 0) return { kind: "notice", details: faults.join(" ") };
  return trade.amountFen === payment.amount_fen ? null : { kind: "amount", details: "amount" };
}
