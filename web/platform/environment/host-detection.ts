import {
  appVersion,
  clientOf,
  miniProgramOf,
  type ClientName,
  type HostFacts,
  type MiniProgramKind,
} from "#contract/host/hosts.ts";
import { limits } from "#contract/core/limits.ts";
import { currentSite } from "./site.ts";

function currentHostFacts(): HostFacts {
  const { __wxjs_environment: wxEnvironment } = window as Window & { __wxjs_environment?: unknown };
  return {
    userAgent: navigator.userAgent,
    appMarker: currentSite().brand.appMarker,
    wxEnvironment: typeof wxEnvironment === "string" ? wxEnvironment : undefined,
  };
}
/** The host this page runs in (requirements B01–B09, B16). */
export const currentClient = (): ClientName => clientOf(currentHostFacts());
/** The mini-program this page runs in, null outside of one; what needs it loads mini-program/index.ts. */
export const currentMiniProgram = (): MiniProgramKind | null => miniProgramOf(currentHostFacts());
/** WeChat's own browser, or a mini-program of it: both have its JS-SDK. */
export const isInWechat = (): boolean => ["wechat", "wechatMiniProgram"].includes(currentClient());

/**
 * Whether the maker's app around this page can be asked for things: on Android or iOS, from
 * version 3 on, told by number (requirements R18, R24). What needs the app loads bridge/index.ts then.
 */
export function hasBridge(): boolean {
  const client = currentClient();
  if (client !== "appAndroid" && client !== "appIos") return false;
  const { appMarker } = currentSite().brand;
  const [major] = appVersion({ userAgent: navigator.userAgent, appMarker }) ?? [0];
  return major >= limits.minimumAppMajor;
}

/** WeChat draws a title bar with back and title itself: ours is hidden there (frame.css). */
export function markHostTitleBar(client: ClientName): void {
  if (client === "wechat") document.documentElement.dataset["titleBar"] = "host";
}
