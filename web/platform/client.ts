import { clientOf, type ClientName } from "#contract/hosts.ts";
import { siteNow } from "./site.ts";

/** The host this page runs in (requirements B01–B09, B16). */
export function clientNow(): ClientName {
  const { __wxjs_environment: wxEnvironment } = window as Window & { __wxjs_environment?: unknown };
  return clientOf({
    userAgent: navigator.userAgent,
    appMarker: siteNow().brand.appMarker,
    wxEnvironment: typeof wxEnvironment === "string" ? wxEnvironment : undefined,
  });
}

/** WeChat draws a title bar with back and title itself: ours is hidden there (frame.css). */
export function showTitleBarOf(client: ClientName): void {
  if (client === "wechat") document.documentElement.dataset["titleBar"] = "host";
}
