import { useEffect, useEffectEvent, useState } from "react";
import { showOrder, type OrderDetail } from "#contract/order/order.ts";
import type { OrderState } from "#contract/order/order-state.ts";
import { showPayment, startPayment, type PaymentHost, type PaymentWay } from "#contract/payment/payment.ts";
import { pollWithBackoff } from "../platform/browser/poll-with-backoff.ts";
import { send } from "../platform/http/send.ts";
import { track } from "../platform/tracking/track.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { useSingleFlight } from "../ui/hooks/use-single-flight.ts";
import { takePaymentCode } from "./authorized-return.ts";
import { openCashier } from "./open-cashier.ts";
import { paymentHost, waysOf } from "./pay-host.ts";
import { paymentMessages } from "./payment-messages.ts";

/** State of the payment as the server knows it, and what the page shows of it. */
type PaymentState = "choosing" | "waiting" | "unknown" | "closing" | "paid" | "closed";
/** Looks after which a result that has not come is called unknown. */
const LOOKS_UNTIL_UNKNOWN = 5;

/** State of a payment that is not open any more: an order that is being cancelled takes no payment (requirement MA106). */
function settledState(order: OrderState): "closing" | "paid" | "closed" | null {
  if (order === "pending") return null;
  if (order === "closing") return "closing";
  return order === "cancelled" || order === "refunded" ? "closed" : "paid";
}

const quiet = { isSilent: true } as const;

/** The order and the state of its payment, asked of the server again and again. */
function usePaymentState(orderId: string) {
  const [order, setOrder] = useState<OrderDetail | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [state, setState] = useState<PaymentState>("choosing");
  const [looks, setLooks] = useState(0);
  const load = async (): Promise<void> => {
    try {
      const loaded = await send(showOrder, { id: orderId }, quiet);
      setOrder(loaded);
      const settled = settledState(loaded.state);
      if (settled !== null) setState(settled);
    } catch (error) {
      setReason(error);
    }
  };
  /** Asks the server, which asks the channel; a result of the browser decides nothing (requirement MA49). */
  const look = async (): Promise<void> => {
    const { state: found, orderState } = await send(showPayment, { id: orderId }, quiet);
    if (found === "paid" || found === "closed") setState(found);
    else if (orderState === "closing") setState("closing");
    else {
      setLooks((before) => before + 1);
      setState((before) => (before === "waiting" && looks + 1 >= LOOKS_UNTIL_UNKNOWN ? "unknown" : before));
    }
  };
  // Coming back from a cashier, the payment may be done already.
  const begin = useEffectEvent(() => void Promise.resolve().then(() => Promise.allSettled([load(), look()])));
  const isOpen = state !== "paid" && state !== "closed";
  const poll = useEffectEvent(look);
  useEffect(() => {
    begin();
  }, [orderId]);
  useEffect(() => (isOpen ? pollWithBackoff(() => poll()) : undefined), [isOpen, orderId]);
  return {
    order,
    reason,
    state,
    setState,
    load,
    look,
    lookQuietly: () => void look().catch(() => {}),
    forgetLooks: () => setLooks(0),
    reload: () => {
      setReason(null);
      void load();
    },
  };
}

/** The ways to pay in this host, the first one chosen. */
function useWays() {
  const [host, setHost] = useState<PaymentHost>(paymentHost);
  const ways = waysOf(host);
  const [chosen, setChosen] = useState<PaymentWay | null>(null);
  return { host, setHost, ways, way: chosen ?? ways[0] ?? null, setChosen };
}

/** Goes on with a payment after WeChat's silent authorisation (requirement MA39). */
function usePaymentCode(goOn: (code: string) => Promise<void>): void {
  const begin = useEffectEvent(() => {
    const code = takePaymentCode();
    if (code !== null) void Promise.resolve(code).then(goOn);
  });
  useEffect(() => begin(), []);
}

/** The order, the ways to pay it here, and the state of the payment. */
export function usePayment(orderId: string) {
  const payment = usePaymentState(orderId);
  const { order, reason, state, setState, load, look, lookQuietly, forgetLooks, reload } = payment;
  const [codeUrl, setCodeUrl] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const { host, setHost, ways, way, setChosen } = useWays();

  const start = async (by: PaymentWay, code: string | null): Promise<void> => {
    const wanted = { orderId, way: by, host, ...(code !== null && { code }) };
    const started = await send(startPayment, wanted, { handlesRefusal: () => true });
    track("pay_started", { way: by });
    forgetLooks();
    const outcome = await openCashier(started, host === "app");
    if (outcome.kind === "scan") setCodeUrl(outcome.codeUrl);
    if (outcome.kind === "unsupported") {
      // The page pays as in a browser, which every app can show.
      setHost("phone");
      return setNotice(paymentMessages.openInApp);
    }
    if (outcome.kind === "left") {
      track("pay_left", { way: by });
      setNotice(paymentMessages.leftCashier);
      return lookQuietly();
    }
    setState("waiting");
    await look().catch(() => {});
  };
  const attempt = async (code: string | null): Promise<void> => {
    if (way === null) return;
    setNotice(null);
    try {
      await start(way, code);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "orderState") return load();
      setNotice(refusal.refusal === "payDown" ? paymentMessages.down : refusal.message);
    }
  };
  const [isBusy, run] = useSingleFlight(() => attempt(null));
  usePaymentCode(attempt);
  const choose = (next: PaymentWay): void => {
    setChosen(next);
    setCodeUrl(null);
    setState("choosing");
  };
  const shown = { order, reason, state, codeUrl, notice, host, ways, way, isBusy };
  return {
    ...shown,
    choose,
    reload,
    look: lookQuietly,
    pay: () => void run(),
  };
}
export type PaymentModel = ReturnType<typeof usePayment>;
