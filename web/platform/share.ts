import { copyText } from "./copy-text.ts";

export type Shared = {
  readonly title: string;
  readonly text: string;
  /** Path on this origin, as useHref gives it. */
  readonly path: string;
};
/** "cancelled": the person closed the system's sheet. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "failed";

/** Offers a page of ours to others: the system's sheet, else the address is copied (requirement K20). */
export async function share({ title, text, path }: Shared): Promise<ShareOutcome> {
  const url = new URL(path, location.origin).href;
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
