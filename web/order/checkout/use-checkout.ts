import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { removeFromCart } from "#contract/mall/cart.ts";
import { placeOrder, placeRushOrder, type PlacedOrder, type Quote } from "#contract/order/checkout.ts";
import type { RefusalName } from "#contract/core/errors.ts";
import { send } from "../../platform/http/send.ts";
import { currentSession } from "../../platform/session/session.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { track } from "../../platform/tracking/track.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import { refusalText } from "../shared/refusal-text.ts";
import { checkoutMessages } from "./checkout-messages.ts";
import { markAnswered, submissionKey } from "./submission-keys.ts";
import { choicesOf, useQuote, type CheckoutChoices } from "./use-quote.ts";
import type { CheckoutLine } from "./wanted-lines.ts";

/** Refusals after which it is unknown whether the order was placed; the same key asks again. */
const unansweredRefusals: readonly RefusalName[] = ["timeout", "offline", "unreachable"];
/** Refusals about the selection, after which the sums are computed anew. */
const changedRefusals: readonly RefusalName[] = [
  "priceChanged",
  "stockShort",
  "buyLimit",
  "couponUnusable",
  "addressOut",
  "rushOver",
  "rushSoon",
];

type Submission = {
  lines: readonly CheckoutLine[];
  quote: Quote;
  choices: CheckoutChoices;
  isRush: boolean;
  /** Time when the checkout was opened, ms. */
  openedAt: number;
};

/** Places the order of a checkout, once for one submission. @throws Refusal */
async function place({ lines, quote, choices, isRush, openedAt }: Submission): Promise<PlacedOrder> {
  const { remark, noReturnAgreed } = choices;
  const all = {
    ...choicesOf(lines, { ...choices, addressId: choices.addressId ?? quote.addressId }),
    payableFen: quote.money.payableFen,
    remark,
    noReturnAgreed,
    channel: currentChannel(),
  };
  const [first] = lines;
  const openId = currentSession.user()?.openId ?? "";
  const idempotencyKey = submissionKey({ openId, isRush, ...all }, openedAt);
  const options = { idempotencyKey, handlesRefusal: () => true };
  const { noCoupon: _none, couponId: _coupon, lines: _lines, ...rush } = { couponId: undefined, ...all };
  const placed =
    isRush && first !== undefined
      ? await send(placeRushOrder, { ...rush, ...first }, options)
      : await send(placeOrder, all, options);
  markAnswered(idempotencyKey);
  track("order_submitted", { kind: "goods", lines: lines.length });
  return placed;
}

/** The checkout: selection, choices, the server's sums for them, and the submission. */
export function useCheckout() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isCart = parameters.get("cart") === "1";
  const { setNotice, askAgain, forgetLines, ...selection } = useQuote();
  const { isRush, lines, quote, choices } = selection;
  const [openedAt] = useState(() => Date.now());
  const submit = async (): Promise<void> => {
    setNotice(null);
    if (lines === null || quote === null) return;
    if (quote.needsNoReturnAgreed && !choices.noReturnAgreed)
      return setNotice(checkoutMessages.noReturnFault);
    try {
      const { orderId, state } = await place({ lines, quote, choices, isRush, openedAt });
      const skuIds = lines.map(({ skuId }) => skuId);
      if (isCart) {
        await send(removeFromCart, { skuIds }, { isSilent: true }).catch(() => {});
        // A press of 返回 while the pay page loads keeps this screen, which then must not offer the lines again.
        forgetLines();
      }
      // An order that costs nothing is paid already.
      await navigate(state === "pending" ? `/mall/pay/${orderId}` : `/mall/order/${orderId}`, {
        replace: true,
      });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "unauthenticated" || refusal.refusal === "sessionExpired") return;
      const isUnanswered = unansweredRefusals.includes(refusal.refusal);
      setNotice(isUnanswered ? checkoutMessages.unknownOutcome : refusalText(refusal));
      if (changedRefusals.includes(refusal.refusal)) askAgain();
    }
  };
  const [isBusy, run] = useSingleFlight(submit);
  return { ...selection, isBusy, retry: askAgain, submit: () => void run() };
}
export type Checkout = ReturnType<typeof useCheckout>;
