export type Shared = {
  readonly title: string;
  readonly text: string;
  /** Path on this origin, as useHref gives it. */
  readonly path: string;
};
/** "cancelled": the person closed the system's sheet. */
export type ShareOutcome = "shared" | "copied" | "cancelled" | "failed";

/** Copies where the clipboard's own interface is missing: plain http, old web views. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.className = "sr";
  document.body.append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

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
  return (await copy(url)) ? "copied" : "failed";
}
