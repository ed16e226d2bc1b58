import { useEffect, useSyncExternalStore } from "react";
import { onReconnect } from "../../platform/browser/network.ts";
import { firstScreenDone } from "../../platform/page-load/hydration.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { cartState, nothingLoaded, type LoadedCart } from "./cart-state.ts";

/** Loads the cart; its calls are no part of the first screen. */
const load = (): void =>
  void firstScreenDone
    .then(() => import("./cart-store.ts"))
    .then(({ refreshCart }) => refreshCart())
    .catch(() => {}); // offline before the script was ever loaded

/** The cart of whoever is logged in, loaded after the first screen and again after a login or logout. */
export function useCart(): LoadedCart {
  const openId = useUser()?.openId ?? null;
  const loaded = useSyncExternalStore(cartState.subscribe, cartState.get, () => nothingLoaded);
  useEffect(() => {
    load();
    return onReconnect(load);
  }, [openId]);
  return loaded.owner === openId ? loaded : nothingLoaded;
}
