import type { NewActivity } from "../server/activity/index.ts";
import type { NewKocProgram } from "../server/koc/index.ts";

/** KOC programmes by the idea of their activity: slogan | places | friends who help an application along. */
const programs: Readonly<Record<string, string>> = {
  pioneer: "邀请 3 位好友助力，直通复审 | 200 | 3",
  refer: "成为推荐官，和朋友各得一份礼 | 500 | 3",
};

/** The idea that an activity was written from; its benefits are numbered by it. */
const conceptKeyOf = ({ benefits }: NewActivity): string =>
  (benefits[0]?.benefitId ?? "").replace(/-\d+$/, "");

/** The KOC programmes of the demo's online activities; part of the places went before the first start. */
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
        taken: Math.min(activity.taken, Math.round(total * 0.79)),
        goal: Number(goal),
        from_time: new Date(activity.startTime),
        to_time: new Date(activity.endTime),
      },
    ];
  });
