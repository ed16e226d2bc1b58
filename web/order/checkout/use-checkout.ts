import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { removeFromCart, showCart } from "#contract/mall/cart.ts";
import { placeOrder, placeRushOrder, previewCheckout, type Quote } from "#contract/order/checkout.ts";
import type { RefusalName } from "#contract/core/errors.ts";
import { send } from "../../platform/http/send.ts";
import { currentChannel } from "../../platform/tracking/channel.ts";
import { track } from "../../platform/tracking/track.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import { checkoutMessages } from "./checkout-messages.ts";
import { wantedLinesIn, type CheckoutLine } from "./wanted-lines.ts";

export type CheckoutChoices = {
  readonly delivery: "express" | "pickup";
  readonly addressId: string | null;
  readonly dealerId: string | null;
  /** undefined: the best one; null: none. */
  readonly couponId: string | null | undefined;
  readonly remark: string;
  readonly noReturnAgreed: boolean;
};

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

const choicesOf = (lines: readonly CheckoutLine[], choices: CheckoutChoices) => ({
  lines: lines.map(({ skuId, qty }) => ({ skuId, qty })),
  delivery: choices.delivery,
  ...(choices.addressId !== null && { addressId: choices.addressId }),
  ...(choices.dealerId !== null && { dealerId: choices.dealerId }),
  ...(typeof choices.couponId === "string" && { couponId: choices.couponId }),
  noCoupon: choices.couponId === null,
});

/** Idempotency keys by body: a repeated submission of the same form is the same order (requirement MA16). */
function useKeys() {
  const keys = useRef(new Map<string, string>());
  return (body: unknown): string => {
    const text = JSON.stringify(body);
    const key = keys.current.get(text) ?? crypto.randomUUID();
    keys.current.set(text, key);
    return key;
  };
}

/** The selection of the address: one SKU, or the chosen lines of the cart. */
async function loadLines(parameters: URLSearchParams): Promise<readonly CheckoutLine[]> {
  const single = wantedLinesIn(parameters);
  if (single !== null) return single;
  const { lines } = await send(showCart, {}, { isSilent: true });
  return lines.flatMap(({ skuId, qty, isChosen, state, left }) =>
    isChosen && (state === "ok" || state === "short") ? [{ skuId, qty: Math.min(qty, left ?? qty) }] : [],
  );
}

/** The checkout: selection, choices, the server's sums for them, and the submission. */
export function useCheckout() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isRush = parameters.get("rush") === "1";
  const isCart = parameters.get("cart") === "1";
  const [lines, setLines] = useState<readonly CheckoutLine[] | null>(null);
  const [choices, setChoices] = useState<CheckoutChoices>(() => ({
    delivery: "express",
    addressId: parameters.get("address"),
    dealerId: null,
    couponId: undefined,
    remark: "",
    noReturnAgreed: false,
  }));
  const [quote, setQuote] = useState<Quote | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const keyOf = useKeys();
  const latest = useRef(0);
  const ask = useEffectEvent(async () => {
    const turn = ++latest.current;
    try {
      const wanted = lines ?? (await loadLines(parameters));
      if (lines === null) track("checkout_started", { lines: wanted.length });
      const next =
        wanted.length === 0
          ? null
          : await send(previewCheckout, { ...choicesOf(wanted, choices), isRush }, { isSilent: true });
      if (turn !== latest.current) return;
      setLines(wanted);
      setQuote(next);
      setReason(null);
    } catch (error) {
      if (turn !== latest.current) return;
      // The sums of a reachable address stay beside the message about the new one.
      if (quote === null) setReason(error);
      else setNotice(asRefusal(error)?.message ?? null);
    }
  });
  const { delivery, addressId, dealerId, couponId } = choices;
  const linesKey = JSON.stringify(lines);
  useEffect(() => void ask(), [delivery, addressId, dealerId, couponId, linesKey, asked]);

  const submit = async (): Promise<void> => {
    if (lines === null || quote === null) return;
    if (quote.needsNoReturnAgreed && !choices.noReturnAgreed)
      return setNotice(checkoutMessages.noReturnFault);
    const { remark, noReturnAgreed } = choices;
    const confirmed = {
      payableFen: quote.money.payableFen,
      remark,
      noReturnAgreed,
      channel: currentChannel(),
    };
    const all = {
      ...choicesOf(lines, { ...choices, addressId: choices.addressId ?? quote.addressId }),
      ...confirmed,
    };
    const [first] = lines;
    try {
      const options = { idempotencyKey: keyOf(all), handlesRefusal: () => true };
      const { noCoupon: _none, couponId: _coupon, lines: _lines, ...rush } = { couponId: undefined, ...all };
      const placed =
        isRush && first !== undefined
          ? await send(placeRushOrder, { ...rush, ...first }, options)
          : await send(placeOrder, all, options);
      track("order_submitted", { kind: "goods", lines: lines.length });
      if (isCart)
        await send(removeFromCart, { skuIds: lines.map(({ skuId }) => skuId) }, { isSilent: true }).catch(
          () => {},
        );
      // An order that costs nothing is paid already.
      const target =
        placed.state === "pending" ? `/mall/pay/${placed.orderId}` : `/mall/order/${placed.orderId}`;
      await navigate(target, { replace: true });
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "unauthenticated" || refusal.refusal === "sessionExpired") return;
      setNotice(
        unansweredRefusals.includes(refusal.refusal) ? checkoutMessages.unknownOutcome : refusal.message,
      );
      if (changedRefusals.includes(refusal.refusal)) setAsked((before) => before + 1);
    }
  };
  const [isBusy, run] = useSingleFlight(() => {
    setNotice(null);
    return submit();
  });
  return {
    isRush,
    lines,
    quote,
    reason,
    notice,
    choices,
    isBusy,
    change: (part: Partial<CheckoutChoices>) => setChoices((before) => ({ ...before, ...part })),
    setQuantity: (skuId: string, qty: number) =>
      setLines((before) => before && before.map((line) => (line.skuId === skuId ? { skuId, qty } : line))),
    retry: () => setAsked((before) => before + 1),
    submit: () => void run(),
  };
}
export type Checkout = ReturnType<typeof useCheckout>;
