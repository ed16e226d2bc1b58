import type { BridgeShare } from "#contract/bridge.ts";
import { hasBridge } from "./client.ts";
import { copyText } from "./copy-text.ts";

export type Shared = {
  readonly title: string;
  readonly text: string;
  /** Path on this origin, as useHref gives it. */
  readonly path: string;
  /** An address or a path. */
  readonly imageUrl?: string;
};
/** "cancelled": the person closed the sheet. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "failed";

const absolute = (address: string): string => (address === "" ? "" : new URL(address, location.origin).href);
const forApp = ({ title, text, path, imageUrl = "" }: Shared): BridgeShare => ({
  title,
  desc: text,
  link: absolute(path),
  imgUrl: absolute(imageUrl),
});
/** By the maker's app; null where it cannot. */
async function shareByApp(shared: Shared): Promise<ShareOutcome | null> {
  try {
    const { nativeShare } = await import("./bridge/index.ts");
    return (await nativeShare(forApp(shared))) ? "shared" : "cancelled";
  } catch {
    return null;
  }
}

/** Offers a page of ours to others: by the maker's app, the system's sheet, else the address is copied (requirements K20, R05). */
export async function share(shared: Shared): Promise<ShareOutcome> {
  const byApp = hasBridge() ? await shareByApp(shared) : null;
  if (byApp !== null) return byApp;
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

/**
 * Tells the host what its own share button is to share while a page is on show.
 * @returns takes it back
 */
export function offerShare(shared: Shared): () => void {
  if (!hasBridge()) return () => {};
  const tell = (offered: BridgeShare | null): void =>
    void import("./bridge/index.ts").then(
      ({ offerNativeShare }) => offerNativeShare(offered),
      () => {},
    );
  tell(forApp(shared));
  return () => tell(null);
}
