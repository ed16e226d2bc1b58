import { isOffline } from "../browser/network.ts";
import { safeLocalStorage } from "../storage/safe-storage.ts";
import { encodeEvents, encodeEvent, type TrackedEvent } from "./event-format.ts";

const QUEUE = "marque.tracking-queue";
/** Events that wait for a network, at most; the oldest go. */
const MOST = 100;
/** Older ones the collector would no longer believe, ms. */
const AGE_MOST = 7 * 86_400_000;
/** Events of one request. */
const AT_ONCE = 20;
/** What the browser sends for a page that is gone, bytes: below its 64 KB. */
const KEEPALIVE_MOST = 60_000;

function readQueue(): TrackedEvent[] {
  try {
    const kept = JSON.parse(safeLocalStorage.get(QUEUE) ?? "[]") as TrackedEvent[];
    return kept.filter(({ time }) => Date.now() - time < AGE_MOST);
  } catch {
    return [];
  }
}
function writeQueue(events: readonly TrackedEvent[]): void {
  if (events.length === 0) safeLocalStorage.remove(QUEUE);
  else safeLocalStorage.set(QUEUE, JSON.stringify(events.slice(-MOST)));
}

/** Sends events to the collector: at once where there is a network, else when it is back, also after a reload. */
export function createEventSender(address: string) {
  let isFlushing = false;
  const keep = (event: TrackedEvent): void => writeQueue([...readQueue(), event]);
  /** @returns whether it is done with: taken, or something that the collector will never take */
  const post = async (body: string): Promise<boolean> => {
    const keepalive = body.length < KEEPALIVE_MOST;
    // As text: another content type would ask the collector's host first, which no leaving page waits for.
    const answer = await fetch(address, { method: "POST", body, keepalive, credentials: "include" });
    return answer.ok || answer.status === 400 || answer.status === 413;
  };

  /** Sends what waits, some at a time; what arrived is forgotten. */
  async function flush(): Promise<void> {
    if (isFlushing) return;
    isFlushing = true;
    try {
      while (!isOffline()) {
        const some = readQueue().slice(0, AT_ONCE);
        if (some.length === 0) return;
        let body = encodeEvents(some);
        while (some.length > 1 && body.length >= KEEPALIVE_MOST) {
          some.length = some.length >> 1;
          body = encodeEvents(some);
        }
        if (!(await post(body))) return;
        const sent = new Set(some.map(({ _track_id, time }) => `${_track_id}:${time}`));
        writeQueue(readQueue().filter(({ _track_id, time }) => !sent.has(`${_track_id}:${time}`)));
      }
    } catch {
      // The network is gone again: it stays for the next time.
    } finally {
      isFlushing = false;
    }
  }
  function send(event: TrackedEvent): void {
    if (isOffline()) return keep(event);
    const body = encodeEvent(event);
    // A beacon outlives the page, and costs it nothing (requirement X06).
    if (navigator.sendBeacon?.(address, body)) return;
    post(body).then(
      (isDone) => isDone || keep(event),
      () => keep(event),
    );
  }
  return { send, flush };
}
export type EventSender = ReturnType<typeof createEventSender>;
