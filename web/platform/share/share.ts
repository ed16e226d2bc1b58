import type { BridgeShare } from "#contract/host/bridge.ts";
import { hasBridge, isInWechat } from "../environment/host-detection.ts";
import { copyText } from "../browser/copy-text.ts";
import { raiseChallenge } from "../http/challenges.ts";

export type SharedPage = {
  readonly title: string;
  readonly text: string;
  /** Path on this origin, as returned by useHref. */
  readonly path: string;
  /** An address or a path. */
  readonly imageUrl?: string;
};
/** "cancelled": the person closed the share sheet. "guided": the person was shown the host's own menu. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "guided" | "failed";

/** Absolute address of a path of this origin; an empty text stays empty. */
export const absoluteUrlOf = (address: string): string =>
  address === "" ? "" : new URL(address, location.origin).href;
const bridgeShareOf = ({ title, text, path, imageUrl = "" }: SharedPage): BridgeShare => ({
  title,
  desc: text,
  link: absoluteUrlOf(path),
  imgUrl: absoluteUrlOf(imageUrl),
});
/** Shares by the maker's app; null when it cannot. */
async function shareByApp(shared: SharedPage): Promise<ShareOutcome | null> {
  try {
    const { nativeShare } = await import("../bridge/index.ts");
    return (await nativeShare(bridgeShareOf(shared))) ? "shared" : "cancelled";
  } catch {
    return null;
  }
}

/**
 * Shows where WeChat's menu is, since a page cannot share by itself there, and sets what it shares; null when
 * that fails.
 */
async function guideInWechat(shared: SharedPage): Promise<ShareOutcome | null> {
  try {
    const { offerShareData } = await import("../wechat/share-data.ts");
    const withdraw = offerShareData(bridgeShareOf(shared));
    await raiseChallenge("shareGuide", {});
    withdraw();
    return "guided";
  } catch {
    return null;
  }
}

/**
 * Shares a page: by the maker's app, WeChat's menu or the system's share sheet; otherwise its address is
 * copied (requirements K20, R05).
 */
export async function sharePage(shared: SharedPage): Promise<ShareOutcome> {
  const byApp = hasBridge() ? await shareByApp(shared) : null;
  const byHost = byApp ?? (isInWechat() ? await guideInWechat(shared) : null);
  if (byHost !== null) return byHost;
  const { title, text } = shared;
  const url = absoluteUrlOf(shared.path);
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
  const pending = import("../wechat/share-data.ts").then(
    ({ offerShareData }) => offerShareData(bridgeShareOf(shared)),
    () => () => {},
  );
  return () => void pending.then((withdraw) => withdraw());
}

/** Serializes the updates, since scripts may load in another order than they were requested. */
let lastUpdate = Promise.resolve();
const updateApp = (offered: BridgeShare | null): void => {
  lastUpdate = lastUpdate
    .then(() => import("../bridge/index.ts"))
    .then(({ offerNativeShare }) => void offerNativeShare(offered))
    .catch(() => {});
};

/** Sets what the host's own share button shares while a page is shown. @returns withdraws it */
export function offerShare(shared: SharedPage): () => void {
  if (isInWechat()) return offerInWechat(shared);
  if (!hasBridge()) return () => {};
  updateApp(bridgeShareOf(shared));
  return () => updateApp(null);
}
