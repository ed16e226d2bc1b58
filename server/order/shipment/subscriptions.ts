import type { AppContext } from "../../core/app-context.ts";
import type { ExpressTracking } from "../express/kuaidi100.ts";
import { delayOutbox } from "../outbox-store.ts";
import type { OrderRecipient } from "../tables.ts";
import { endSubscription, leaseSubscriptions, type DueSubscription } from "./track-store.ts";

/** Time for which a process works alone on a subscription: longer than its request, ms. */
const LEASE = 60_000;
const MOST = 20;
const MINUTE = 60_000;
/** Delay of the next attempt: 1 min, 2 min … 1 h. */
const delayAfter = (tries: number): number => Math.min(MINUTE * 2 ** (tries - 1), 60 * MINUTE);

const phoneTailOf = ({ order_recipient }: DueSubscription): string | null =>
  order_recipient === null ? null : (JSON.parse(order_recipient) as OrderRecipient).mobile.slice(-4);

/** Subscribes to the tracks of parcels that were sent or corrected; any process does it, each parcel once at a time. */
export function subscriptionWorker({ db, clock, log }: AppContext, express: ExpressTracking | null) {
  async function subscribe(tracking: ExpressTracking, due: DueSubscription): Promise<void> {
    try {
      const { carrier, tracking_no: trackingNo } = due;
      const result = await tracking.subscribe({ carrier, trackingNo, phoneTail: phoneTailOf(due) });
      await endSubscription(db, due, result.state === "subscribed");
      if (result.state === "refused")
        log.warn({ orderId: due.order_id, code: result.code }, "parcel subscription refused");
    } catch (error) {
      log.warn({ err: error, orderId: due.order_id }, "parcel subscription failed, tried again later");
      await delayOutbox(db, "expressSubscription", due, {
        due: new Date(clock.now() + delayAfter(due.tries)),
        problem: "no answer",
      });
    }
  }
  return async (): Promise<void> => {
    if (express === null) return;
    for (let isMore = true; isMore;) {
      const now = clock.now();
      const range = { now: new Date(now), until: new Date(now + LEASE), most: MOST };
      const leased = await leaseSubscriptions(db, range);
      for (const due of leased) await subscribe(express, due);
      isMore = leased.length === MOST;
    }
  };
}
