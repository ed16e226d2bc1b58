import { useEffect, useSyncExternalStore } from "react";
import { onReconnect } from "../../platform/browser/network.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { cartStore, type LoadedCart } from "./cart-store.ts";

const NOTHING: LoadedCart = { owner: null, cart: null, fetchedAt: null, reason: null };

/** The cart of whoever is logged in, loaded after the first screen and again after a login or logout. */
export function useCart(): LoadedCart {
  const openId = useUser()?.openId ?? null;
  const loaded = useSyncExternalStore(cartStore.subscribe, cartStore.get, () => NOTHING);
  useEffect(() => {
    const load = () => void firstScreenDone.then(() => cartStore.load());
    load();
    return onReconnect(load);
  }, [openId]);
  return loaded.owner === openId ? loaded : NOTHING;
}
