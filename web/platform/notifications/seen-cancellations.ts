import { currentSession } from "../session/session.ts";
import { reminders } from "./reminders.ts";
import { serverTime } from "../time/server-time.ts";
import { cachePersonalData, readPersonalData } from "../storage/personal-data-cache.ts";

const KEY = "called-off";
/** Older ones are dropped; their activities are over by then. */
const MAX_ENTRIES = 50;
const keyOf = (activityId: string, time: string): string => `${activityId} ${time}`;
const read = async (openId: string): Promise<readonly string[]> =>
  (await readPersonalData<readonly string[]>(openId, KEY))?.answer ?? [];

/** Returns whether this person has seen a cancellation in this browser. */
export async function seenCancellationsOf(
  openId: string,
): Promise<(activityId: string, time: string) => boolean> {
  const seen = await read(openId);
  return (activityId, time) => seen.includes(keyOf(activityId, time));
}

/**
 * Marks a cancellation as seen, after its page was opened or its reminder closed, so that it is shown only
 * once.
 */
export async function markCancellationSeen(activityId: string, time: string): Promise<void> {
  reminders.set(
    reminders.get().filter((reminder) => reminder.kind !== "off" || reminder.activityId !== activityId),
  );
  const openId = currentSession.user()?.openId;
  if (openId === undefined) return;
  const seen = await read(openId);
  const key = keyOf(activityId, time);
  if (seen.includes(key) || currentSession.user()?.openId !== openId) return;
  await cachePersonalData(openId, KEY, [...seen, key].slice(-MAX_ENTRIES), serverTime.now());
}
