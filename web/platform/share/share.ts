import type { BridgeShare } from "#contract/host/bridge.ts";
import { hasBridge, isInWechat } from "../environment/host-detection.ts";
import { copyText } from "../browser/copy-text.ts";
import { raiseChallenge } from "../http/challenges.ts";

export type SharedPage = {
  readonly title: string;
  readonly text: string;
  /** Path on this origin, as useHref gives it. */
  readonly path: string;
  /** An address or a path. */
  readonly imageUrl?: string;
};
/** "cancelled": the person closed the sheet. "guided": the host's own menu was pointed out. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "guided" | "failed";

const absolute = (address: string): string => (address === "" ? "" : new URL(address, location.origin).href);
const forApp = ({ title, text, path, imageUrl = "" }: SharedPage): BridgeShare => ({
  title,
  desc: text,
  link: absolute(path),
  imgUrl: absolute(imageUrl),
});
/** By the maker's app; null where it cannot. */
async function shareByApp(shared: SharedPage): Promise<ShareOutcome | null> {
  try {
    const { nativeShare } = await import("../bridge/index.ts");
    return (await nativeShare(forApp(shared))) ? "shared" : "cancelled";
  } catch {
    return null;
  }
}

/** A page cannot share in WeChat: its menu can, and is told what. null where it cannot be told. */
async function guideInWechat(shared: SharedPage): Promise<ShareOutcome | null> {
  try {
    const { offerShareData } = await import("../wechat/share-data.ts");
    const takeBack = offerShareData(forApp(shared));
    await raiseChallenge("shareGuide", {});
    takeBack();
    return "guided";
  } catch {
    return null;
  }
}

/**
 * Offers a page of ours to others: by the maker's app, WeChat's menu, the system's sheet, else the
 * address is copied (requirements K20, R05).
 */
export async function sharePage(shared: SharedPage): Promise<ShareOutcome> {
  const byApp = hasBridge() ? await shareByApp(shared) : null;
  const byHost = byApp ?? (isInWechat() ? await guideInWechat(shared) : null);
  if (byHost !== null) return byHost;
  const { title, text } = shared;
  const url = absolute(shared.path);
  try {
    if (typeof navigator.share === "function") {
      await navigator.share({ title, text, url });
      return "shared";
    }
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return "cancelled";
  }
  return (await copyText(url)) ? "copied" : "failed";
}

function offerInWechat(shared: SharedPage): () => void {
  const offering = import("../wechat/share-data.ts").then(
    ({ offerShareData }) => offerShareData(forApp(shared)),
    () => () => {},
  );
  return () => void offering.then((takeBack) => takeBack());
}

/** One after the other: scripts that are asked for again may come before those asked for first. */
let telling = Promise.resolve();
const tellApp = (offered: BridgeShare | null): void => {
  telling = telling
    .then(() => import("../bridge/index.ts"))
    .then(({ offerNativeShare }) => void offerNativeShare(offered))
    .catch(() => {});
};

/**
 * Tells the host what its own share button is to share while a page is on show.
 * @returns takes it back
 */
export function offerShare(shared: SharedPage): () => void {
  if (isInWechat()) return offerInWechat(shared);
  if (!hasBridge()) return () => {};
  tellApp(forApp(shared));
  return () => tellApp(null);
}
