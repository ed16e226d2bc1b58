import type { NewActivity, NewSession } from "../../server/activity/index.ts";
import type { SeededSignUp, SeededWaiting } from "../../server/signup/index.ts";
import { HOUR } from "../calendar.ts";
import { demoId } from "../ids.ts";
import { seededFraction, seededHash, seededPick } from "../seeded-hash.ts";
import { answersTo } from "./answers.ts";
import { guestsOf, type DemoGuest } from "./people.ts";

const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const channels = ["wechat", "app", "search", "douyin", "friend"];
const staff = ["店员小李", "店员小周", "店员阿敏"];
const MAX_WAITING = 9;

/** Ticket's number: twelve characters in three groups, as the server makes them. */
function ticketCode(key: string): string {
  let [high, low] = [seededHash(key), seededHash(`${key}low`)];
  const group = (): string =>
    Array.from({ length: 4 }, () => {
      const character = ALPHABET.charAt((high ^ low) & 31);
      [high, low] = [(high >>> 5) | (low << 27), seededHash(`${low}${key}`)];
      return character;
    }).join("");
  return [group(), group(), group()].join(" ");
}

/** The time within which people signed up, ms. */
const periodOf = ({ signUpStartTime, signUpEndTime }: NewActivity, now: number): [number, number] => [
  signUpStartTime,
  Math.max(signUpStartTime + HOUR, Math.min(now - HOUR / 2, signUpEndTime)),
];

/** Data of a form as `guest` filled it in. */
function formOf(
  activity: NewActivity,
  session: NewSession | null,
  guest: DemoGuest,
  number: number,
  time: number,
) {
  const key = `${activity.activityId}${guest.userId}`;
  const dealerId = session?.dealerId ?? (activity.asks.dealer ? (activity.dealerIds[0] ?? null) : null);
  return {
    activity_id: activity.activityId,
    user_id: guest.userId,
    signup_id: demoId("signUp", number),
    ticket_code: ticketCode(key),
    name: guest.name,
    mobile: guest.mobile,
    series_code: activity.asks.series ? seededPick(activity.seriesCodes, key) : null,
    dealer_id: dealerId,
    session_id: session?.sessionId ?? null,
    answers: answersTo(activity.form, key),
    channel: { utm_source: seededPick(channels, key) },
    idempotency_key: null,
    body_hash: "",
    created_time: new Date(time),
  };
}

/** Groups of seats of an activity with the number that is taken: its sessions, or the whole activity. */
const takenGroups = ({ sessions, taken }: NewActivity): [NewSession | null, number][] =>
  sessions.length === 0 ? [[null, taken]] : sessions.map((session) => [session, session.taken]);

/** Rows of one activity: the sign-ups that its counters count, and its waitlist. */
export type ActivityGuests = { readonly signUps: SeededSignUp[]; readonly waiting: SeededWaiting[] };

/**
 * Creates the guests of all activities, one activity at a time, so that memory stays small. Most guests of what is
 * over have been checked in; some people wait for a seat of what is full.
 */
export function* demoSignUps(
  activities: readonly NewActivity[],
  guests: readonly DemoGuest[],
  now: number,
): Generator<ActivityGuests> {
  let number = 0;
  for (const activity of activities) {
    if (activity.taken === 0) continue;
    const { activityId, activityType, quota, taken, sessions, signUpEndTime } = activity;
    const [from, to] = periodOf(activity, now);
    const people = guestsOf(guests, activityId, taken);
    const timeOf = (guest: DemoGuest): number =>
      Math.floor(from + (to - from) * seededFraction(`${activityId}${guest.userId}`) ** 1.6);
    let seat = 0;
    const signUps = takenGroups(activity).flatMap(([session, count]) =>
      people.slice(seat, (seat += count)).map((guest): SeededSignUp => {
        const start = session?.startTime ?? activity.startTime;
        const isThere =
          activityType === "localoffline" &&
          (session?.endTime ?? activity.endTime) < now &&
          seededFraction(`came${activityId}${guest.userId}`) < 0.86;
        const arrival = start + (seededFraction(`at${guest.userId}${activityId}`) - 0.7) * HOUR;
        return {
          ...formOf(activity, session, guest, number++, timeOf(guest)),
          checked_in_time: isThere ? new Date(Math.floor(arrival)) : null,
          checked_in_by: isThere ? seededPick(staff, activityId) : null,
        };
      }),
    );
    const isFull = quota !== null && taken >= quota && signUpEndTime > now;
    const waiting = guestsOf(
      guests,
      activityId,
      isFull ? 2 + (seededHash(`waits${activityId}`) % (MAX_WAITING - 1)) : 0,
      taken,
    ).map((guest): SeededWaiting => {
      const session = sessions.length === 0 ? null : seededPick(sessions, guest.userId);
      const joined = to - seededFraction(`${guest.userId}${activityId}`) * 20 * HOUR;
      return formOf(activity, session, guest, number++, Math.floor(Math.max(from, joined)));
    });
    yield { signUps, waiting };
  }
}
