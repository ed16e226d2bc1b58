import { withoutLoginParameters } from "../navigation/address.ts";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { currentSite } from "../environment/site.ts";
import { createMiniProgram, type MiniProgram } from "./vendor-adapter.ts";
import { loadVendorScript, vendorObjects } from "./load-vendor.ts";

export type { MiniProgram } from "./vendor-adapter.ts";

/**
 * The mini-program around this page, null outside of one. It loads what its host needs, and nothing
 * of any other host. What is asked of one that stays silent ends after 3 s.
 */
export async function miniProgram(): Promise<MiniProgram | null> {
  const kind = currentMiniProgram();
  if (kind === null) return null;
  await loadVendorScript(kind);
  return createMiniProgram(kind, vendorObjects[kind]);
}

/** Tells the mini-program who is there (requirement E07); does nothing outside of one. */
export async function postToHost(message: { readonly isLogin: boolean }): Promise<void> {
  (await miniProgram())?.postMessage(message);
}

/** The mini-program's login page, and where it is to come back to: this page without what a login brought. */
export function hostLoginUrl(loginPage: string): string {
  const back = location.origin + location.pathname + withoutLoginParameters(location.search) + location.hash;
  return `${loginPage}?returnUrl=${encodeURIComponent(back)}`;
}

/**
 * Opens the mini-program's own login page over this one (requirements E16, H07).
 * @returns false outside of a mini-program, and where the host opens none
 */
export async function goToHostLogin(): Promise<boolean> {
  const host = await miniProgram();
  if (host === null) return false;
  const url = hostLoginUrl(currentSite().brand.miniProgramLoginPage);
  // A mini-program has room for ten pages; a full stack takes one only in another's place.
  return (await host.navigateTo(url)) || host.redirectTo(url);
}
