import { session } from "./login/session.ts";
import { reminders } from "./reminders.ts";
import { serverTime } from "./server-time.ts";
import { keepOwn, readOwn } from "./storage/own-copy.ts";

const KEY = "called-off";
/** More are not kept; they are long over. */
const MOST = 50;
const keyOf = (activityId: string, time: string): string => `${activityId} ${time}`;
const read = async (openId: string): Promise<readonly string[]> =>
  (await readOwn<readonly string[]>(openId, KEY))?.answer ?? [];

/** Whether this person knows in this browser that an activity was called off at that time. */
export async function toldOf(openId: string): Promise<(activityId: string, time: string) => boolean> {
  const told = await read(openId);
  return (activityId, time) => told.includes(keyOf(activityId, time));
}

/** The person has opened what was called off, or closed its reminder: it is told once. */
export async function noteTold(activityId: string, time: string): Promise<void> {
  reminders.set(reminders.now().filter((one) => one.kind !== "off" || one.activityId !== activityId));
  const openId = session.user()?.openId;
  if (openId === undefined) return;
  const told = await read(openId);
  const key = keyOf(activityId, time);
  if (told.includes(key) || session.user()?.openId !== openId) return;
  await keepOwn(openId, KEY, [...told, key].slice(-MOST), serverTime.now());
}
