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
/** The host that this page runs in (requirements B01–B09, B16). */
export const currentClient = (): ClientName => clientOf(currentHostFacts());
/**
 * The mini-program that this page runs in; null outside of one. Code that needs its API loads
 * mini-program/index.ts.
 */
export const currentMiniProgram = (): MiniProgramKind | null => miniProgramOf(currentHostFacts());
/** Whether this is WeChat's browser or mini-program, which both have the JS-SDK. */
export const isInWechat = (): boolean => ["wechat", "wechatMiniProgram"].includes(currentClient());

/**
 * Whether the maker's app around this page has a usable bridge: on Android or iOS, from version 3 on,
 * compared as numbers (requirements R18, R24). Code that needs the app then loads bridge/index.ts.
 */
export function hasBridge(): boolean {
  const client = currentClient();
  if (client !== "appAndroid" && client !== "appIos") return false;
  const { appMarker } = currentSite().brand;
  const [major] = appVersion({ userAgent: navigator.userAgent, appMarker }) ?? [0];
  return major >= limits.minimumAppMajor;
}

/** Hides our title bar in WeChat, which draws one with back and title itself (frame.module.css). */
export function markHostTitleBar(client: ClientName): void {
  if (client === "wechat") document.documentElement.dataset["titleBar"] = "host";
}
