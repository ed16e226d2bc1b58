import { useSyncExternalStore } from "react";
import { isOffline } from "../browser/network.ts";

/** Sets the brand's colours through the style object: the policy forbids style attributes. */
export function applyBrandColours(theme: Readonly<Record<string, string>>): void {
  for (const [name, colour] of Object.entries(theme))
    document.documentElement.style.setProperty(name, colour);
}

/** Sets the document's title. It contains no name of a person. */
export const setPageTitle = (title: string): void => {
  document.title = title;
};

const subscribe = (changed: () => void): (() => void) => {
  const abort = new AbortController();
  addEventListener("online", changed, abort);
  addEventListener("offline", changed, abort);
  return () => abort.abort();
};
/** Whether the browser knows that there is no network. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline);

/** Asks before the tab is closed or left while input is unsaved. @returns stops */
export function warnBeforeUnload(): () => void {
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
  addEventListener("beforeunload", warn);
  return () => removeEventListener("beforeunload", warn);
}

/** Leaves the application: for the staff directory, or to begin with nothing in memory. */
export const leaveConsolePage = (address: string): void => location.assign(address);
export const reloadConsolePage = (): void => location.reload();
/** The page's address within the origin, to come back to. */
export const consoleAddress = (): string => location.pathname + location.search;
/** The part of the address after #, which no server receives, without the mark. */
export const addressFragment = (): string => location.hash.slice(1);
