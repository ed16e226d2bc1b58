/** A stream without its "ready" event for this long is held back by a proxy, ms. */
const READY_TIMEOUT = 10_000;

/**
 * Listens to a stream of server-sent events. The server sends "ready" before any other event.
 * @param onLost called when the stream has ended for good or cannot be opened (an old web view, a proxy that
 * buffers it)
 * @returns closes the stream
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    source.close();
  };
  const giveUp = () => {
    stop();
    onLost();
  };
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, READY_TIMEOUT);
  };
  startTimer();
  source.addEventListener("ready", () => {
    failures = 0;
    clearTimeout(timer);
  });
  source.addEventListener("error", () => {
    failures++;
    // The browser reconnects by itself, unless the answer was no event stream.
    if (source.readyState !== EventSource.CLOSED && failures < 3) return startTimer();
    giveUp();
  });
  for (const name of names)
    source.addEventListener(name, (event) => onEvent(name, (event as MessageEvent<string>).data));
  return stop;
}
