import { noticeStock, showOffers, type Offer } from "#contract/mall/product.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { toRushOffer } from "../catalogue/present.ts";
import { mallMessages } from "../messages.ts";
import { currentPrice, saleStateOf } from "../price/rules.ts";
import { loadSkus, type MallSku } from "../price/store.ts";
import { stockOf } from "./rules.ts";
import { addNotice, personOfferData, type PersonOfferData } from "./store.ts";

/** Visitors' offers from memory; with the time of the computation they stay below one second (requirement MA04). */
const OFFER_CACHE = { freshMs: 500, staleMs: 0 } as const;

function toOffer(
  sku: MallSku,
  { isOwner, now, person }: { isOwner: boolean; now: number; person: PersonOfferData | null },
): Offer {
  return {
    skuId: sku.skuId,
    productId: sku.productId,
    priceFen: currentPrice(sku, sku.plans, null, { isOwner, now }),
    ...stockOf(sku),
    rush: sku.rush && toRushOffer(sku.rush),
    buyMost: sku.buyMost,
    bought: person?.bought.get(sku.productId) ?? 0,
    isNoticed: person?.noticed.has(sku.skuId) ?? false,
  };
}

/** Registers offers, and notices of new stock (requirements MA04–MA06, MA08). */
export function offerRoutes(
  { db, reads, clock }: Pick<AppContext, "db" | "reads" | "clock">,
  calls: RpcRouter,
): void {
  const offers: CallHandler<typeof showOffers> = async ({ skuIds }, { user }) => {
    const now = clock.now();
    const ids = [...new Set(skuIds.split(","))];
    const skus = await loadSkus(reads, ids, now);
    const shown = ids.flatMap((id) => {
      const sku = skus.get(id);
      return sku && saleStateOf(sku, now) !== "gone" ? [sku] : [];
    });
    const person = user && (await personOfferData(reads, user.userId, shown));
    const list = shown.map((sku) => toOffer(sku, { isOwner: user?.owner ?? false, now, person }));
    return { list, serverTime: toShanghaiIso(now) };
  };
  const notice: CallHandler<typeof noticeStock> = async ({ skuId }, caller) => {
    const now = clock.now();
    const sku = (await loadSkus(db, [skuId], now)).get(skuId);
    if (!sku || saleStateOf(sku, now) === "gone")
      throw new Refusal("notFound", { message: mallMessages.unknownProduct });
    // Stock that came meanwhile needs no notice.
    if (sku.onHand > sku.reserved) return null;
    const { userId } = requireUser(caller);
    const isAdded = await addNotice(db, { skuId, userId, most: mallLimits.maxNotices, now: new Date(now) });
    if (!isAdded)
      throw new Refusal("tooMany", { message: mallMessages.tooManyNotices(mallLimits.maxNotices) });
    return null;
  };
  calls.on(showOffers, offers, OFFER_CACHE);
  calls.on(noticeStock, notice);
}
