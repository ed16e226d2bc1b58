import { useSyncExternalStore } from "react";

const subscribe = (onChange: () => void): (() => void) => {
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
};
const isFullScreen = (): boolean => document.fullscreenElement !== null;

/** Whether a part of the page fills the screen. */
export const useFullScreen = (): boolean => useSyncExternalStore(subscribe, isFullScreen, () => false);
/** Shows an element alone on the screen; does nothing where the browser refuses. */
export const enterFullScreen = (element: Element): Promise<void> =>
  element.requestFullscreen().catch(() => {});
export const leaveFullScreen = (): Promise<void> => document.exitFullscreen().catch(() => {});
