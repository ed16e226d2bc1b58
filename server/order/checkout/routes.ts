import { previewCheckout } from "#contract/order/checkout.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { findDefaultAddress } from "../../mall/index.ts";
import { loadQuote } from "./quote.ts";

/** Registers the preview of an order (requirement MA14); without a chosen address it is for the default one. */
export function checkoutRoutes({ db, clock }: Pick<AppContext, "db" | "clock">, calls: RpcRouter): void {
  calls.on(previewCheckout, async ({ addressId, ...choices }, caller) => {
    const user = requireUser(caller);
    const isMissing = choices.delivery === "express" && addressId === undefined;
    const address = isMissing ? await findDefaultAddress(db, user.userId) : null;
    const whole = { ...choices, addressId: addressId ?? address?.addressId };
    return (await loadQuote(db, user, whole, clock.now())).quote;
  });
}
