import type { NewActivity } from "../server/activity/index.ts";
import type { NewKocProgram } from "../server/koc/index.ts";
import { HOUR } from "./calendar.ts";
import { guestsOf, type DemoGuest } from "./guests/people.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";

/** KOC programmes by the concept of their activity: slogan | places | number of helping friends. */
const programs: Readonly<Record<string, string>> = {
  pioneer: "邀请 3 位好友助力，直通复审 | 200 | 3",
  refer: "成为推荐官，和朋友各得一份礼 | 500 | 3",
};

/** Applications under review in each programme. */
const APPLICANTS = 6;

/** KOC programmes of the demo's online activities; some places were taken before the first start. */
export const demoKocPrograms = (activities: readonly NewActivity[]): NewKocProgram[] =>
  activities.flatMap((activity) => {
    const line = programs[conceptKeyOf(activity)];
    if (line === undefined) return [];
    const [slogan = "", places = "0", goal = "1"] = line.split("|").map((part) => part.trim());
    const total = Number(places);
    return [
      {
        activity_id: activity.activityId,
        slogan,
        places: total,
        // The applicants below take the others.
        taken: Math.max(0, Math.min(activity.taken, Math.round(total * 0.79)) - APPLICANTS),
        goal: Number(goal),
        from_time: new Date(activity.startTime),
        to_time: new Date(activity.endTime),
      },
    ];
  });

/** Application to a programme that nobody has reviewed yet. */
export type DemoApplicant = {
  readonly activityId: string;
  readonly userId: string;
  readonly appliedTime: Date;
};
/** Applicants of the programmes that are open. */
export const demoApplicants = (
  programmes: readonly NewKocProgram[],
  guests: readonly DemoGuest[],
  now: number,
): DemoApplicant[] =>
  programmes
    .filter(({ from_time, to_time }) => from_time.getTime() < now && to_time.getTime() > now)
    .flatMap(({ activity_id: activityId }) =>
      guestsOf(guests, `koc${activityId}`, APPLICANTS).map(({ userId }, at) => ({
        activityId,
        userId,
        appliedTime: new Date(now - (at + 1) * 5 * HOUR),
      })),
    );
