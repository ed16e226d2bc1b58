import {
  appVersion,
  clientOf,
  miniProgramOf,
  type ClientName,
  type HostFacts,
  type MiniProgramKind,
} from "#contract/hosts.ts";
import { limits } from "#contract/limits.ts";
import { siteNow } from "./site.ts";

function factsNow(): HostFacts {
  const { __wxjs_environment: wxEnvironment } = window as Window & { __wxjs_environment?: unknown };
  return {
    userAgent: navigator.userAgent,
    appMarker: siteNow().brand.appMarker,
    wxEnvironment: typeof wxEnvironment === "string" ? wxEnvironment : undefined,
  };
}
/** The host this page runs in (requirements B01–B09, B16). */
export const clientNow = (): ClientName => clientOf(factsNow());
/** The mini-program this page runs in, null outside of one; what needs it loads mini-program/index.ts. */
export const miniProgramNow = (): MiniProgramKind | null => miniProgramOf(factsNow());
/** WeChat's own browser, or a mini-program of it: both have its JS-SDK. */
export const isInWechat = (): boolean => ["wechat", "wechatMiniProgram"].includes(clientNow());

/**
 * Whether the maker's app around this page can be asked for things: on Android or iOS, from
 * version 3 on, told by number (requirements R18, R24). What needs the app loads bridge/index.ts then.
 */
export function hasBridge(): boolean {
  const client = clientNow();
  if (client !== "appAndroid" && client !== "appIos") return false;
  const { appMarker } = siteNow().brand;
  const [major] = appVersion({ userAgent: navigator.userAgent, appMarker }) ?? [0];
  return major >= limits.minimumAppMajor;
}

/** WeChat draws a title bar with back and title itself: ours is hidden there (frame.css). */
export function showTitleBarOf(client: ClientName): void {
  if (client === "wechat") document.documentElement.dataset["titleBar"] = "host";
}
