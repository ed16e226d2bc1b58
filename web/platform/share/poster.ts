import { currentClient, hasBridge, isInWechat, currentMiniProgram } from "../environment/host-detection.ts";

/**
 * Path of an activity's poster on this origin.
 * @param reference of the sharer's link; null: the maker invites
 */
export const posterUrl = (activityId: string, reference: string | null): string =>
  `/poster/${activityId}${reference === null ? "" : `?from=${reference}`}`;

/** Full URL of a path on this origin. */
export const absoluteUrl = (path: string): string => new URL(path, location.origin).href;

/** Sharing method of this host: the app or WeChat, the system's sheet, or null: then the link is copied. */
export function sharingMethod(): "host" | "system" | null {
  if (hasBridge() || isInWechat()) return "host";
  return typeof navigator.share === "function" ? "system" : null;
}

/** Whether a download link can save a picture. In web views of apps only a long press can. */
export function canSavePicture(): boolean {
  const client = currentClient();
  return !client.startsWith("app") && !isInWechat() && currentMiniProgram() === null;
}
