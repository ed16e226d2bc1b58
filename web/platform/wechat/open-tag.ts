import { currentSite } from "../environment/site.ts";
import { currentClient } from "../environment/host-detection.ts";
import { wechatReady } from "./configured-sdk.ts";

const NAME = "wx-open-launch-app";

export type OpenTag = {
  /** Path of the page that the app should open, on this origin. */
  readonly path: string;
  /** CSS of the button. WeChat isolates it from the page, so it needs its own. */
  readonly style: string;
  readonly text: string;
  /** Called when WeChat shows the button. */
  readonly onReady: () => void;
  /** Called when the app did not open: it is not installed, or may not be opened from here. */
  readonly onFail: () => void;
};

/**
 * Inserts WeChat's own element that opens the maker's app from a page (platform facts section 1.5), which
 * only WeChat can do. Shows nothing when WeChat does not accept the element.
 * @param place its parent
 * @returns removes it
 */
export function insertOpenTag(
  place: HTMLElement,
  { path, style, text, onReady, onFail }: OpenTag,
): () => void {
  const { openPlatformAppId } = currentSite().brand;
  if (openPlatformAppId === undefined || currentClient() !== "wechat") return () => {};
  const tag = document.createElement(NAME);
  tag.setAttribute("appid", openPlatformAppId);
  tag.setAttribute("extinfo", new URL(path, location.origin).href);
  const template = document.createElement("script");
  template.type = "text/wxtag-template";
  const styleElement = document.createElement("style");
  styleElement.textContent = style;
  const button = document.createElement("button");
  button.className = "open";
  button.textContent = text;
  // Markup as text: the page's own style sheets and policy do not apply to it.
  template.textContent = styleElement.outerHTML + button.outerHTML;
  tag.append(template);
  tag.addEventListener("ready", onReady);
  tag.addEventListener("error", onFail);
  place.append(tag);
  void wechatReady();
  return () => tag.remove();
}
