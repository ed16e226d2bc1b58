import { useSyncExternalStore } from "react";

/** Precision of the shown remaining times, ms. */
const STEP = 30_000;
const subscribe = (onChange: () => void): (() => void) => {
  const timer = setInterval(onChange, STEP);
  return () => clearInterval(timer);
};
const steppedNow = (): number => Math.floor(Date.now() / STEP) * STEP;

/** The time, ms, to half a minute; the component is rendered again when it changes. */
export const useNow = (): number => useSyncExternalStore(subscribe, steppedNow);
