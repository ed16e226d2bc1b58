import { createContext, use } from "react";
import type { NavigationItem } from "./navigation.ts";

/** Items of the menu that the operator sees. */
export const NavigationContext = createContext<readonly NavigationItem[]>([]);
export const useNavigationItems = (): readonly NavigationItem[] => use(NavigationContext);
