import { withoutLoginParameters } from "../navigation/address.ts";
import { currentMiniProgram } from "../environment/host-detection.ts";
import { currentSite } from "../environment/site.ts";
import { createMiniProgram, type MiniProgram } from "./vendor-adapter.ts";
import { loadVendorScript, vendorObjects } from "./load-vendor.ts";

export type { MiniProgram } from "./vendor-adapter.ts";

/**
 * The mini-program around this page; null outside of one. Loads only this host's script. Calls to a silent
 * host end after 3 s.
 */
export async function miniProgram(): Promise<MiniProgram | null> {
  const kind = currentMiniProgram();
  if (kind === null) return null;
  await loadVendorScript(kind);
  return createMiniProgram(kind, vendorObjects[kind]);
}

/** Notifies the mini-program of the login state (requirement E07). Does nothing outside of one. */
export async function postToHost(message: { readonly isLogin: boolean }): Promise<void> {
  (await miniProgram())?.postMessage(message);
}

/**
 * Address of the mini-program's login page with the address to return to: this page without login parameters.
 */
export function hostLoginUrl(loginPage: string): string {
  const returnUrl =
    location.origin + location.pathname + withoutLoginParameters(location.search) + location.hash;
  return `${loginPage}?returnUrl=${encodeURIComponent(returnUrl)}`;
}

/**
 * Opens the mini-program's own login page over this one (requirements E16, H07).
 * @returns false outside of a mini-program, and when the host opens no page
 */
export async function goToHostLogin(): Promise<boolean> {
  const host = await miniProgram();
  if (host === null) return false;
  const url = hostLoginUrl(currentSite().brand.miniProgramLoginPage);
  // A mini-program's page stack holds ten pages; when it is full, only a redirect is possible.
  return (await host.navigateTo(url)) || host.redirectTo(url);
}
