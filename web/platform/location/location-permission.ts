import { hasBridge, isInWechat } from "../environment/host-detection.ts";

/** Whether nobody would be asked: the browser says so, and the maker's app is asked quietly. */
export async function isLocationGranted(): Promise<boolean> {
  if (hasBridge()) return true;
  // WeChat does not say.
  if (isInWechat() || !isSecureContext || !("permissions" in navigator)) return false;
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}
