import { hasBridge, isInWechat } from "../environment/host-detection.ts";

/**
 * Whether locating needs no question to the person: the browser reports the permission, and the maker's app
 * can be asked quietly.
 */
export async function isLocationGranted(): Promise<boolean> {
  if (hasBridge()) return true;
  // WeChat does not report the permission.
  if (isInWechat() || !isSecureContext || !("permissions" in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
