/** A stream that has said nothing so long after it was asked for is held back on its way, ms. */
const PATIENCE = 10_000;

/**
 * Listens to a stream of server-sent events.
 * Their server tells "ready" first, whatever else it has to tell.
 * @param onLost it is over for good, or there can be none (an old web view, a proxy that holds it back)
 * @returns stops it
 */
export function listenToEvents(
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
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(waiting);
    source.close();
  };
  const lose = () => {
    stop();
    onLost();
  };
  const wait = () => {
    clearTimeout(waiting);
    waiting = setTimeout(lose, PATIENCE);
  };
  wait();
  source.addEventListener("ready", () => {
    failures = 0;
    clearTimeout(waiting);
  });
  source.addEventListener("error", () => {
    failures++;
    // The browser comes back by itself, unless the answer was no stream.
    if (source.readyState !== EventSource.CLOSED && failures < 3) return wait();
    lose();
  });
  for (const name of names)
    source.addEventListener(name, (event) => onEvent(name, (event as MessageEvent<string>).data));
  return stop;
}
