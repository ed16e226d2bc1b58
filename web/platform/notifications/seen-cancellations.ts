import { currentSession } from "../session/session.ts";
import { reminders } from "./reminders.ts";
import { serverTime } from "../time/server-time.ts";
import { cachePersonalData, readPersonalData } from "../storage/personal-data-cache.ts";

const KEY = "called-off";
/** More are not kept; they are long over. */
const MOST = 50;
const keyOf = (activityId: string, time: string): string => `${activityId} ${time}`;
const read = async (openId: string): Promise<readonly string[]> =>
  (await readPersonalData<readonly string[]>(openId, KEY))?.answer ?? [];

/** Whether this person knows in this browser that an activity was called off at that time. */
export async function seenCancellationsOf(
  openId: string,
): Promise<(activityId: string, time: string) => boolean> {
  const told = await read(openId);
  return (activityId, time) => told.includes(keyOf(activityId, time));
}

/** The person has opened what was called off, or closed its reminder: it is told once. */
export async function markCancellationSeen(activityId: string, time: string): Promise<void> {
  reminders.set(reminders.get().filter((one) => one.kind !== "off" || one.activityId !== activityId));
  const openId = currentSession.user()?.openId;
  if (openId === undefined) return;
  const told = await read(openId);
  const key = keyOf(activityId, time);
  if (told.includes(key) || currentSession.user()?.openId !== openId) return;
  await cachePersonalData(openId, KEY, [...told, key].slice(-MOST), serverTime.now());
}
