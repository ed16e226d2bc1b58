import { currentClient, hasBridge, isInWechat, currentMiniProgram } from "../environment/host-detection.ts";

/** Where an activity's poster is; a path of this origin. @param reference of the sharer's link; null: the maker invites */
export const posterUrl = (activityId: string, reference: string | null): string =>
  `/poster/${activityId}${reference === null ? "" : `?from=${reference}`}`;

/** A path of this origin as others open it. */
export const absoluteUrl = (path: string): string => new URL(path, location.origin).href;

/** Who hands a link on here: the app or WeChat, the system, or nobody: then it is copied. */
export function sharingMethod(): "host" | "system" | null {
  if (hasBridge() || isInWechat()) return "host";
  return typeof navigator.share === "function" ? "system" : null;
}

/** Whether a link can put a picture among the person's files; in web views of apps only a long press can. */
export function canSavePicture(): boolean {
  const client = currentClient();
  return !client.startsWith("app") && !isInWechat() && currentMiniProgram() === null;
}
