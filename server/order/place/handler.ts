import { Refusal } from "#contract/core/errors.ts";
import { placeOrder, type PlacedOrder } from "#contract/order/checkout.ts";
import type { AppContext } from "../../core/app-context.ts";
import { bodyHash } from "../../core/secrets.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { loadQuote, quoteRefusal, type LoadedQuote, type QuoteChoices } from "../checkout/index.ts";
import { mallTimes } from "../mall-times.ts";
import { orderMessages } from "../messages.ts";
import { buildOrder } from "./build-order.ts";
import { placedOrRefused, requireKey, writeOrder } from "./place.ts";
import { findByKey } from "./placed-store.ts";
import { storedAnswer } from "./rules.ts";
import { COMMON_KEY, type OrderWriter } from "./writer.ts";

/** Compares a quote with what the person has seen and agreed to. @throws Refusal with the new quote (requirement MA15) */
function mustBeAsShown(
  loaded: LoadedQuote,
  shown: { readonly payableFen: number; readonly noReturnAgreed: boolean },
): void {
  const { quote, money } = loaded;
  const refusal = quoteRefusal(loaded);
  if (refusal) throw refusal;
  if (money.payableFen !== shown.payableFen) throw new Refusal("priceChanged", { data: quote });
  if (quote.needsNoReturnAgreed && !shown.noReturnAgreed)
    throw new Refusal("invalid", { fields: { noReturnAgreed: orderMessages.noReturnNotAgreed } });
}

/** Handles `placeOrder`: the quote of now, as it was shown, becomes an order (requirements MA15–MA17). */
export function handlePlaceOrder(
  { db, clock }: Pick<AppContext, "db" | "clock">,
  calls: RpcRouter,
  writer: OrderWriter,
): void {
  const handler: CallHandler<typeof placeOrder> = async (args, caller): Promise<PlacedOrder> => {
    const user = requireUser(caller);
    const [idempotencyKey, hash] = [requireKey(caller), bodyHash(args)];
    // A repeated request is answered with its order even if prices have changed since.
    const stored = await findByKey(db, user.userId, idempotencyKey);
    if (stored) return placedOrRefused(storedAnswer(stored, { body_hash: hash }));
    const { payableFen, noReturnAgreed, remark, channel, ...choices } = args;
    const now = clock.now();
    const quoted = (): Promise<LoadedQuote> => loadQuote(db, user, choices satisfies QuoteChoices, now);
    const loaded = await quoted();
    mustBeAsShown(loaded, { payableFen, noReturnAgreed });
    const { lines, money, address, dealerId, coupon } = loaded;
    const accepted = { userId: user.userId, lines, money, address, dealerId, remark, channel };
    const order = buildOrder(
      {
        ...accepted,
        couponId: coupon?.couponId ?? null,
        rush: null,
        idempotencyKey,
        bodyHash: hash,
        payTime: mallTimes.pay,
        tokens: null,
      },
      now,
    );
    const result = await writeOrder(writer, COMMON_KEY, order);
    const isRefused = result.kind === "short" || result.kind === "limit" || result.kind === "coupon";
    return placedOrRefused(result, isRefused ? (await quoted()).quote : null);
  };
  calls.on(placeOrder, handler);
}
