/** A page that was loaded anew under an open sheet stands on the sheet's entry: there Back would seem to do nothing. */
export async function leaveStaleOverlayEntry(): Promise<void> {
  if ((history.state as { sheet?: number } | null)?.sheet)
    (await import("./overlay-history.ts")).dropOverlayEntries();
}
