import { createContext, use, useMemo } from "react";
import type { NavigationItem } from "./navigation.ts";

/** Items of the menu that the operator sees. */
export const NavigationContext = createContext<readonly NavigationItem[]>([]);
export const useNavigationItems = (): readonly NavigationItem[] => use(NavigationContext);
/** Paths of the menu's pages that the operator may open; a page links to others only where they are among them. */
export function useShownPaths(): ReadonlySet<string> {
  const items = useNavigationItems();
  return useMemo(() => new Set(items.flatMap(({ pages }) => pages.map(({ path }) => path))), [items]);
}
