import { useSyncExternalStore } from "react";

/** Width below which only some pages of the console work. */
const NARROW = "(max-width: 767px)";
const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether the window is narrower than 768 px. */
export const useNarrowScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
