import { currentSite } from "../environment/site.ts";
import { currentClient } from "../environment/host-detection.ts";
import { wechatReady } from "./configured-sdk.ts";

const NAME = "wx-open-launch-app";

export type OpenTag = {
  /** Of the page that the app is to open, on this origin. */
  readonly path: string;
  /** What it looks like; WeChat keeps it apart from the page, so its style is its own. */
  readonly style: string;
  readonly text: string;
  /** WeChat shows it. */
  readonly onReady: () => void;
  /** The app did not open: not installed, or not from here. */
  readonly onFail: () => void;
};

/**
 * WeChat's own element that opens the maker's app out of a page (platform facts section 1.5): only
 * WeChat may do that. Nothing is shown where it does not take the element.
 * @param place where it is put
 * @returns takes it out again
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
  const look = document.createElement("style");
  look.textContent = style;
  const button = document.createElement("button");
  button.className = "open";
  button.textContent = text;
  // Markup as text: the page's own style sheets and policy have nothing to do with it.
  template.textContent = look.outerHTML + button.outerHTML;
  tag.append(template);
  tag.addEventListener("ready", onReady);
  tag.addEventListener("error", onFail);
  place.append(tag);
  void wechatReady();
  return () => tag.remove();
}
