import { lazy, type ComponentType } from "react";
import type { PersonalMallScreen } from "../../mall/mall-screen.ts";

/** Props of a personal screen. @property rest path parts after the screen's name */
type PersonalScreenProps = { rest: readonly string[] };
type PersonalScreen = ComponentType<PersonalScreenProps>;

/** Personal screens of the mall, each loaded on the first visit. */
export const personalScreens: Readonly<Record<PersonalMallScreen, PersonalScreen>> = {
  cart: lazy(() => import("../../mall/cart/cart-screen.tsx")),
  checkout: lazy(() => import("../../order/checkout/checkout-screen.tsx")),
  pay: lazy(() => import("../../payment/pay-screen.tsx")),
  orders: lazy(() => import("../../order/list/orders-screen.tsx")),
  order: lazy(() => import("../../order/detail/order-screen.tsx")),
  logistics: lazy(() => import("../../order/detail/logistics-screen.tsx")),
  "after-sale": lazy(() => import("../../order/after-sale/after-sale-screen.tsx")),
  addresses: lazy(() => import("../../order/address/addresses-screen.tsx")),
  favourites: lazy(() => import("../../mall/favourites/favourites-screen.tsx")),
};
