import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { showCart } from "#contract/mall/cart.ts";
import { previewCheckout, type Quote } from "#contract/order/checkout.ts";
import { send } from "../../platform/http/send.ts";
import { track } from "../../platform/tracking/track.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
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

/** Arguments of the preview and of the order for a selection. */
export const choicesOf = (lines: readonly CheckoutLine[], choices: CheckoutChoices) => ({
  lines: lines.map(({ skuId, qty }) => ({ skuId, qty })),
  delivery: choices.delivery,
  ...(choices.addressId !== null && { addressId: choices.addressId }),
  ...(choices.dealerId !== null && { dealerId: choices.dealerId }),
  ...(typeof choices.couponId === "string" && { couponId: choices.couponId }),
  noCoupon: choices.couponId === null,
});

/** The selection of the address: one SKU, or the chosen lines of the cart. */
async function loadLines(parameters: URLSearchParams): Promise<readonly CheckoutLine[]> {
  const single = wantedLinesIn(parameters);
  if (single !== null) return single;
  const { lines } = await send(showCart, {}, { isSilent: true });
  return lines.flatMap(({ skuId, qty, isChosen, state, left }) =>
    isChosen && (state === "ok" || state === "short") ? [{ skuId, qty: Math.min(qty, left ?? qty) }] : [],
  );
}

/**
 * Selection and choices of the checkout, with the server's sums for them. The address is a parameter of the page, as the
 * page of addresses returns to it.
 */
export function useQuote() {
  const [parameters] = useSearchParams();
  const isRush = parameters.get("rush") === "1";
  const [lines, setLines] = useState<readonly CheckoutLine[] | null>(null);
  const [own, setOwn] = useState<Omit<CheckoutChoices, "addressId">>({
    delivery: "express",
    dealerId: null,
    couponId: undefined,
    remark: "",
    noReturnAgreed: false,
  });
  const choices: CheckoutChoices = { ...own, addressId: parameters.get("address") };
  const [quote, setQuote] = useState<Quote | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const latest = useRef(0);
  const load = async (): Promise<void> => {
    const turn = ++latest.current;
    try {
      const wanted = lines ?? (await loadLines(parameters));
      if (lines === null) track("checkout_started", { lines: wanted.length });
      const body = { ...choicesOf(wanted, choices), isRush };
      const next = wanted.length === 0 ? null : await send(previewCheckout, body, { isSilent: true });
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
  };
  const ask = useEffectEvent(() => void Promise.resolve().then(load));
  const { delivery, addressId, dealerId, couponId } = choices;
  useEffect(() => {
    ask();
  }, [delivery, addressId, dealerId, couponId, asked]);
  const askAgain = (): void => setAsked((before) => before + 1);
  return {
    isRush,
    lines,
    quote,
    reason,
    notice,
    setNotice,
    choices,
    askAgain,
    /** Reads the cart again with the next sums: its lines are ordered. */
    forgetLines: () => setLines(null),
    change: (part: Partial<Omit<CheckoutChoices, "addressId">>) =>
      setOwn((before) => ({ ...before, ...part })),
    setQuantity: (skuId: string, qty: number) => {
      setLines((before) => before && before.map((line) => (line.skuId === skuId ? { skuId, qty } : line)));
      askAgain();
    },
  };
}
