import { useEffect, useEffectEvent, useState } from "react";
import type { Offer } from "#contract/mall/product.ts";
import { send } from "../../platform/http/send.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { onReconnect } from "../../platform/browser/network.ts";
import { useUser } from "../../platform/session/use-user.ts";

/** Offers by SKU. @property serverTime of the answer: ISO 8601; empty before the first one */
export type Offers = { readonly bySku: ReadonlyMap<string, Offer>; readonly serverTime: string };
const NONE: Offers = { bySku: new Map(), serverTime: "" };
const MOST = 50;

/**
 * Price and stock for the caller, loaded after the first screen, since the page itself is cached for all (requirements
 * MA04, MA05). Again after a login, a reconnect, and when `reload` is called.
 */
export function useOffers(skuIds: readonly string[]): Offers & { reload: () => Promise<void> } {
  const openId = useUser()?.openId ?? null;
  const [offers, setOffers] = useState(NONE);
  const ids = skuIds.slice(0, MOST).join(",");
  const reload = async (): Promise<void> => {
    try {
      const { showOffers } = await import("#contract/mall/product.ts");
      const { list, serverTime } = await send(showOffers, { skuIds: ids }, { isSilent: true });
      setOffers({ bySku: new Map(list.map((offer) => [offer.skuId, offer])), serverTime });
    } catch {
      // The page shows the prices of its rendering until the next answer.
    }
  };
  const load = useEffectEvent(() => void firstScreenDone.then(reload));
  useEffect(() => {
    load();
    return onReconnect(() => load());
  }, [ids, openId]);
  return { ...offers, reload };
}
