/** Whether nobody looks at the page now. */
export const isHidden = (): boolean => document.hidden;

/** Called when the page is no longer looked at, and when it is again. @returns stops it */
export function onHidden(listener: (hidden: boolean) => void): () => void {
  const run = () => listener(document.hidden);
  document.addEventListener("visibilitychange", run);
  return () => document.removeEventListener("visibilitychange", run);
}

/**
 * Listens to a stream of server-sent events.
 * @param onLost it is over for good, or there can be none (an old web view, a proxy that holds it back)
 * @returns stops it
 */
export function listen(
  url: string,
  names: readonly string[],
  onEvent: (name: string, data: string) => void,
  onLost: () => void,
): () => void {
  let source: EventSource;
  try {
    source = new EventSource(url);
  } catch {
    onLost();
    return () => {};
  }
  let failures = 0;
  const stop = () => source.close();
  source.addEventListener("open", () => (failures = 0));
  source.addEventListener("error", () => {
    failures++;
    // The browser comes back by itself, unless the answer was no stream.
    if (source.readyState !== EventSource.CLOSED && failures < 3) return;
    stop();
    onLost();
  });
  for (const name of names)
    source.addEventListener(name, (event) => onEvent(name, (event as MessageEvent<string>).data));
  return stop;
}
