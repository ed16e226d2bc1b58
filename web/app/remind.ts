import type { OwnSignUp } from "#contract/own-sign-up.ts";
import { onSignedUp } from "../platform/changed.ts";
import { raise } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { session } from "../platform/login/session.ts";
import { onReturn } from "../platform/network.ts";
import { reminders, type Reminder } from "../platform/reminders.ts";
import { serverTime } from "../platform/server-time.ts";
import { nextTask } from "../platform/tasks.ts";
import { wallClock } from "../ui/format.ts";

const DAY = 86_400_000;
const dayOf = (moment: number): string => {
  const { year, month, day } = wallClock(moment);
  return `${year}-${month}-${day}`;
};

/**
 * What is to be reminded of: seats that are kept, the first to end first; then what begins today or
 * tomorrow by Shanghai's calendar (requirements L18, L20). @param now the server's time, ms
 */
export function remindersOf(signUps: readonly OwnSignUp[], now: number): Reminder[] {
  const today = dayOf(now);
  const near = [today, dayOf(now + DAY)];
  const isToday = (moment: string) => dayOf(Date.parse(moment)) === today;
  const byMoment = (one: Reminder, other: Reminder) => Date.parse(one.moment) - Date.parse(other.moment);
  const offers = signUps.flatMap<Reminder>(({ state, activityId, title, offerUntil }) =>
    state === "offered" && offerUntil !== undefined && Date.parse(offerUntil) > now
      ? [{ kind: "offer", activityId, title, moment: offerUntil, isToday: isToday(offerUntil) }]
      : [],
  );
  const soon = signUps.flatMap<Reminder>(({ state, activityId, title, startTime }) =>
    state === "upcoming" && Date.parse(startTime) > now && near.includes(dayOf(Date.parse(startTime)))
      ? [{ kind: "soon", activityId, title, moment: startTime, isToday: isToday(startTime) }]
      : [],
  );
  return [...offers.toSorted(byMoment), ...soon.toSorted(byMoment)];
}

let isRaised = false;
function show(all: readonly Reminder[]): void {
  reminders.set(all);
  if (all.length === 0 || isRaised) return;
  isRaised = true;
  void raise("reminders", {});
}

/** The call, for whoever is logged in: what all calls are made of is much code, and has a task of its own. */
async function loadCall() {
  await import("#contract/call.ts");
  await nextTask();
  const { listOwnSignUps } = await import("#contract/own-sign-up.ts");
  await nextTask();
  return listOwnSignUps;
}

let turn = 0;
async function ask(): Promise<void> {
  const own = ++turn;
  const openId = session.user()?.openId;
  if (openId === undefined) return reminders.set([]);
  try {
    const signUps = await send(await loadCall(), {}, { isSilent: true });
    if (own === turn && session.user()?.openId === openId) show(remindersOf(signUps, serverTime.now()));
  } catch {
    // What can not be asked now is asked when the page is looked at again.
  }
}

/** Asks now, and whenever the answer may be another: another person, a sign-up, the page looked at again. */
export function remind(): void {
  let openId = session.user()?.openId;
  session.subscribe(() => {
    if (session.user()?.openId === openId) return;
    openId = session.user()?.openId;
    void ask();
  });
  onSignedUp(() => void ask());
  onReturn(() => void ask());
  void ask();
}
