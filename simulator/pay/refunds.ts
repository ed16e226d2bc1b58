import type { NoticeSender } from "./notices.ts";
import { digits, type PaySimulator } from "./simulator.ts";
import type { SimulatedChannel, SimulatedRefund, SimulatedTrade } from "./store.ts";

/** Refunds of one payment, and the pause between them. */
const MOST_REFUNDS = 50;
const APART = 60_000;
/** Time that a refund of WeChat takes, ms. */
const PROCESSING = 1_000;

export type RefundWish = {
  readonly channel: SimulatedChannel;
  readonly outTradeNo: string;
  readonly outRefundNo: string;
  readonly refundFen: number;
  readonly notifyUrl: string;
};
/** Outcome of a wish for a refund. */
export type RefundOutcome =
  | { readonly kind: "made" | "repeated"; readonly refund: SimulatedRefund; readonly trade: SimulatedTrade }
  | {
      readonly kind: "refused";
      readonly reason: "noTrade" | "other" | "tooMuch" | "tooSoon" | "tooMany" | "noBalance";
    };

export const refundedFenOf = (refunds: readonly SimulatedRefund[]): number =>
  refunds.filter(({ status }) => status !== "closed").reduce((sum, { refundFen }) => sum + refundFen, 0);

function refusalOf(
  wish: RefundWish,
  trade: SimulatedTrade | null,
  refunds: readonly SimulatedRefund[],
  now: number,
): Extract<RefundOutcome, { kind: "refused" }>["reason"] | null {
  if (trade?.state !== "paid") return "noTrade";
  if (refunds.length >= MOST_REFUNDS) return "tooMany";
  if (refundedFenOf(refunds) + wish.refundFen > trade.amountFen) return "tooMuch";
  // Alipay has no such pause.
  const last = wish.channel === "wechat" ? refunds.at(-1) : undefined;
  return last !== undefined && now - last.createdTime < APART ? "tooSoon" : null;
}

/** Makes a refund; the same number again is the same refund. */
export function makeRefund(
  { store, now }: PaySimulator,
  wish: RefundWish,
  fault: string | null,
): RefundOutcome {
  return store.change(() => {
    const { channel, outTradeNo, outRefundNo, refundFen } = wish;
    const trade = store.trade(channel, outTradeNo);
    const known = store.refund(channel, outRefundNo);
    if (known && trade)
      return known.refundFen === refundFen && known.outTradeNo === outTradeNo
        ? { kind: "repeated", refund: known, trade }
        : { kind: "refused", reason: "other" };
    if (fault === "noBalance") return { kind: "refused", reason: "noBalance" };
    const reason = refusalOf(wish, trade, store.refunds(channel, outTradeNo), now());
    if (reason !== null || trade === null) return { kind: "refused", reason: reason ?? "noTrade" };
    const isImmediate = channel === "alipay";
    const refund = store.putRefund({
      ...wish,
      refundNo: `50${digits(27)}`,
      createdTime: now(),
      dueTime: isImmediate ? now() : now() + PROCESSING,
      status: fault === "abnormal" ? "abnormal" : isImmediate ? "success" : "processing",
    });
    return { kind: "made", refund, trade };
  });
}

/** Ends refunds in processing whose time has come, and reports them. */
export function finishRefunds({ store, now }: PaySimulator, sender: NoticeSender): void {
  if (!store.isUsed) return;
  if (store.dueRefunds(now()).length === 0) return;
  const finished = store.change(() =>
    store.dueRefunds(now()).map((refund) => store.putRefund({ ...refund, status: "success" })),
  );
  for (const refund of finished) reportRefund(store, sender, refund);
}
/** Sends the notice of a refund that has ended. */
export function reportRefund(
  store: PaySimulator["store"],
  sender: NoticeSender,
  refund: SimulatedRefund,
): void {
  const trade = store.trade(refund.channel, refund.outTradeNo);
  const refunds = store.refunds(refund.channel, refund.outTradeNo);
  if (trade) sender.refunded(refund, trade, refundedFenOf(refunds));
}
