import { lazy, type ComponentType } from "react";
import type { PersonalMallScreen } from "../../mall/mall-screen.ts";

/** Props of a personal screen. @property rest path parts after the screen's name */
export type PersonalScreenProps = { rest: readonly string[] };
type PersonalScreen = ComponentType<PersonalScreenProps>;

/** Personal screens of the mall, each loaded on the first visit. */
export const personalScreens: Partial<Record<PersonalMallScreen, PersonalScreen>> = {
  cart: lazy(() => import("../../mall/cart/cart-screen.tsx")),
  favourites: lazy(() => import("../../mall/favourites/favourites-screen.tsx")),
};
