/**
 * Watches whether this page is being left, which aborts its requests like a lost network.
 * @returns whether it was left so far; calling it ends the watch
 */
export function watchPageUnload(): () => boolean {
  let isLeft = false;
  const markLeft = (): void => {
    isLeft = true;
  };
  const events = ["beforeunload", "pagehide"] as const;
  for (const event of events) addEventListener(event, markLeft);
  return () => {
    for (const event of events) removeEventListener(event, markLeft);
    return isLeft;
  };
}
