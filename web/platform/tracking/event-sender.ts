import { isOffline } from "../browser/network.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { encodeEvents, encodeEvent, type TrackedEvent } from "./event-format.ts";

const QUEUE = "marque.tracking-queue";
/** Number of queued events; the oldest are dropped. */
const MAX_QUEUED = 100;
/** Age limit of queued events, ms, since the collector rejects older ones. */
const MAX_AGE = 7 * 86_400_000;
/** Events per request. */
const BATCH_SIZE = 20;
/** Limit of a keepalive request's body, bytes: below the browser's 64 KB. */
const MAX_KEEPALIVE = 60_000;

function readQueue(): TrackedEvent[] {
  try {
    const stored = JSON.parse(safeLocalStorage.get(QUEUE) ?? "[]") as TrackedEvent[];
    return stored.filter(({ time }) => Date.now() - time < MAX_AGE);
  } catch {
    return [];
  }
}
function writeQueue(events: readonly TrackedEvent[]): void {
  if (events.length === 0) safeLocalStorage.remove(QUEUE);
  else safeLocalStorage.set(QUEUE, JSON.stringify(events.slice(-MAX_QUEUED)));
}

/** Sends events to the collector: at once with a network, otherwise when it is back, also after a reload. */
export function createEventSender(address: string) {
  let isFlushing = false;
  const enqueue = (event: TrackedEvent): void => writeQueue([...readQueue(), event]);
  /** @returns whether the events are done: stored, or rejected for good */
  const post = async (body: string): Promise<boolean> => {
    const keepalive = body.length < MAX_KEEPALIVE;
    // Sent as text: another content type would cause a preflight request, for which a page that is being left
    // does not wait.
    const answer = await fetch(address, { method: "POST", body, keepalive, credentials: "include" });
    return answer.ok || answer.status === 400 || answer.status === 413;
  };

  /** Sends the queued events in batches, and removes those that arrived. */
  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    try {
      while (!isOffline()) {
        const batch = readQueue().slice(0, BATCH_SIZE);
        if (batch.length === 0) return;
        let body = encodeEvents(batch);
        while (batch.length > 1 && body.length >= MAX_KEEPALIVE) {
          batch.length = batch.length >> 1;
          body = encodeEvents(batch);
        }
        if (!(await post(body))) return;
        const sent = new Set(batch.map(({ _track_id, time }) => `${_track_id}:${time}`));
        writeQueue(readQueue().filter(({ _track_id, time }) => !sent.has(`${_track_id}:${time}`)));
      }
    } catch {
      // The network is lost again: the events stay queued.
    } finally {
      isFlushing = false;
    }
  }
  function send(event: TrackedEvent): void {
    if (isOffline()) return enqueue(event);
    const body = encodeEvent(event);
    // A beacon outlives the page, and does not delay it (requirement X06).
    if (navigator.sendBeacon?.(address, body)) return;
    post(body).then(
      (isDone) => isDone || enqueue(event),
      () => enqueue(event),
    );
  }
  return { send, flush };
}
export type EventSender = ReturnType<typeof createEventSender>;
