import { hasBridge } from "../environment/host-detection.ts";

/** Time that the app has to close the page, ms, before the page navigates by itself. */
const CLOSE_TIMEOUT = 1_500;

/** Whether the current page is the first of this visit. The router counts its entries. */
export const isFirstEntry = (): boolean => ((history.state as { idx?: number } | null)?.idx ?? 0) === 0;

/**
 * Closes the web page in the maker's app when Back is pressed on a visit's first page.
 * @param otherwise runs when the app does not close it
 * @returns false without an app; nothing was done then
 */
export function backToApp(otherwise: () => void): boolean {
  if (!hasBridge()) return false;
  void import("../bridge/index.ts").then(({ nativeGoBack }) => nativeGoBack(CLOSE_TIMEOUT)).catch(otherwise);
  return true;
}
