import { useEffect, useSyncExternalStore } from "react";
import { onReconnect } from "../../platform/browser/network.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { cartState, nothingLoaded, type LoadedCart } from "./cart-state.ts";

const load = (): void =>
  void import("./cart-store.ts").then(({ refreshCart }) => refreshCart()).catch(() => {}); // offline before the script was ever loaded

/**
 * The cart of whoever is logged in, loaded after the first screen and again after a login or logout.
 * @param options isNow: for the cart's own screen, which shows nothing else
 */
export function useCart({ isNow = false } = {}): LoadedCart {
  const openId = useUser()?.openId ?? null;
  const loaded = useSyncExternalStore(cartState.subscribe, cartState.get, () => nothingLoaded);
  useEffect(() => {
    if (isNow) load();
    else void firstScreenDone.then(load);
    return onReconnect(load);
  }, [openId, isNow]);
  return loaded.owner === openId ? loaded : nothingLoaded;
}
