import { useEffect, useEffectEvent, useState } from "react";
import { showOrder, type OrderDetail } from "#contract/order/order.ts";
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
type PaymentState = "choosing" | "waiting" | "unknown" | "paid" | "closed";
/** Looks after which a result that has not come is called unknown. */
const LOOKS_UNTIL_UNKNOWN = 5;

const quiet = { isSilent: true } as const;

/** The order, the ways to pay it here, and the state of the payment, asked of the server again and again. */
export function usePayment(orderId: string) {
  const [order, setOrder] = useState<OrderDetail | null>(null);
  const [reason, setReason] = useState<unknown>(null);
  const [state, setState] = useState<PaymentState>("choosing");
  const [codeUrl, setCodeUrl] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [looks, setLooks] = useState(0);
  const [host, setHost] = useState<PaymentHost>(paymentHost);
  const ways = waysOf(host);
  const [chosen, setChosen] = useState<PaymentWay | null>(null);
  const way = chosen ?? ways[0] ?? null;
  const load = async (): Promise<void> => {
    try {
      const loaded = await send(showOrder, { id: orderId }, quiet);
      setOrder(loaded);
      if (loaded.state !== "pending" && loaded.state !== "closing")
        setState(loaded.state === "cancelled" ? "closed" : "paid");
    } catch (error) {
      setReason(error);
    }
  };
  /** Asks the server, which asks the channel; a result of the browser decides nothing (requirement MA49). */
  const look = async (): Promise<void> => {
    const { state: found } = await send(showPayment, { id: orderId }, quiet);
    if (found === "paid" || found === "closed") setState(found);
    else {
      setLooks((before) => before + 1);
      setState((before) => (before === "waiting" && looks + 1 >= LOOKS_UNTIL_UNKNOWN ? "unknown" : before));
    }
  };
  const begin = useEffectEvent(() => {
    void load();
    // Coming back from a cashier, the payment may be done already.
    void look().catch(() => {});
  });
  useEffect(() => begin(), [orderId]);
  const isOpen = state === "choosing" || state === "waiting" || state === "unknown";
  const poll = useEffectEvent(look);
  useEffect(() => (isOpen ? pollWithBackoff(() => poll()) : undefined), [isOpen, orderId]);

  const pay = async (code: string | null = null): Promise<void> => {
    if (way === null) return;
    setNotice(null);
    try {
      const started = await send(
        startPayment,
        { orderId, way, host, ...(code !== null && { code }) },
        { handlesRefusal: () => true },
      );
      track("pay_started", { way });
      setLooks(0);
      const outcome = await openCashier(started, host === "app");
      if (outcome.kind === "scan") setCodeUrl(outcome.codeUrl);
      if (outcome.kind === "unsupported") {
        // The page pays as in a browser, which every app can show.
        setHost("phone");
        setNotice(paymentMessages.openInApp);
        return;
      }
      if (outcome.kind === "left") {
        track("pay_left", { way });
        setNotice(paymentMessages.leftCashier);
        return void look().catch(() => {});
      }
      setState("waiting");
      await look().catch(() => {});
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "orderState") return load();
      setNotice(refusal.refusal === "payDown" ? paymentMessages.down : refusal.message);
    }
  };
  const [isBusy, run] = useSingleFlight(() => pay());
  const goOn = useEffectEvent(() => {
    const code = takePaymentCode();
    if (code !== null) void pay(code);
  });
  useEffect(() => goOn(), []);
  return {
    order,
    reason,
    state,
    codeUrl,
    notice,
    host,
    ways,
    way,
    isBusy,
    choose: (next: PaymentWay) => {
      setChosen(next);
      setCodeUrl(null);
      setState("choosing");
    },
    reload: () => {
      setReason(null);
      void load();
    },
    look: () => void look().catch(() => {}),
    end: () => void look().catch(() => {}),
    pay: () => void run(),
  };
}
export type PaymentModel = ReturnType<typeof usePayment>;
