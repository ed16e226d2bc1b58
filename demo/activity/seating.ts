import { dayOfWeek, startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { NewSession } from "../../server/activity/index.ts";
import { DAY, timeOnDay } from "../calendar.ts";
import { seededPick, seededFraction } from "../seeded-hash.ts";
import type { Concept } from "../concepts/concept.ts";
import type { SeatScenario } from "./slots.ts";

/** A session without id; times in ms. */
type SessionPlan = Omit<NewSession, "sessionId">;
/** Time of an activity and state of its seats; times in ms. */
export type SeatingPlan = {
  readonly startTime: number;
  readonly endTime: number;
  /** null: no limit */
  readonly quota: number | null;
  readonly taken: number;
  /** Empty for an activity without sessions. */
  readonly sessions: readonly SessionPlan[];
};

const isWeekend = (midnight: number): boolean => [0, 6].includes(dayOfWeek(midnight));
/** The first `count` weekend days from a given day. */
function weekendDays(midnight: number, count: number): number[] {
  const days: number[] = [];
  for (let day = startOfShanghaiDay(midnight); days.length < count; day += DAY)
    if (isWeekend(day)) days.push(day);
  return days;
}

/** Range of the share of taken seats, for sign-ups that are not nearly or fully booked. */
const takenShares: Partial<Record<SeatScenario, readonly [number, number]>> = {
  ended: [0.72, 1],
  half: [0.45, 0.75],
  few: [0.08, 0.4],
};

/** Distributes taken seats over sessions. @param quotas seats by session */
function distributeTakenSeats(quotas: readonly number[], state: SeatScenario, salt: string): number[] {
  if (state === "full") return [...quotas];
  if (state === "waiting") return quotas.map(() => 0);
  if (state === "near") {
    const total = quotas.reduce((sum, quota) => sum + quota, 0);
    let left = Math.max(1, Math.min(5, Math.round(total * 0.08)));
    // The last sessions keep free seats longest.
    return quotas
      .toReversed()
      .map((quota) => {
        const free = Math.min(left, Math.max(1, quota - 1));
        left -= free;
        return quota - free;
      })
      .toReversed();
  }
  const [min, max] = takenShares[state] ?? [0, 0];
  return quotas.map((quota, at) =>
    Math.min(quota, Math.round(quota * (min + (max - min) * seededFraction(`${salt}/${at}`)))),
  );
}

/** Participants of an activity without a limit. */
const unlimitedTaken: Record<SeatScenario, number> = {
  ended: 214,
  near: 168,
  full: 190,
  half: 126,
  few: 37,
  waiting: 0,
};

/**
 * Plans an activity's days and sessions.
 * @param midnight start of its first day
 * @param dealerIds dealers with their own sessions; empty: one set of sessions for all
 */
export function planSeating(
  concept: Pick<Concept, "hours" | "days" | "seats">,
  midnight: number,
  dealerIds: readonly string[],
  state: SeatScenario,
  salt: string,
): SeatingPlan {
  // Activities that are over must end before the first start.
  const days = weekendDays(midnight, state === "ended" ? Math.min(concept.days, 2) : concept.days);
  const spans = days.flatMap((day) =>
    concept.hours.map((hours) => {
      const [from = "", to = ""] = hours.split("-");
      // An end before the start is on the next day.
      return { startTime: timeOnDay(day, from), endTime: timeOnDay(to < from ? day + DAY : day, to) };
    }),
  );
  const startTime = Math.min(...spans.map((span) => span.startTime));
  const endTime = Math.max(...spans.map((span) => span.endTime));
  if (concept.seats === null)
    return { startTime, endTime, quota: null, taken: unlimitedTaken[state], sessions: [] };
  const seats = seededPick(concept.seats, salt);
  if (spans.length === 1) {
    const [taken = 0] = distributeTakenSeats([seats], state, salt);
    return { startTime, endTime, quota: seats, taken, sessions: [] };
  }
  const hosts: readonly (string | null)[] = dealerIds.length === 0 ? [null] : dealerIds;
  const open = hosts.flatMap((dealerId) => spans.map((span) => ({ dealerId, ...span, quota: seats })));
  const taken = distributeTakenSeats(
    open.map(({ quota }) => quota),
    state,
    salt,
  );
  return {
    startTime,
    endTime,
    quota: seats * open.length,
    taken: taken.reduce((sum, one) => sum + one, 0),
    sessions: open.map((session, at) => ({ ...session, taken: taken[at] ?? 0 })),
  };
}
