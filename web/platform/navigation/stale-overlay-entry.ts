/**
 * Leaves the entry of a sheet under which the page was reloaded: on it the first Back would have no effect.
 */
export async function leaveStaleOverlayEntry(): Promise<void> {
  if ((history.state as { sheet?: number } | null)?.sheet)
    (await import("./overlay-history.ts")).dropOverlayEntries();
}
