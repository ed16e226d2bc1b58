import { useSyncExternalStore } from "react";

/** Width from which desks show tables (web/ui/styles/frame-wide.module.css). */
const WIDE = "(min-width: 1024px)";
const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether the window is at least 1024 px wide; false while the server renders. */
export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE).matches,
    () => false,
  );
