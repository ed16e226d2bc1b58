import { WEB_BASE } from "#contract/core/web-base.ts";
import { hasBridge } from "../environment/host-detection.ts";

const isOwnPage = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith(WEB_BASE);
};
/** Pages outside the app have no Back button of their own: the maker's app shows its title bar there. */
function showAppTitleBar(address: string): void {
  if (isOwnPage(address) || !hasBridge()) return;
  void import("../bridge/app-frame.ts").then(
    ({ appFrame }) => appFrame.leavePages(),
    () => {},
  );
}

/**
 * Navigates from the page's own history entry, not from that of a sheet over it, which would be removed
 * together with its target.
 */
function fromPage(go: () => void): void {
  if (!(history.state as { sheet?: number } | null)?.sheet) return go();
  void import("./overlay-history.ts").then(({ leaveOverlayEntries }) => leaveOverlayEntries()).then(go, go);
}

/** Navigates to another address that replaces this page in the history (requirement F01). */
export function replaceLocation(address: string): void {
  showAppTitleBar(address);
  fromPage(() => location.replace(address));
}
/** Navigates to another address; Back returns to this page. */
export function assignLocation(address: string): void {
  showAppTitleBar(address);
  fromPage(() => location.assign(address));
}
/** Reloads this page; address and drafts stay. */
export const reloadPage = (): void => fromPage(() => location.reload());
