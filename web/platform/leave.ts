import { WEB_BASE } from "#contract/web-base.ts";
import { hasBridge } from "./client.ts";

const isOwnPage = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.href);
  return origin === location.origin && pathname.startsWith(WEB_BASE);
};
/** Pages that are not the app's own have no way back of their own: the maker's app shows its title bar there. */
function tellApp(address: string): void {
  if (isOwnPage(address) || !hasBridge()) return;
  void import("./bridge/frame.ts").then(
    ({ frame }) => frame.leavePages(),
    () => {},
  );
}

/** From the page's own entry in the history, not that of a sheet over it: what leaves it would end with it otherwise. */
function fromPage(go: () => void): void {
  if (!(history.state as { sheet?: number } | null)?.sheet) return go();
  void import("./sheet-entries.ts").then(({ leaveSheetEntries }) => leaveSheetEntries()).then(go, go);
}

/** Leaves this page for another address, which takes its place in the history (requirement F01). */
export function goInstead(address: string): void {
  tellApp(address);
  fromPage(() => location.replace(address));
}
/** Leaves this page; Back returns to it. */
export function goOn(address: string): void {
  tellApp(address);
  fromPage(() => location.assign(address));
}
/** Loads this page anew; address and drafts stay. */
export const reload = (): void => fromPage(() => location.reload());
