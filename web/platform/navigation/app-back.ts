import { hasBridge } from "../environment/host-detection.ts";

/** How long a page waits for the app to close it, ms, before it goes on by itself. */
const PATIENCE = 1_500;

/** Whether nothing of this visit lies before the page on show: the router counts its entries. */
export const isFirstEntry = (): boolean => ((history.state as { idx?: number } | null)?.idx ?? 0) === 0;

/**
 * Back on a visit's first page leads out of the web page, where the maker's app stands around it.
 * @param otherwise runs where the app does not take it
 * @returns false: there is no app, and nothing was done
 */
export function backToApp(otherwise: () => void): boolean {
  if (!hasBridge()) return false;
  void import("../bridge/index.ts").then(({ nativeGoBack }) => nativeGoBack(PATIENCE)).catch(otherwise);
  return true;
}
