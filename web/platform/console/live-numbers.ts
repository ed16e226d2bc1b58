import { isPageHidden, onVisibilityChange } from "../browser/visibility-change.ts";

/** Without a number for this long after three failures in a row the stream is given up, and the numbers are polled. */
const MOST_FAILURES = 3;
const POLL_INTERVAL = 10_000;

type NumberSource<N> = {
  /** Path of the stream of server-sent events on the page's own origin. */
  readonly path: string;
  /** Name of the events with numbers; `end` closes the stream for good. */
  readonly event: string;
  /** Reads an event's data; null: it is of another version of the product. */
  readonly read: (data: string) => N | null;
  /** Asks once, where the stream cannot be read. */
  readonly poll: () => Promise<N>;
  readonly onNumbers: (numbers: N) => void;
};

/** The stream while the page is visible. @returns closes it */
function openStream<N>({ path, event, read, onNumbers }: NumberSource<N>, onLost: () => void): () => void {
  let failures = 0;
  const source = new EventSource(path);
  source.addEventListener(event, ({ data }: MessageEvent<string>) => {
    failures = 0;
    const numbers = read(data);
    if (numbers !== null) onNumbers(numbers);
  });
  // The session has ended: the next call of the page asks for a login.
  source.addEventListener("end", () => source.close());
  source.addEventListener("error", () => {
    failures++;
    // After ten minutes the server ends the stream, and the browser opens it again by itself.
    if (source.readyState !== EventSource.CLOSED && failures < MOST_FAILURES) return;
    source.close();
    onLost();
  });
  return () => source.close();
}

/** Polls at once and then again and again. @returns stops */
function pollNumbers<N>({ poll, onNumbers }: NumberSource<N>): () => void {
  let isStopped = false;
  const ask = async (): Promise<void> => {
    const numbers = await poll().catch(() => null);
    if (!isStopped && numbers !== null) onNumbers(numbers);
  };
  void ask();
  const timer = setInterval(() => void ask(), POLL_INTERVAL);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

/**
 * Numbers as they change: by a stream, or by polling where a proxy holds the stream back (requirement CO85). Nothing is
 * asked while the page is hidden.
 * @returns stops
 */
export function listenToNumbers<N>(source: NumberSource<N>): () => void {
  let stop: (() => void) | null = null;
  let hasStream = true;
  const start = (): void => {
    if (hasStream)
      stop = openStream(source, () => {
        hasStream = false;
        stop = pollNumbers(source);
      });
    else stop = pollNumbers(source);
  };
  const update = (isHidden: boolean): void => {
    stop?.();
    stop = null;
    if (!isHidden) start();
  };
  const stopWatching = onVisibilityChange(update);
  update(isPageHidden());
  return () => {
    stopWatching();
    stop?.();
  };
}
