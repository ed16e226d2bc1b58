import { WEB_BASE } from "#contract/core/web-base.ts";
import { hasBridge } from "../environment/host-detection.ts";

const isOwnPage = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith(WEB_BASE);
};
/** Pages that are not the app's own have no way back of their own: the maker's app shows its title bar there. */
function tellApp(address: string): void {
  if (isOwnPage(address) || !hasBridge()) return;
  void import("../bridge/app-frame.ts").then(
    ({ appFrame: frame }) => frame.leavePages(),
    () => {},
  );
}

/** From the page's own entry in the history, not that of a sheet over it: what leaves it would end with it otherwise. */
function fromPage(go: () => void): void {
  if (!(history.state as { sheet?: number } | null)?.sheet) return go();
  void import("./overlay-history.ts")
    .then(({ leaveOverlayEntries: leaveSheetEntries }) => leaveSheetEntries())
    .then(go, go);
}

/** Leaves this page for another address, which takes its place in the history (requirement F01). */
export function replaceLocation(address: string): void {
  tellApp(address);
  fromPage(() => location.replace(address));
}
/** Leaves this page; Back returns to it. */
export function assignLocation(address: string): void {
  tellApp(address);
  fromPage(() => location.assign(address));
}
/** Loads this page anew; address and drafts stay. */
export const reloadPage = (): void => fromPage(() => location.reload());
