/**
 * Watches whether this page is being left, which ends its requests as a network that is lost would.
 * @returns whether it is, by now; asking ends the watch
 */
export function watchPageUnload(): () => boolean {
  let isLeft = false;
  const note = (): void => {
    isLeft = true;
  };
  const events = ["beforeunload", "pagehide"] as const;
  for (const event of events) addEventListener(event, note);
  return () => {
    for (const event of events) removeEventListener(event, note);
    return isLeft;
  };
}
